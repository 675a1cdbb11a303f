import { AgentConnection, type ConnectionOptions, type RunningAgent } from '../../src/acp/connection';
import type { HostPorts } from '../../src/acp/ports';
import type { AgentProcess } from '../../src/acp/process';
import type { Session } from '../../src/acp/session';
import { Transcript } from '../../src/acp/transcript';
import { startInMemory } from '../agent/inMemory';
import { startInProcess } from '../agent/inProcess';
import type { Script } from '../agent/script';
import type { AgentScript } from '../agent/scriptBuilder';
import type { ScriptedAgent } from '../agent/scriptedAgent';
import { FakeHost } from './fakeHost';
import { eventually, temporaryFolder } from './support';

/** What a script runs in: streams in memory are faster, a process is the real thing. */
export type Start<P extends RunningAgent> = (script: Script | AgentScript) => Promise<ScriptedAgent<P>>;

export const inMemory: Start<RunningAgent> = async (script) => startInMemory(script);
export const inProcess: Start<AgentProcess> = (script) => startInProcess(script, temporaryFolder());

export interface Opened {
  readonly agent: ScriptedAgent;
  readonly host: FakeHost;
  readonly connection: AgentConnection;
}

export function optionsFor(agent: RunningAgent, host: HostPorts, seconds = 20): ConnectionOptions {
  return {
    process: agent,
    host,
    clientInfo: { name: 'unit', title: 'Unit tests', version: '0' },
    clientCapabilities: { terminal: true },
    handshakeSeconds: seconds,
    installSeconds: seconds,
    stopGraceSeconds: 0.05,
  };
}

export async function openAgent(
  script: Script | AgentScript = {},
  start: Start<RunningAgent> = inMemory,
): Promise<Opened> {
  const agent = await start(script);
  const host = new FakeHost();
  const connection = await AgentConnection.open(optionsFor(agent.process, host));
  return { agent, host, connection };
}

export function openInProcess(script: Script | AgentScript = {}): Promise<Opened> {
  return openAgent(script, inProcess);
}

export interface OpenedSession extends Opened {
  readonly session: Session;
  readonly transcript: Transcript;
}

export async function openSession(
  script: Script | AgentScript = {},
  start: Start<RunningAgent> = inMemory,
): Promise<OpenedSession> {
  const opened = await openAgent(script, start);
  const transcript = new Transcript(() => undefined);
  const session = await opened.connection.newSession(process.cwd(), { transcript, changed: () => undefined });
  return { ...opened, session, transcript };
}

export function openSessionInProcess(script: Script | AgentScript = {}): Promise<OpenedSession> {
  return openSession(script, inProcess);
}

/** Sends the prompt and resolves when its turn has ended. */
export async function runTurn(session: Session, text = 'go'): Promise<void> {
  session.prompt({ text, attachments: [], blocks: [{ type: 'text', text }] });
  await turnEnded(session);
}

export async function turnEnded(session: Session): Promise<void> {
  await eventually(() => session.turn === 'idle', 'the end of the turn');
}

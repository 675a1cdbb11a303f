import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AgentConnection, type ConnectionOptions } from '../../src/acp/connection';
import { asString, type JsonObject } from '../../src/acp/json';
import { startProcess, type AgentProcess, type LaunchPlan } from '../../src/acp/process';
import type { Session } from '../../src/acp/session';
import { Transcript } from '../../src/acp/transcript';
import { FakeHost } from './fakeHost';
import { eventually, temporaryFolder } from './support';

/** What the agent of fixtures/scriptedAgent.mjs can do. `$id` stands for the id of the request it handles. */
export type Step =
  | { readonly answer: unknown }
  | { readonly error: { readonly code: unknown; readonly message: string; readonly data?: unknown } }
  | { readonly update: JsonObject }
  /** Messages in one single write. */
  | { readonly send: readonly JsonObject[] }
  | { readonly raw: string }
  | { readonly bytewise: string }
  | { readonly stderr: string }
  /** Until a message with this method, or an answer with this id, has arrived. */
  | { readonly wait: { readonly method: string } | { readonly id: string | number } }
  | { readonly close: 'stdin' | 'stdout' }
  | { readonly exit: number }
  | { readonly die: NodeJS.Signals };

export interface Script {
  readonly start?: readonly Step[];
  /** Per method the steps of the first call, the second, …; the last ones repeat. */
  readonly on?: Readonly<Record<string, readonly (readonly Step[])[]>>;
  /** Ignores the end of stdin and SIGTERM. */
  readonly stubborn?: boolean;
}

const program = resolve('test/unit/fixtures/scriptedAgent.mjs');
const started: AgentProcess[] = [];

/** Ends all agents that the tests of a file left running. */
export async function stopAgents(): Promise<void> {
  await Promise.all(started.splice(0).map((agent) => agent.stop(0)));
}

export function nodePlan(args: readonly string[]): LaunchPlan {
  return {
    command: process.execPath,
    args,
    env: { PATH: process.env['PATH'] ?? '' },
    cwd: process.cwd(),
    display: `node ${args.join(' ')}`,
  };
}

/** Starts a program of one line. */
export async function startNode(source: string, ...args: readonly string[]): Promise<AgentProcess> {
  const agent = await startProcess(nodePlan(['-e', source, ...args]));
  started.push(agent);
  return agent;
}

export class ScriptedAgent {
  private constructor(
    readonly process: AgentProcess,
    private readonly receivedFile: string,
  ) {}

  static async start(script: Script): Promise<ScriptedAgent> {
    const folder = temporaryFolder();
    const [scriptFile, received] = [join(folder, 'script.json'), join(folder, 'received.ndjson')];
    writeFileSync(scriptFile, JSON.stringify(script));
    writeFileSync(received, '');
    const agent = await startProcess(nodePlan([program, scriptFile, received]));
    started.push(agent);
    return new ScriptedAgent(agent, received);
  }

  /** Every message that the agent got, in order. */
  received(): readonly JsonObject[] {
    const lines = readFileSync(this.receivedFile, 'utf8').split('\n');
    return lines.slice(0, -1).map((line) => JSON.parse(line) as JsonObject);
  }

  /** The answer that the agent got to its request `id`. */
  answerTo(id: unknown): Promise<JsonObject> {
    const isAnswer = (message: JsonObject): boolean => !('method' in message) && message['id'] === id;
    return eventually(() => this.received().find(isAnswer), `an answer to ${JSON.stringify(id)}`);
  }

  /** Methods of requests and notifications, and ids of answers, in order. */
  summary(): readonly string[] {
    return this.received().map(
      (message) => asString(message['method']) ?? `answer ${JSON.stringify(message['id'])}`,
    );
  }
}

export interface Opened {
  readonly agent: ScriptedAgent;
  readonly host: FakeHost;
  readonly connection: AgentConnection;
}

export function optionsFor(agent: AgentProcess, host: FakeHost, seconds = 20): ConnectionOptions {
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

export async function openAgent(script: Script = {}): Promise<Opened> {
  const agent = await ScriptedAgent.start(script);
  const host = new FakeHost();
  const connection = await AgentConnection.open(optionsFor(agent.process, host));
  return { agent, host, connection };
}

export interface OpenedSession extends Opened {
  readonly session: Session;
  readonly transcript: Transcript;
}

export async function openSession(script: Script = {}): Promise<OpenedSession> {
  const opened = await openAgent(script);
  const transcript = new Transcript(() => undefined);
  const session = await opened.connection.newSession(process.cwd(), { transcript, changed: () => undefined });
  return { ...opened, session, transcript };
}

/** Sends the prompt and resolves when its turn has ended. */
export async function runTurn(session: Session, text = 'go'): Promise<void> {
  session.prompt({ text, attachments: [], blocks: [{ type: 'text', text }] });
  await turnEnded(session);
}

export async function turnEnded(session: Session): Promise<void> {
  await eventually(() => session.turn === 'idle', 'the end of the turn');
}

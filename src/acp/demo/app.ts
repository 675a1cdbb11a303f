import { setImmediate as nextTick } from 'node:timers/promises';
import { agent, RequestError } from '@agentclientprotocol/sdk';
import type {
  AgentApp,
  AgentContext,
  ClientCapabilities,
  ContentBlock,
  InitializeResponse,
  PromptRequest,
  StopReason,
} from '@agentclientprotocol/sdk';
import { answer } from './abilities/answer';
import { availableCommands, keywords } from './keywords';
import { matchKeyword } from './match';
import type { Program } from './program';
import { Turn, type Account } from './turn';

const INITIALIZED: InitializeResponse = {
  protocolVersion: 1,
  agentInfo: { name: 'acp-workbench-demo', title: 'Demo agent', version: '0.1.0' },
  agentCapabilities: {
    loadSession: false,
    promptCapabilities: { embeddedContext: true, image: true },
    auth: { logout: {} },
  },
  authMethods: [{ id: 'demo', name: 'Demo account', description: 'Needs neither a name nor a password' }],
};

interface DemoSession {
  readonly id: string;
  readonly cwd: string;
  calls: number;
  running?: AbortController | undefined;
}

/** The agent app; connect it to a stream to serve one client. */
export function demoAgent(program: Program): AgentApp {
  const sessions = new Map<string, DemoSession>();
  let capabilities: ClientCapabilities = {};
  const account: Account = { loggedIn: false };
  let closed: AbortSignal = AbortSignal.abort();

  return agent({ name: 'acp-workbench-demo' })
    .onConnect((connection) => {
      closed = connection.signal;
    })
    .onRequest('initialize', ({ params }) => {
      capabilities = params.clientCapabilities ?? {};
      return INITIALIZED;
    })
    .onRequest('authenticate', () => {
      account.loggedIn = true;
      return {};
    })
    .onRequest('logout', () => {
      account.loggedIn = false;
      return {};
    })
    .onRequest('session/new', ({ params, client }) => {
      const session: DemoSession = { id: `demo-${sessions.size + 1}`, cwd: params.cwd, calls: 0 };
      sessions.set(session.id, session);
      void announceCommands(client, session.id);
      return { sessionId: session.id };
    })
    .onRequest('session/prompt', async ({ params, client, signal }) => {
      const session = find(sessions, params);
      return {
        stopReason: await runTurn(session, {
          params,
          client,
          signal,
          capabilities,
          closed,
          program,
          account,
        }),
      };
    })
    .onNotification('session/cancel', ({ params }) => {
      sessions.get(params.sessionId)?.running?.abort();
    });
}

interface PromptCall {
  readonly params: PromptRequest;
  readonly client: AgentContext;
  /** Aborts when the client withdraws the request with $/cancel_request. */
  readonly signal: AbortSignal;
  readonly capabilities: ClientCapabilities;
  readonly closed: AbortSignal;
  readonly program: Program;
  readonly account: Account;
}

async function runTurn(session: DemoSession, call: PromptCall): Promise<StopReason> {
  if (session.running) {
    throw RequestError.invalidRequest({ details: 'This session is still working on the previous prompt.' });
  }
  const running = new AbortController();
  session.running = running;
  const text = textOf(call.params.prompt);
  const match = matchKeyword(text, keywords);
  const turn = new Turn({
    client: call.client,
    capabilities: call.capabilities,
    sessionId: session.id,
    cwd: session.cwd,
    prompt: call.params.prompt,
    text,
    rest: match?.rest ?? text,
    signal: AbortSignal.any([running.signal, call.signal, call.closed]),
    closed: call.closed,
    program: call.program,
    account: call.account,
    nextCallId: () => `call-${++session.calls}`,
  });
  try {
    return await (match?.keyword.ability ?? answer)(turn);
  } catch (error) {
    if (turn.signal.aborted) return 'cancelled';
    throw error;
  } finally {
    session.running = undefined;
  }
}

function find(sessions: ReadonlyMap<string, DemoSession>, params: PromptRequest): DemoSession {
  const session = sessions.get(params.sessionId);
  if (!session) throw RequestError.sessionNotFound(params.sessionId);
  return session;
}

async function announceCommands(client: AgentContext, sessionId: string): Promise<void> {
  // One tick later the answer to session/new has been written, so the client knows the id.
  await nextTick();
  const update = { sessionUpdate: 'available_commands_update' as const, availableCommands };
  // The connection may have closed in between; then nobody wants the list.
  await client.notify('session/update', { sessionId, update }).catch(() => undefined);
}

function textOf(prompt: readonly ContentBlock[]): string {
  return prompt.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}

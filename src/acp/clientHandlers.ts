import type { ClientApp } from '@agentclientprotocol/sdk';
import { RequestError } from './libraries/sdk';
import {
  parseCommand,
  parseElicitation,
  parseRead,
  parseWrite,
  sessionIdOf,
  terminalIdOf,
} from './clientRequests';
import { asObject, asString, jsonText, type JsonObject } from './json';
import { toHost, type PathMap } from './pathMap';
import type { HostPorts } from './ports';
import { invalidParams, RpcError } from './rpcError';
import type { Session } from './session';
import type { SessionTable } from './sessionTable';

type Handler = (session: Session, params: JsonObject, signal: AbortSignal) => Promise<unknown>;

/**
 * Everything an agent may ask of us. Unknown requests are answered -32601 by the SDK, unknown notifications ignored.
 * @param paths between the agent's system and this one
 */
export function registerClientHandlers(
  app: ClientApp,
  sessions: SessionTable,
  host: HostPorts,
  paths: PathMap,
): void {
  const { files, terminals, elicitations } = host;
  const on = (method: string, handler: Handler): void => {
    app.onRequest(method, asObject, ({ params, signal }) =>
      answered(async () => {
        const session = await sessions.find(sessionIdOf(params));
        return handler(session, toHost(params, paths), signal);
      }),
    );
  };

  on('session/request_permission', (session, params, signal) => session.askPermission(params, signal));

  on('fs/read_text_file', async (session, params, signal) => ({
    content: await files.readTextFile(parseRead(params), session.sessionScope(signal)),
  }));
  on('fs/write_text_file', async (session, params, signal) => {
    await files.writeTextFile(parseWrite(params), session.turnScope(signal));
    return {};
  });

  on('terminal/create', async (session, params, signal) => ({
    terminalId: await terminals.create(parseCommand(params), session.sessionScope(signal)),
  }));
  on('terminal/output', (session, params, signal) =>
    Promise.resolve(terminals.output(terminalIdOf(params), session.sessionScope(signal))),
  );
  on('terminal/wait_for_exit', (session, params, signal) =>
    terminals.waitForExit(terminalIdOf(params), session.sessionScope(signal)),
  );
  on('terminal/kill', async (session, params, signal) => {
    await terminals.kill(terminalIdOf(params), session.sessionScope(signal));
    return {};
  });
  on('terminal/release', async (session, params, signal) => {
    await terminals.release(terminalIdOf(params), session.sessionScope(signal));
    return {};
  });

  app.onRequest('elicitation/create', asObject, ({ params, signal }) =>
    answered(async () => {
      const form = parseElicitation(params);
      if (form === undefined)
        throw invalidParams(`elicitation mode ${jsonText(params['mode'])} is not supported`);
      const sessionId = asString(params['sessionId']);
      // During a login there is no session yet.
      if (sessionId === undefined) return elicitations.ask(form, signal);
      const session = await sessions.find(sessionId);
      return session.whileAsking(() => elicitations.ask(form, session.turnScope(signal).signal));
    }),
  );
}

/** The SDK answers with the code of an error only where it is of the SDK's own class. */
async function answered(work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof RpcError ? new RequestError(error.code, error.message, error.data) : error;
  }
}

import type { JsonObject } from '../acp/json';

/** What this client can do, as sent in initialize. Only what really works is named. */
export const clientCapabilities: JsonObject = {
  fs: { readTextFile: true, writeTextFile: true },
  terminal: true,
  session: { notices: {}, compaction: {} },
  auth: { terminal: true },
  elicitation: { form: {} },
  _meta: { terminal_output: true, 'terminal-auth': true },
};

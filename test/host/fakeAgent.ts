/**
 * A program that speaks ACP, for a Node.js that is found on PATH. It writes down what it was started and called with,
 * a line each, and asks for a permission when its prompt says so: `read`, `execute`.
 */
export function fakeAgent(name: string, log: string): string {
  return `#!/usr/bin/env node
const fs = require('node:fs');
const note = (line) => fs.appendFileSync(${JSON.stringify(log)}, ${JSON.stringify(name)} + ' ' + line + '\\n');
note(['started', ...process.argv.slice(2)].join(' '));
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
const waiting = new Map();
const ask = (method, params) =>
  new Promise((resolve) => {
    const id = 'q' + waiting.size;
    waiting.set(id, resolve);
    send({ id, method, params });
  });
const modes = { currentModeId: 'code', availableModes: [{ id: 'code', name: 'Code' }, { id: 'plan', name: 'Plan' }] };
const options = [
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
];
let sessions = 0;
const handlers = {
  initialize: () => ({ protocolVersion: 1 }),
  'session/new': () => ({ sessionId: 's' + ++sessions, modes }),
  'session/set_mode': ({ modeId }) => {
    note('mode ' + modeId);
    return {};
  },
  'session/prompt': async ({ sessionId, prompt }) => {
    const kind = prompt[0].text;
    const toolCall = { toolCallId: 't' + waiting.size, title: kind + ' something', kind };
    const answer = ['read', 'execute'].includes(kind)
      ? await ask('session/request_permission', { sessionId, toolCall, options })
      : undefined;
    const said = [${JSON.stringify(name)} + ' heard ' + kind, process.env.FAKE_WORD, answer?.outcome.optionId];
    const text = said.filter((part) => part !== undefined).join(' / ');
    const content = { type: 'text', text };
    send({ method: 'session/update', params: { sessionId, update: { sessionUpdate: 'agent_message_chunk', content } } });
    return { stopReason: 'end_turn' };
  },
};
require('node:readline')
  .createInterface({ input: process.stdin })
  .on('line', async (line) => {
    const { id, method, params, result } = JSON.parse(line);
    if (method === undefined) waiting.get(id)?.(result);
    else if (id !== undefined) send({ id, result: await handlers[method]?.(params) });
  })
  .on('close', () => process.exit(0));
`;
}

/** A program that only writes down that it was started. */
export function marker(name: string, log: string): string {
  return `#!/bin/sh\necho "${name} started" >> '${log}'\n`;
}

/** Node.js by its usual name: the one that runs the tests may be VS Code itself. */
export function nodeProgram(): string {
  return `#!/bin/sh\nELECTRON_RUN_AS_NODE=1 exec '${process.execPath}' "$@"\n`;
}

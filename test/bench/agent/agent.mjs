// The agent that is measured, for both sides: by default it speaks ACP, with --plain lines of JSON
// ({ text } in both directions). A prompt is a JSON object, see scripts.mjs. Times are Date.now(), the
// clock that the webview on the same machine has too.
import { createInterface } from 'node:readline';
import { scripts } from './scripts.mjs';

const plain = process.argv.includes('--plain');

function send(message) {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

/** What a script may say. */
function voice(sessionId) {
  const update = (body) =>
    send({ jsonrpc: '2.0', method: 'session/update', params: { sessionId, update: body } });
  if (plain) {
    return {
      say: (text) => send({ text }),
      tool: (_id, title, output) => send({ text: `\n${title}\n${output}\n` }),
    };
  }
  return {
    say: (text) => update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } }),
    tool(toolCallId, title, output) {
      update({ sessionUpdate: 'tool_call', toolCallId, title, kind: 'read', status: 'in_progress' });
      const content = [{ type: 'content', content: { type: 'text', text: output } }];
      update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed', content });
    },
  };
}

async function perform(text, sessionId) {
  const received = Date.now();
  const { script, ...options } = JSON.parse(text);
  await scripts[script]({ ...voice(sessionId), received }, options);
}

const answers = {
  initialize: () => ({ protocolVersion: 1, agentCapabilities: {}, authMethods: [] }),
  'session/new': () => ({ sessionId: `session-${Date.now()}` }),
  async 'session/prompt'({ sessionId, prompt }) {
    await perform(prompt.map(({ text }) => text ?? '').join(''), sessionId);
    return { stopReason: 'end_turn' };
  },
};

async function receive(line) {
  const message = JSON.parse(line);
  if (plain) {
    await perform(message.text);
    return;
  }
  const { id, method, params } = message;
  if (id === undefined) return;
  const answer = answers[method];
  if (answer === undefined) send({ jsonrpc: '2.0', id, error: { code: -32601, message: method } });
  else send({ jsonrpc: '2.0', id, result: await answer(params) });
}

process.stdout.on('error', () => process.exit(0));
createInterface({ input: process.stdin }).on('line', (line) => void receive(line));

// Anthropic Messages.
import { newId } from '../ids.mjs';
import { halves, openStream, sendEvent, sendJson, streamText, tokens } from '../stream.mjs';

const usage = {
  input_tokens: tokens.input,
  output_tokens: tokens.output,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
};

export async function anthropic(request, answer, response) {
  const reason = { stop_reason: answer.calls.length > 0 ? 'tool_use' : 'end_turn', stop_sequence: null };
  const about = { id: newId('msg_'), type: 'message', role: 'assistant', model: request.model, usage };
  const calls = answer.calls.map(({ name, args }) => ({
    type: 'tool_use',
    id: newId('toolu_'),
    name,
    input: args,
  }));
  if (!request.stream) {
    const content = [{ type: 'text', text: answer.text.join('') }, ...calls];
    sendJson(response, 200, { ...about, ...reason, content });
    return;
  }

  openStream(response);
  const send = (type, data = {}) => sendEvent(response, type, data);
  send('message_start', {
    message: { ...about, content: [], stop_reason: null, stop_sequence: null },
  });
  const delta = (index, part) => send('content_block_delta', { index, delta: part });
  send('content_block_start', { index: 0, content_block: { type: 'text', text: '' } });
  const piece = (text) => delta(0, { type: 'text_delta', text });
  if (!(await streamText(response, answer, piece))) return;
  send('content_block_stop', { index: 0 });
  for (const [number, call] of calls.entries()) {
    const index = number + 1;
    send('content_block_start', { index, content_block: { ...call, input: {} } });
    for (const part of halves(JSON.stringify(call.input))) {
      delta(index, { type: 'input_json_delta', partial_json: part });
    }
    send('content_block_stop', { index });
  }
  send('message_delta', { delta: reason, usage });
  send('message_stop');
  response.end();
}

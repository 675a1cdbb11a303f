// OpenAI chat completions.
import { newId } from '../ids.mjs';
import { halves, openStream, sendData, sendJson, streamText, tokens } from '../stream.mjs';

const usage = {
  prompt_tokens: tokens.input,
  completion_tokens: tokens.output,
  total_tokens: tokens.input + tokens.output,
};

export async function chat(request, answer, response) {
  const about = { id: newId('chatcmpl-'), created: Math.floor(Date.now() / 1000), model: request.model };
  const reason = answer.calls.length > 0 ? 'tool_calls' : 'stop';
  const calls = answer.calls.map(({ id, name, args }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  }));
  if (!request.stream) {
    const message = { role: 'assistant', content: answer.text.join(''), tool_calls: calls };
    const choices = [{ index: 0, finish_reason: reason, message }];
    sendJson(response, 200, { ...about, object: 'chat.completion', usage, choices });
    return;
  }

  openStream(response);
  const send = (choices, more = {}) =>
    sendData(response, { ...about, object: 'chat.completion.chunk', choices, ...more });
  const delta = (part, finish = null) => send([{ index: 0, delta: part, finish_reason: finish }]);
  delta({ role: 'assistant', content: '' });
  if (!(await streamText(response, answer, (piece) => delta({ content: piece })))) return;
  for (const [index, { id, type, function: called }] of calls.entries()) {
    const [first, second] = halves(called.arguments);
    delta({ tool_calls: [{ index, id, type, function: { name: called.name, arguments: first } }] });
    delta({ tool_calls: [{ index, function: { arguments: second } }] });
  }
  delta({}, reason);
  send([], { usage });
  response.end('data: [DONE]\n\n');
}

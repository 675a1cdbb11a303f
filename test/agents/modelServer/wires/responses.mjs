// OpenAI Responses.
import { newId } from '../ids.mjs';
import { openStream, sendEvent, sendJson, streamText, tokens } from '../stream.mjs';

const usage = {
  input_tokens: tokens.input,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: tokens.output,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: tokens.input + tokens.output,
};

function callItem({ id, name, namespace, isFreeForm, args }) {
  const common = { call_id: id, name, status: 'completed' };
  return isFreeForm
    ? { type: 'custom_tool_call', id: newId('ctc_'), ...common, input: String(args) }
    : {
        type: 'function_call',
        id: newId('fc_'),
        ...common,
        ...(namespace === undefined ? {} : { namespace }),
        arguments: JSON.stringify(args),
      };
}

function messageItem(text) {
  const content = [{ type: 'output_text', text, annotations: [] }];
  return { type: 'message', id: newId('msg_'), role: 'assistant', status: 'completed', content };
}

export async function responses(request, answer, response) {
  const about = {
    id: newId('resp_'),
    object: 'response',
    created_at: Math.floor(Date.now() / 1000),
    model: request.model,
    parallel_tool_calls: true,
    tool_choice: 'auto',
    tools: [],
    error: null,
  };
  const message = messageItem(answer.text.join(''));
  const calls = answer.calls.map(callItem);
  const complete = { ...about, status: 'completed', output: [message, ...calls], usage };
  if (!request.stream) {
    sendJson(response, 200, complete);
    return;
  }

  openStream(response);
  let sequence = 0;
  const send = (type, data) => sendEvent(response, type, { sequence_number: sequence++, ...data });
  send('response.created', { response: { ...about, status: 'in_progress', output: [] } });
  const place = { item_id: message.id, output_index: 0, content_index: 0 };
  send('response.output_item.added', {
    output_index: 0,
    item: { ...message, status: 'in_progress', content: [] },
  });
  send('response.content_part.added', { ...place, part: { type: 'output_text', text: '', annotations: [] } });
  const piece = (delta) => send('response.output_text.delta', { ...place, delta });
  if (!(await streamText(response, answer, piece))) return;
  send('response.output_text.done', { ...place, text: answer.text.join('') });
  send('response.output_item.done', { output_index: 0, item: message });
  for (const [index, item] of calls.entries()) sendCall(send, item, index + 1);
  send('response.completed', { response: complete });
  response.end();
}

function sendCall(send, item, output_index) {
  const isFreeForm = item.type === 'custom_tool_call';
  const empty = isFreeForm ? { input: '' } : { arguments: '' };
  send('response.output_item.added', { output_index, item: { ...item, ...empty, status: 'in_progress' } });
  const place = { item_id: item.id, output_index };
  if (isFreeForm) {
    send('response.custom_tool_call_input.delta', { ...place, delta: item.input });
  } else {
    send('response.function_call_arguments.delta', { ...place, delta: item.arguments });
    send('response.function_call_arguments.done', { ...place, arguments: item.arguments });
  }
  send('response.output_item.done', { output_index, item });
}

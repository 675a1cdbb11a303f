// Gemini generateContent and streamGenerateContent.
import { openStream, sendData, sendJson, streamText, tokens } from '../stream.mjs';
import { anything } from '../tools.mjs';

const usageMetadata = {
  promptTokenCount: tokens.input,
  candidatesTokenCount: tokens.output,
  totalTokenCount: tokens.input + tokens.output,
};

function chunk(parts, isLast) {
  const candidate = { index: 0, content: { role: 'model', parts }, ...(isLast && { finishReason: 'STOP' }) };
  return { candidates: [candidate], usageMetadata, modelVersion: 'scripted', responseId: 'r1' };
}

export async function gemini(request, answer, response, stream) {
  const calls = answer.calls.map(({ id, name, args }) => ({
    functionCall: { id, name, args },
    thoughtSignature: 'AA==',
  }));
  if (!stream) {
    // The agent asks small questions whose answer has to be JSON by a schema.
    const { responseJsonSchema, responseSchema, responseMimeType = '' } = request.generationConfig ?? {};
    const isJson = responseMimeType.includes('json');
    const schema = responseJsonSchema ?? responseSchema ?? { type: 'object' };
    const text = isJson ? JSON.stringify(anything(schema)) : answer.text.join('');
    sendJson(response, 200, chunk([{ text }, ...calls], true));
    return;
  }

  openStream(response);
  const piece = (text) => sendData(response, chunk([{ text }], false));
  if (!(await streamText(response, answer, piece))) return;
  if (calls.length > 0) sendData(response, chunk(calls, false));
  sendData(response, chunk([{ text: '' }], true));
  response.end();
}

// Server-sent events, as all four wires use them.
import { setTimeout as delay } from 'node:timers/promises';

export const tokens = { input: 120, output: 30 };

export function openStream(response) {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
}

export function sendData(response, data) {
  response.write(`data: ${JSON.stringify(data)}\n\n`);
}

export function sendEvent(response, type, data) {
  response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
}

export function sendJson(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/** Emits the text piece by piece; false when the agent hung up meanwhile. */
export async function streamText(response, answer, emit) {
  for (const [index, piece] of answer.text.entries()) {
    if (index > 0 && answer.delay > 0) await delay(answer.delay);
    if (response.destroyed) return false;
    emit(piece);
  }
  return true;
}

/** Arguments come in two pieces, as from a model. */
export function halves(text) {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
}

// A scripted model on 127.0.0.1 for real agents: it speaks OpenAI chat completions and Responses, Anthropic
// Messages and Gemini. What it answers is decided by a marker in the prompt, see marker.mjs.
import { createServer } from 'node:http';
import * as zlib from 'node:zlib';
import { conversations } from './conversation.mjs';
import { decide } from './decide.mjs';
import { sendJson } from './stream.mjs';
import { anthropic } from './wires/anthropic.mjs';
import { chat } from './wires/chat.mjs';
import { gemini } from './wires/gemini.mjs';
import { responses } from './wires/responses.mjs';

const wires = { anthropic, chat, gemini, responses };
const decoders = {
  gzip: zlib.gunzipSync,
  deflate: zlib.inflateSync,
  br: zlib.brotliDecompressSync,
  zstd: zlib.zstdDecompressSync,
};
const models = ['scripted'].map((id) => ({
  id,
  object: 'model',
  type: 'model',
  name: `models/${id}`,
  slug: id,
}));

/** What belongs to the end of a path: a wire, or a fixed answer. */
const routes = [
  [/\/chat\/completions$/, { wire: 'chat' }],
  [/\/responses$/, { wire: 'responses' }],
  [/\/messages$/, { wire: 'anthropic' }],
  [/:streamGenerateContent$/, { wire: 'gemini', stream: true }],
  [/:generateContent$/, { wire: 'gemini', stream: false }],
  [/\/messages\/count_tokens$/, { body: { input_tokens: 100 } }],
  [/:countTokens$/, { body: { totalTokens: 100 } }],
  [/\/models$/, { body: { object: 'list', data: models, models, has_more: false } }],
];

async function readBody(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const decode = decoders[request.headers['content-encoding']] ?? ((bytes) => bytes);
  const text = decode(Buffer.concat(chunks)).toString('utf8');
  return text === '' ? {} : JSON.parse(text);
}

async function respond(request, response, log) {
  const { pathname } = new URL(request.url, 'http://localhost');
  const [, route] = routes.find(([pattern]) => pattern.test(pathname)) ?? [];
  if (route === undefined) {
    log({ path: pathname, status: 404 });
    sendJson(response, 404, { error: { type: 'not_found', message: `no route ${pathname}`, code: 404 } });
    return;
  }
  const body = await readBody(request);
  if (route.wire === undefined) {
    sendJson(response, 200, route.body);
    return;
  }
  const conversation = conversations[route.wire](body);
  const answer = decide(conversation);
  log({
    path: pathname,
    why: answer.why,
    calls: answer.calls.map(({ name, args }) => ({ name, args })),
    tools: conversation.tools.map(({ name }) => name),
  });
  await wires[route.wire](body, answer, response, route.stream);
}

/**
 * @param {(entry: object) => void} log one entry for each request
 * @returns {Promise<{ url: string, close: () => void }>}
 */
export async function startModelServer(log) {
  const server = createServer((request, response) => {
    respond(request, response, log).catch((error) => {
      log({ path: request.url, error: error.stack });
      if (response.headersSent) response.destroy();
      else sendJson(response, 500, { error: { message: error.message } });
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

// The line to test/bench/host/index.ts inside the extension host: questions and answers as lines of JSON.
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';

/** Milliseconds for one answer. */
const LIMIT = 60_000;

/** `env` leads the host here; `connected` resolves with `ask` once a window has called. */
export async function openHostLine() {
  let arrived;
  const sockets = new Set();
  const server = createServer((socket) => {
    sockets.add(socket);
    arrived?.(socket);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

  /** Waits for the next window. */
  async function next() {
    const socket = await new Promise((resolve) => (arrived = resolve));
    const waiting = new Map();
    let lastId = 0;
    createInterface({ input: socket }).on('line', (line) => {
      const { id, value, error } = JSON.parse(line);
      const { resolve, reject } = waiting.get(id);
      waiting.delete(id);
      if (error === undefined) resolve(value);
      else reject(new Error(error));
    });
    const fail = () => waiting.forEach(({ reject }) => reject(new Error('The extension host hung up.')));
    socket.on('error', fail).on('close', fail);
    const ask = (action, ...args) =>
      new Promise((resolve, reject) => {
        const id = ++lastId;
        const timer = setTimeout(() => reject(new Error(`${action} was not answered.`)), LIMIT);
        const settle = (how) => (value) => {
          clearTimeout(timer);
          how(value);
        };
        waiting.set(id, { resolve: settle(resolve), reject: settle(reject) });
        socket.write(`${JSON.stringify({ id, action, args })}\n`);
      });
    return { ask, close: () => socket.destroy() };
  }

  return {
    env: { ACP_WORKBENCH_BENCH_PORT: String(server.address().port) },
    next,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

import { agent, type AgentContext } from '@agentclientprotocol/sdk';
import { createNodeHttpHandler } from '@agentclientprotocol/sdk/experimental/node';
import { AcpServer } from '@agentclientprotocol/sdk/experimental/server';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { startInMemory } from '../agent/inMemory';
import type { AgentScript } from '../agent/scriptBuilder';

/** An agent that is reached over the network of this machine. */
export interface RemoteServer extends AsyncDisposable {
  /** `127.0.0.1:1234` */
  readonly address: string;
  /** Headers of each request, in order. */
  readonly requests: readonly IncomingHttpHeaders[];
  /** Open WebSockets. */
  readonly sockets: ReadonlySet<Duplex>;
}

async function listening(
  server: Server,
  parts: Omit<RemoteServer, 'address' | keyof AsyncDisposable>,
): Promise<RemoteServer> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    ...parts,
    address: `127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    [Symbol.asyncDispose]: async () => {
      for (const socket of parts.sockets) socket.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** One frame of a server; `final` and `opcode` as in RFC 6455. */
export function serverFrame(payload: Buffer, opcode = 1, final = true): Buffer {
  const head = Buffer.alloc(payload.length < 126 ? 2 : payload.length < 0x10000 ? 4 : 10);
  head[0] = (final ? 0x80 : 0) | opcode;
  head[1] = head.length === 2 ? payload.length : head.length === 4 ? 126 : 127;
  if (head.length === 4) head.writeUInt16BE(payload.length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(payload.length), 2);
  return Buffer.concat([head, payload]);
}

/** Texts of the masked frames of a client, as they arrive; other frames by their opcode. */
async function* clientTexts(socket: Duplex): AsyncGenerator<string | number> {
  let rest = Buffer.alloc(0);
  for await (const chunk of socket) {
    rest = Buffer.concat([rest, chunk as Buffer]);
    for (;;) {
      const short = (rest[1] ?? 0) & 0x7f;
      const start = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (rest.length < start + 4) break;
      const size = start === 2 ? short : start === 4 ? rest.readUInt16BE(2) : Number(rest.readBigUInt64BE(2));
      if (rest.length < start + 4 + size) break;
      const mask = rest.subarray(start, start + 4);
      const body = Buffer.from(rest.subarray(start + 4, start + 4 + size));
      for (const index of body.keys()) body[index] = (body[index] ?? 0) ^ (mask[index % 4] ?? 0);
      const opcode = (rest[0] ?? 0) & 0x0f;
      rest = rest.subarray(start + 4 + size);
      yield opcode === 1 ? body.toString('utf8') : opcode;
    }
  }
}

/**
 * A scripted agent behind a WebSocket.
 * @param send how one line of the agent goes out
 * @param heard told of frames that are no texts
 */
export function webSocketServer(
  script: AgentScript,
  send: (socket: Duplex, line: Buffer) => void = (socket, line) => void socket.write(serverFrame(line)),
  heard: (opcode: number) => void = () => undefined,
): Promise<RemoteServer> {
  const requests: IncomingHttpHeaders[] = [];
  const sockets = new Set<Duplex>();
  const server = createServer((_request, response) => void response.writeHead(426).end());
  server.on('upgrade', (request, socket) => {
    requests.push(request.headers);
    socket.on('error', () => undefined);
    if (request.url?.includes('closed') === true) {
      socket.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    const key = request.headers['sec-websocket-key'] ?? '';
    const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    const { process: peer } = startInMemory(script);
    void (async () => {
      for await (const text of clientTexts(socket)) {
        if (typeof text === 'number') heard(text);
        else peer.stdin.write(`${text}\n`);
      }
      await peer.stop();
    })().catch(() => undefined);
    void (async () => {
      let rest = '';
      for await (const chunk of peer.stdout) {
        const lines = (rest + String(chunk)).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) send(socket, Buffer.from(line));
      }
    })().catch(() => undefined);
  });
  return listening(server, { requests, sockets });
}

/** An agent behind the SDK's own Streamable HTTP server, which says `words` to each prompt. */
export function httpServer(words: string): Promise<RemoteServer> {
  const requests: IncomingHttpHeaders[] = [];
  const app = agent({ name: 'remote' })
    .onRequest('initialize', () => ({ protocolVersion: 1, agentCapabilities: {} }))
    .onRequest('session/new', () => ({ sessionId: 's1' }))
    .onRequest('session/prompt', async ({ client }: { readonly client: AgentContext }) => {
      await client.notify('session/update', {
        sessionId: 's1',
        update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: words } },
      });
      return { stopReason: 'end_turn' as const };
    });
  const handle = createNodeHttpHandler(new AcpServer({ agent: app }));
  const server = createServer((request, response) => {
    requests.push(request.headers);
    if (request.url?.includes('closed') === true) response.writeHead(401).end('no token');
    else handle(request, response);
  });
  return listening(server, { requests, sockets: new Set() });
}

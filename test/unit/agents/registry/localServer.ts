import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A real HTTP server on this computer, with an answer for each path. */
export class LocalServer {
  /** Paths asked for, in order. */
  readonly asked: string[] = [];
  private readonly answers = new Map<string, Answer>();
  private readonly server = createServer((request, response) => {
    const path = request.url ?? '';
    this.asked.push(path);
    const answer = this.answers.get(path) ?? ((_request, missing) => missing.writeHead(404).end());
    answer(request, response);
  });
  private port = 0;

  async start(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  url(path: string): string {
    return `http://127.0.0.1:${this.port}${path}`;
  }

  /** Returns the full address. */
  on(path: string, answer: Answer): string {
    this.answers.set(path, answer);
    return this.url(path);
  }

  serve(path: string, body: Buffer | string): string {
    return this.on(path, (_request, response) => response.end(body));
  }

  redirect(path: string, location: string): string {
    return this.on(path, (_request, response) => response.writeHead(302, { location }).end());
  }
}

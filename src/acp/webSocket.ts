import { createHash, randomBytes } from 'node:crypto';
import { request as httpRequest, STATUS_CODES } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Duplex } from 'node:stream';
import type { TextLink, TextLinkEvents } from './textLink';
import { FrameReader, frame, OPCODE } from './webSocketFrames';

/** Time (ms) that connecting may take. */
const CONNECT_MS = 30_000;
/** Time (ms) that the other side has for its part of a goodbye. */
const GOODBYE_MS = 1000;
const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/**
 * A WebSocket of text messages, https://www.rfc-editor.org/rfc/rfc6455. The runtime's own WebSocket, where it has one, sends no headers, says nothing about TLS or the HTTP status
 * when it fails, and does not go through the proxy that VS Code gives to `node:http`.
 * @throws Error that says what the network, TLS or the server said
 */
export async function openTextSocket(
  url: string,
  headers: Readonly<Record<string, string>>,
  events: TextLinkEvents,
  signal: AbortSignal,
): Promise<TextLink> {
  const { socket, head } = await upgrade(url, headers, signal);
  if (head.length > 0) socket.unshift(head);
  return new Connected(socket, events);
}

function upgrade(
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<{ readonly socket: Duplex; readonly head: Buffer }> {
  const key = randomBytes(16).toString('base64');
  const address = new URL(url);
  const secure = address.protocol === 'wss:';
  address.protocol = secure ? 'https:' : 'http:';
  return new Promise((resolve, reject) => {
    const request = (secure ? httpsRequest : httpRequest)(address, {
      headers: {
        ...headers,
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        'Sec-WebSocket-Version': '13',
        'Sec-WebSocket-Key': key,
      },
      // Its own socket: one of a pool may be half closed.
      agent: false,
      timeout: CONNECT_MS,
      signal,
    });
    request.once('timeout', () => {
      request.destroy(new Error(`it does not answer within ${String(CONNECT_MS / 1000)} s`));
    });
    request.once('response', (response) => {
      const { statusCode = 0 } = response;
      response.destroy();
      reject(new Error(`HTTP ${String(statusCode)} ${STATUS_CODES[statusCode] ?? ''}`.trimEnd()));
    });
    request.once('upgrade', (response, socket, head) => {
      socket.setTimeout(0);
      const accepted = createHash('sha1')
        .update(key + GUID)
        .digest('base64');
      if (response.headers['sec-websocket-accept'] === accepted) {
        resolve({ socket, head });
        return;
      }
      socket.destroy();
      reject(new Error('it answers, but not as a WebSocket'));
    });
    // Stays: a late error without a listener would end the extension host.
    request.on('error', reject);
    request.end();
  });
}

class Connected implements TextLink {
  private isClosing = false;
  private reason = 'the network connection broke';

  constructor(
    private readonly socket: Duplex,
    private readonly events: TextLinkEvents,
  ) {
    socket.on('error', (error) => {
      this.reason = error.message;
    });
    void this.read();
  }

  send(text: string): Promise<void> {
    return this.write(OPCODE.text, Buffer.from(text));
  }

  close(): void {
    if (this.isClosing) return;
    this.isClosing = true;
    this.reason = 'it was closed here';
    void this.write(OPCODE.close, Buffer.from([0x03, 0xe8]));
    this.socket.end();
    setTimeout(() => this.socket.destroy(), GOODBYE_MS).unref();
  }

  private async read(): Promise<void> {
    const reader = new FrameReader();
    try {
      for await (const chunk of this.socket) {
        for (const { opcode, payload } of reader.push(chunk as Buffer)) {
          if (opcode === OPCODE.ping) await this.write(OPCODE.pong, payload);
          else if (opcode === OPCODE.close) this.onClose(payload);
          else if (opcode === OPCODE.text) await this.events.message(payload.toString('utf8'));
        }
      }
    } catch (error) {
      if (!this.isClosing) this.reason = error instanceof Error ? error.message : String(error);
    }
    this.socket.destroy();
    this.events.over(this.reason);
  }

  private onClose(payload: Buffer): void {
    if (this.isClosing) return;
    const code = payload.length >= 2 ? payload.readUInt16BE(0) : 1005;
    const words = payload.subarray(2).toString('utf8');
    this.close();
    this.reason = `the other side closed it (code ${String(code)}${words === '' ? '' : `: ${words}`})`;
  }

  private write(opcode: number, payload: Buffer): Promise<void> {
    return new Promise((resolve) => {
      if (!this.socket.writable) resolve();
      else this.socket.write(frame(opcode, payload), () => resolve());
    });
  }
}

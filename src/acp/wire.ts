import { constants } from 'node:buffer';
import type { Readable, Writable } from 'node:stream';
import { setImmediate as macrotask } from 'node:timers/promises';
import type { AnyMessage, Stream } from '@agentclientprotocol/sdk';
import type { TooLarge } from './errors/wire';
import { isObject, jsonText, type JsonObject } from './json';
import { LineSplitter, MAX_LINE_BYTES } from './lines';
import { readEdges } from './oversize';
import { rpcCode } from './rpcError';

export interface WireEvents {
  /** One `session/update` notification, in arrival order, before anything that came after it. */
  update(params: unknown): void;
  /** A line that is no JSON-RPC object. Never answered. */
  noise(line: string): void;
  /** A message that was left out, and why: over the size cap, an answer to nothing. */
  dropped(reason: string): void;
  /** Every message in both directions, for the trace. */
  tap(direction: 'in' | 'out', message: JsonObject): void;
  /** The agent no longer reads: nothing more can be sent. */
  writeFailed(reason: string): void;
}

export interface Wire {
  /** What the SDK talks to. Never closes or errs by itself: the owner of the process decides when it is over. */
  readonly stream: Stream;
  /** Resolves when the agent's output has ended and everything in it was delivered. */
  readonly drained: Promise<void>;
}

/** `data` of an error that stands for an answer or a request which was too large. Only the wire makes them. */
export class Oversize implements TooLarge {
  constructor(
    readonly direction: 'in' | 'out',
    readonly bytes: number,
    readonly limit: number,
  ) {}
}

/** A turn of the event loop is given away at least this often (ms) while a burst is handled. */
const SLICE_MS = 8;

/**
 * Bytes <-> JSON-RPC messages, one a line. Differences to the SDK's own stream, each for a reason:
 * - noise on stdout is reported, not answered;
 * - `session/update` goes straight to the owner and after every other message a turn of the event loop is
 *   given, because the SDK settles answers sooner than it runs handlers: so order of arrival is order of effect;
 * - our request ids start at 1 (the SDK's at 0, which some agents take for absent);
 * - answers that match no request of ours are dropped here with a log line;
 * - a message over `maxBytes` is left out, and whoever waits for it gets an error in its place.
 */
export function openWire(
  input: Readable,
  output: Writable,
  events: WireEvents,
  maxBytes: number = MAX_LINE_BYTES,
): Wire {
  const awaited = new Set<number>();
  let controller: ReadableStreamDefaultController<AnyMessage> | undefined;
  const readable = new ReadableStream<AnyMessage>({
    start: (created) => {
      controller = created;
    },
    // The connection is over while the program still talks: its output is read to the end all the same.
    cancel: () => {
      controller = undefined;
    },
  });

  const writer = new LineWriter(output, events);
  const writable = new WritableStream<AnyMessage>({
    write: (message) => {
      const sent = shiftOutgoing(message, awaited);
      const line = oneLine(sent);
      const bytes = line === undefined ? constants.MAX_STRING_LENGTH : Buffer.byteLength(line);
      if (line === undefined || bytes > maxBytes) return leaveOut(sent, bytes);
      events.tap('out', sent);
      return writer.write(`${line}\n`);
    },
  });

  const failRequest = (id: unknown, oversize: Oversize): boolean => {
    const error = { code: rpcCode.internal, message: 'Message too large', data: oversize };
    const answer = shiftAnswer({ jsonrpc: '2.0', id, error }, awaited);
    if (answer !== undefined) controller?.enqueue(answer as AnyMessage);
    return answer !== undefined;
  };

  /** The agent waits for an answer to its request `id`. */
  const refuse = (id: unknown, bytes: number): Promise<void> => {
    const message = `A message of ${String(bytes)} bytes is over the limit of ${String(maxBytes)}`;
    const answer = { jsonrpc: '2.0', id, error: { code: rpcCode.internal, message } };
    return writer.write(`${JSON.stringify(answer)}\n`);
  };

  const leaveOut = async (message: JsonObject, bytes: number): Promise<void> => {
    const { id, method } = message;
    events.dropped(`a message to the agent of ${String(bytes)} bytes: it is over the limit`);
    if (method === undefined) await refuse(id, bytes);
    else failRequest(id, new Oversize('out', bytes, maxBytes));
  };

  /** Gives a promise where what follows has to wait: most messages are updates, which need none. */
  const handle = (line: string): Promise<unknown> | undefined => {
    const message = parseMessage(line);
    if (message === undefined) {
      if (line.trim() !== '') events.noise(line);
      return undefined;
    }
    events.tap('in', message);
    // An id of null is how some write a notification.
    if (message['method'] === 'session/update' && (message['id'] ?? null) === null) {
      events.update(message['params']);
      return undefined;
    }
    const shifted = 'method' in message ? message : shiftAnswer(message, awaited);
    if (shifted === undefined) {
      events.dropped(`an answer to no request of ours, id ${shownId(message['id'])}`);
      return undefined;
    }
    controller?.enqueue(shifted as AnyMessage);
    return macrotask();
  };

  const deliver = (line: string): Promise<unknown> | undefined => {
    try {
      return handle(line);
    } catch (error) {
      // One message that cannot be handled must not end the whole connection.
      events.dropped(`a message that failed: ${String(error)}`);
      return undefined;
    }
  };

  const splitter = new LineSplitter((bytes, head, tail) => {
    events.dropped(`a message of ${String(bytes)} bytes: it is over the limit`);
    const { id, isCall } = readEdges(head, tail);
    if (!isCall) failRequest(id, new Oversize('in', bytes, maxBytes));
    else if (id !== undefined) void refuse(id, bytes);
  }, maxBytes);

  return { stream: { readable, writable }, drained: pump(input, splitter, deliver) };
}

async function pump(
  input: Readable,
  splitter: LineSplitter,
  deliver: (line: string) => Promise<unknown> | undefined,
): Promise<void> {
  let sliceStart = performance.now();
  try {
    for await (const chunk of input) {
      for (const line of splitter.push(chunk as Buffer)) {
        const turn = deliver(line);
        if (turn !== undefined) await turn;
        if (performance.now() - sliceStart > SLICE_MS) {
          await macrotask();
          sliceStart = performance.now();
        }
      }
    }
  } catch {
    // The pipe broke: the process's exit tells the reason.
  }
  const rest = splitter.end();
  if (rest !== undefined) await deliver(rest);
}

/** A JSON-RPC message, repaired where agents are sloppy; undefined for everything else. */
function parseMessage(line: string): JsonObject | undefined {
  // Trimmed, because some start with a byte order mark.
  const text = line.trimStart();
  if (!text.startsWith('{')) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(value)) return undefined;
  if (typeof value['method'] === 'string') return { ...value, jsonrpc: '2.0' };
  // Some leave a result of null out. A log line in JSON says no `jsonrpc`.
  const answers = 'result' in value || 'error' in value || value['jsonrpc'] === '2.0';
  if (!('id' in value) || !answers) return undefined;
  return { jsonrpc: '2.0', id: value['id'], ...answerBody(value) };
}

/** U+2028 and U+2029 are escaped, because the line reader of Node.js, which agents use, ends lines at them. */
function oneLine(message: unknown): string | undefined {
  try {
    return JSON.stringify(message).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  } catch {
    // Longer than a string can be, or deeper than the stack.
    return undefined;
  }
}

/** Ids of agents may be anything, of any size. */
function shownId(id: unknown): string {
  return jsonText(id).slice(0, 100);
}

/** Some agents answer with both members, or with an error that is not an object. */
function answerBody(value: JsonObject): JsonObject {
  const { error } = value;
  if (error === undefined || error === null) return { result: value['result'] ?? null };
  const fields = isObject(error)
    ? error
    : { message: typeof error === 'string' ? error : (oneLine(error) ?? 'Internal error') };
  const code = fields['code'];
  const message = fields['message'];
  return {
    error: {
      code: typeof code === 'number' && Number.isInteger(code) ? code : -32603,
      message: typeof message === 'string' ? message : 'Internal error',
      data: fields['data'],
    },
  };
}

function shiftOutgoing(message: JsonObject, awaited: Set<number>): JsonObject {
  const { id, method, params } = message;
  if (typeof method === 'string' && typeof id === 'number') {
    awaited.add(id + 1);
    return { ...message, id: id + 1 };
  }
  if (method === '$/cancel_request' && isObject(params) && typeof params['requestId'] === 'number') {
    return { ...message, params: { ...params, requestId: params['requestId'] + 1 } };
  }
  return message;
}

function shiftAnswer(message: JsonObject, awaited: Set<number>): JsonObject | undefined {
  const { id } = message;
  if (typeof id !== 'number' || !awaited.delete(id)) return undefined;
  return { ...message, id: id - 1 };
}

/** One serialised writer with back-pressure. A failed write is reported once and swallowed from then on. */
class LineWriter {
  private broken = false;

  constructor(
    private readonly output: Writable,
    private readonly events: WireEvents,
  ) {
    output.on('error', (error: Error) => {
      this.fail(error.message);
    });
    output.on('close', () => {
      this.fail('its input was closed');
    });
  }

  write(line: string): Promise<void> {
    if (this.broken) return Promise.resolve();
    if (this.output.destroyed || this.output.writableEnded) {
      this.fail('its input was closed');
      return Promise.resolve();
    }
    if (this.output.write(line)) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        this.output.off('drain', done);
        this.output.off('close', done);
        resolve();
      };
      this.output.on('drain', done);
      this.output.on('close', done);
    });
  }

  private fail(reason: string): void {
    if (this.broken) return;
    this.broken = true;
    this.events.writeFailed(reason);
  }
}

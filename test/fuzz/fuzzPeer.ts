import { isObject, type JsonObject } from '../../src/acp/json';
import { LineSplitter } from '../../src/acp/lines';
import { eventually } from '../agent/eventually';
import { MemoryAgent } from '../agent/inMemory';
import { readLines } from '../agent/reading';

/** The agent's end of a connection. Keeps the books: what it asked, and how often each of it was answered. */
export class FuzzPeer {
  readonly agent = new MemoryAgent();
  /** Requests of the client that it has not answered, with their methods. */
  readonly open = new Map<number, string>();
  messages = 0;
  private readonly asked = new Map<string, number>();
  private readonly answered = new Map<string, number>();
  private readonly sent = new LineSplitter(() => undefined);
  private syncs = 0;

  constructor() {
    readLines(this.agent.stdin, {}, (line) => {
      this.take(JSON.parse(line) as JsonObject);
    }).catch(() => undefined);
  }

  write(bytes: Buffer): void {
    this.messages++;
    this.agent.stdout.write(bytes);
    for (const line of this.sent.push(bytes)) {
      const id = askedId(line);
      if (id !== undefined) count(this.asked, id);
    }
  }

  send(message: JsonObject): void {
    this.write(Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`));
  }

  /** Ends a line that was broken off. */
  endLine(): void {
    this.write(Buffer.from('\n'));
  }

  requested(method: string): Promise<unknown> {
    return eventually(() => [...this.open.values()].includes(method), `the request ${method}`);
  }

  /** Answers what is still open, in the plainest way. */
  answerAll(): void {
    for (const [id, method] of this.open) {
      const result =
        method === 'session/new' ? { sessionId: 's1' } : { stopReason: 'end_turn', protocolVersion: 1 };
      this.send({ id, result });
    }
    this.open.clear();
  }

  /** Resolves when the client has handled everything that was sent so far. */
  async sync(): Promise<void> {
    const id = `sync ${this.syncs++}`;
    this.send({ id, method: '_fuzz/sync' });
    await eventually(() => this.answered.has(JSON.stringify(id)), `an answer to “${id}”`);
  }

  /** Ids of requests that were answered more or less often than they were asked. */
  unbalanced(): readonly string[] {
    const ids = new Set([...this.asked.keys(), ...this.answered.keys()]);
    return [...ids]
      .filter((id) => this.asked.get(id) !== this.answered.get(id))
      .map(
        (id) =>
          `${id.slice(0, 80)}: asked ${this.asked.get(id) ?? 0}, answered ${this.answered.get(id) ?? 0}`,
      );
  }

  private take(message: JsonObject): void {
    const { id, method } = message;
    if (typeof method !== 'string') count(this.answered, JSON.stringify(id));
    else if (typeof id === 'number') this.open.set(id, method);
  }
}

/** The id under which a line wants an answer, as JSON; undefined for a line that wants none. */
function askedId(line: string): string | undefined {
  let message: unknown;
  try {
    if (!line.trimStart().startsWith('{')) return undefined;
    message = JSON.parse(line.trimStart());
  } catch {
    return undefined;
  }
  if (!isObject(message) || typeof message['method'] !== 'string' || !('id' in message)) return undefined;
  const { id } = message;
  if (message['method'] === 'session/update' && id === null) return undefined;
  // An id of a type that JSON-RPC does not know is answered with null.
  const valid = id === null || typeof id === 'string' || (typeof id === 'number' && Number.isFinite(id));
  return valid ? JSON.stringify(id) : 'null';
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

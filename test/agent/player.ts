import { setTimeout as delay } from 'node:timers/promises';
import { isObject, asArray, asObject, asString, type JsonObject } from '../../src/acp/json';
import { usual, type End, type Faults, type Handler, type Script, type Step } from './script';
import { Voice } from './voice';

/** What an agent lives in: a process, or a pair of streams. */
export interface Body {
  write(bytes: Buffer): void;
  writeError(bytes: Buffer): void;
  close(what: 'stdin' | 'stdout'): void;
  /** Gives the pid. */
  startGrandchild(detached: boolean): Promise<number>;
  end(how: End): void;
  /** Notes a message that arrived. */
  note(line: string): void;
}

type StepName = Step extends infer S ? (S extends S ? keyof S : never) : never;
type StepRunners = Readonly<Record<StepName, (value: never, call: Call) => void | Promise<void>>>;

/** The request or notification that is being handled. */
interface Call {
  readonly id: unknown;
  readonly text: string;
}

/** Does what a script says. Knows nothing of processes and streams. */
export class Player {
  private readonly voice: Voice;
  private readonly unread: JsonObject[] = [];
  private readonly waiting = new Set<() => void>();
  private readonly calls = new Map<string, number>();
  private pid = 0;

  constructor(
    private readonly script: Script,
    private readonly body: Body,
  ) {
    this.voice = new Voice(script, (bytes) => {
      body.write(bytes);
    });
  }

  get faults(): Faults {
    return this.script;
  }

  start(): void {
    void this.run(this.script.start ?? [], { id: undefined, text: '' });
  }

  /** One line that the client sent. */
  take(line: string): void {
    this.body.note(line);
    const message = asObject(JSON.parse(line));
    this.unread.push(message);
    for (const resume of this.waiting) resume();
    this.waiting.clear();
    const method = asString(message['method']);
    if (method === undefined) return;
    const text = promptText(message['params']);
    void this.run(this.stepsFor(method, text), { id: message['id'], text });
  }

  private stepsFor(method: string, text: string): readonly Step[] {
    const handlers = (this.script.on?.[method] ?? []).map(asHandler);
    const chosen = handlers.find(({ when }) => when !== undefined && text.includes(when));
    if (chosen !== undefined) return chosen.steps;
    const ordered = handlers.filter(({ when }) => when === undefined);
    const call = this.calls.get(method) ?? 0;
    this.calls.set(method, call + 1);
    return ordered[Math.min(call, ordered.length - 1)]?.steps ?? usual[method] ?? [];
  }

  private async run(steps: readonly Step[], call: Call): Promise<void> {
    for (const step of steps) {
      const [name, value] = Object.entries(step)[0] as [StepName, never];
      await this.steps[name](value, call);
    }
  }

  private readonly steps: StepRunners = {
    answer: (result: unknown, call) => this.say([{ id: '$id', result }], call),
    error: (error: JsonObject, call) => this.say([{ id: '$id', error }], call),
    update: (update: JsonObject, call) =>
      this.say([{ method: 'session/update', params: { sessionId: 's1', update } }], call),
    send: (messages: readonly JsonObject[], call) => this.say(messages, call),
    ask: async (request: JsonObject, call) => {
      await this.say([request], call);
      await this.seen((message) => isAnswerTo(message, request['id']));
    },
    raw: (text: string, call) => this.voice.print(withPlaces(text, call)),
    bytewise: (text: string, call) => this.voice.print(withPlaces(text, call), 1),
    half: (message: JsonObject, call) => {
      const whole = this.voice.frame(this.filled(message, call) as JsonObject);
      return this.voice.print(whole.slice(0, whole.length / 2));
    },
    stderr: (text: string, call) => {
      this.body.writeError(Buffer.from(withPlaces(text, call)));
    },
    flood: (bytes: number) => {
      const line = Buffer.from(`${'x'.repeat(1023)}\n`.repeat(64));
      for (let left = bytes; left > 0; left -= line.length)
        this.body.writeError(line.subarray(0, Math.min(left, line.length)));
    },
    wait: (wanted: { readonly method?: string; readonly id?: unknown }) =>
      this.seen((message) =>
        wanted.method === undefined ? isAnswerTo(message, wanted.id) : message['method'] === wanted.method,
      ),
    grandchild: async (kind: 'plain' | 'detached') => {
      this.pid = await this.body.startGrandchild(kind === 'detached');
    },
    close: (what: 'stdin' | 'stdout') => {
      this.body.close(what);
    },
    pause: (milliseconds: number) => delay(milliseconds),
    stall: () => new Promise(() => undefined),
    exit: (code: number) => this.end({ code, signal: null }),
    die: (signal: NodeJS.Signals) => this.end({ code: null, signal }),
  };

  private say(messages: readonly JsonObject[], call: Call): Promise<void> {
    return this.voice.say(messages.map((message) => this.filled(message, call) as JsonObject));
  }

  private end(how: End): Promise<never> {
    this.body.end(how);
    return new Promise(() => undefined);
  }

  private async seen(matches: (message: JsonObject) => boolean): Promise<void> {
    for (;;) {
      const index = this.unread.findIndex(matches);
      if (index >= 0) {
        this.unread.splice(index, 1);
        return;
      }
      await new Promise<void>((resolve) => this.waiting.add(resolve));
    }
  }

  private filled(value: unknown, call: Call): unknown {
    const places: Readonly<Record<string, unknown>> = {
      $id: call.id,
      $text: call.text,
      $pid: this.pid,
      $cwd: process.cwd(),
    };
    if (typeof value === 'string') return Object.hasOwn(places, value) ? places[value] : value;
    if (Array.isArray(value)) return asArray(value).map((inner) => this.filled(inner, call));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, this.filled(inner, call)]));
  }
}

function withPlaces(text: string, { id }: Call): string {
  return text
    .replaceAll('$id', String(id))
    .replace(/\$env:(\w+)/g, (_place, name: string) => process.env[name] ?? '');
}

function asHandler(handler: Handler | readonly Step[]): Handler {
  return 'steps' in handler ? handler : { steps: handler };
}

function isAnswerTo(message: JsonObject, id: unknown): boolean {
  return !('method' in message) && message['id'] === id;
}

function promptText(params: unknown): string {
  return asArray(asObject(params)['prompt'])
    .map((block) => asString(asObject(block)['text']) ?? '')
    .join('');
}

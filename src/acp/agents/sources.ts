import { within } from './limit';

/** What became of the last run of a source. */
export type SourceResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | {
      readonly ok: false;
      readonly error: unknown;
      /** For the log: what the error says. */
      readonly reason: string;
      /** What the last run that succeeded gave. */
      readonly last?: Value;
    };

export interface SourceLoader<Value> {
  load(): Promise<Value>;
  /** Milliseconds after which a run counts as failed; unlimited unless given. */
  readonly timeLimit?: number;
}

type Loaders<Sources> = { readonly [Name in keyof Sources]: SourceLoader<Sources[Name]> };
type Results<Sources> = { readonly [Name in keyof Sources]: SourceResult<Sources[Name]> };
type Entries<Sources> = { [Name in keyof Sources]: Source<Sources[Name]> };

/** Where agents come from, each asked once and remembered: none waits for another, and each fails alone. */
export class SourceCache<Sources extends object> {
  private readonly sources: Entries<Sources>;

  constructor(loaders: Loaders<Sources>) {
    const entries = this.namesOf(loaders).map((name) => [name, new Source(loaders[name])] as const);
    this.sources = Object.fromEntries(entries) as Entries<Sources>;
  }

  /** Runs the source if it has not run yet; otherwise what it gave, or is about to give. Never rejects. */
  get<Name extends keyof Sources>(name: Name): Promise<SourceResult<Sources[Name]>> {
    return this.sources[name].get();
  }

  /** All sources at once. */
  async all(): Promise<Results<Sources>> {
    const names = this.namesOf(this.sources);
    const results = await Promise.all(names.map(async (name) => [name, await this.get(name)] as const));
    return Object.fromEntries(results) as Results<Sources>;
  }

  /** What is known without waiting. */
  peek<Name extends keyof Sources>(name: Name): SourceResult<Sources[Name]> | undefined {
    return this.sources[name].result;
  }

  /** Runs the source again, or joins the run that is under way. */
  refresh<Name extends keyof Sources>(name: Name): Promise<SourceResult<Sources[Name]>> {
    return this.sources[name].refresh();
  }

  /** What it gave no longer holds, and neither does what a run under way is going to give: the next call runs it. */
  invalidate(name: keyof Sources): void {
    this.sources[name].invalidate();
  }

  private namesOf(of: Readonly<Record<keyof Sources, unknown>>): readonly (keyof Sources)[] {
    return Object.keys(of) as (keyof Sources)[];
  }
}

const LATE = Symbol('late');

class Source<Value> {
  result: SourceResult<Value> | undefined;
  private running: Promise<SourceResult<Value>> | undefined;
  private last: { readonly value: Value } | undefined;

  constructor(private readonly loader: SourceLoader<Value>) {}

  get(): Promise<SourceResult<Value>> {
    return this.running ?? (this.result === undefined ? this.run() : Promise.resolve(this.result));
  }

  refresh(): Promise<SourceResult<Value>> {
    return this.running ?? this.run();
  }

  invalidate(): void {
    this.running = undefined;
    this.result = undefined;
  }

  private run(): Promise<SourceResult<Value>> {
    const run = this.load().then((result) => {
      // Otherwise it was declared invalid meanwhile.
      if (this.running === run) {
        this.running = undefined;
        this.result = result;
        if (result.ok) this.last = result;
      }
      return result;
    });
    this.running = run;
    return run;
  }

  private async load(): Promise<SourceResult<Value>> {
    try {
      return { ok: true, value: await this.limited() };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { ok: false, error, reason, ...(this.last === undefined ? {} : { last: this.last.value }) };
    }
  }

  private async limited(): Promise<Value> {
    // A loader that throws at once fails like one that rejects.
    const value = Promise.resolve().then(() => this.loader.load());
    const { timeLimit } = this.loader;
    const inTime = timeLimit === undefined ? await value : await within(timeLimit, value, LATE);
    if (inTime === LATE) throw new Error(`no answer within ${(timeLimit ?? 0) / 1000} s`);
    return inTime;
  }
}

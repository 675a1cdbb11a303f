import { phrase, type Phrase } from '../../errors';
import { parseRegistry, type RegistryDocument } from './document';
import { announcedLength, bodyOf, failureReason, fetchSafely, type Fetch } from './fetchSafely';
import { readCache, validators, writeCache, type CachedRegistry } from './registryCache';

export const registryUrl = 'https://cdn.agentclientprotocol.com/registry/v1/latest/registry.json';

const HOUR = 3_600_000;
const DEFAULTS = { maxAge: HOUR, retryAfter: 60_000, timeLimit: 30_000, maxBytes: 16 * 1024 * 1024 };

export interface RegistryStoreOptions {
  readonly url: string;
  /** Full path; its folder is made when needed. */
  readonly cacheFile: string;
  readonly fetch: Fetch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The document that comes with the extension, not yet parsed; asked only when there is nothing else. */
  readonly snapshot: () => Promise<unknown>;
  /** Milliseconds for which what was fetched is not asked for again; an hour unless given. */
  readonly maxAge?: number;
  /** Milliseconds to wait after a failure; a minute unless given. */
  readonly retryAfter?: number;
  /** Milliseconds for a whole fetch. */
  readonly timeLimit?: number;
  /** Bytes of a document. */
  readonly maxBytes?: number;
}

export interface RegistryResult {
  readonly document: RegistryDocument;
  /** `network`: the registry has sent or confirmed it just now. */
  readonly source: 'network' | 'cache' | 'snapshot';
  /** Milliseconds since the registry sent or confirmed it; unknown for the snapshot. */
  readonly age?: number;
  /** Why there is nothing newer, when asking for it has failed. */
  readonly error?: Phrase;
}

interface Failure {
  readonly at: number;
  readonly error: Phrase;
}

/** The ACP registry: fetched at most hourly, kept on disk, and there without a network, too. */
export class RegistryStore {
  private readonly options: RegistryStoreOptions & typeof DEFAULTS;
  private refreshing: Promise<CachedRegistry | Failure> | undefined;
  private failure: Failure | undefined;
  private parsed: { readonly body: unknown; readonly document: RegistryDocument } | undefined;
  private cached: CachedRegistry | undefined;

  constructor(options: RegistryStoreOptions) {
    this.options = { ...DEFAULTS, ...options };
  }

  /** Never rejects. `force`: also when what is there is new enough. Two calls at once are one fetch. */
  async get({ force = false }: { readonly force?: boolean } = {}): Promise<RegistryResult> {
    const cached = await this.readCached();
    const { now, maxAge, retryAfter } = this.options;
    const isFresh = cached !== undefined && isWithin(cached.checkedAt, now(), maxAge);
    if (!force && isFresh) return this.fromCache(cached);
    const waits = this.failure !== undefined && isWithin(this.failure.at, now(), retryAfter);
    if (!force && waits) return this.withoutNetwork(cached);

    this.refreshing ??= this.refresh(cached).finally(() => (this.refreshing = undefined));
    const outcome = await this.refreshing;
    if ('error' in outcome) return this.withoutNetwork(cached);
    return { document: this.parse(outcome.body), source: 'network', age: 0 };
  }

  /** What is there without asking the registry, however old. Never rejects. */
  async peek(): Promise<RegistryResult> {
    return this.withoutNetwork(await this.readCached());
  }

  private async withoutNetwork(cached: CachedRegistry | undefined): Promise<RegistryResult> {
    const error = this.failure === undefined ? {} : { error: this.failure.error };
    if (cached !== undefined) return { ...this.fromCache(cached), ...error };
    const body = await this.options.snapshot().catch(() => undefined);
    return { document: this.parse(body), source: 'snapshot', ...error };
  }

  private fromCache(cached: CachedRegistry): RegistryResult {
    const age = Math.max(0, this.options.now() - cached.checkedAt);
    return { document: this.parse(cached.body), source: 'cache', age };
  }

  /** On disk rather than in memory: another window may have fetched it. */
  private async readCached(): Promise<CachedRegistry | undefined> {
    const { cacheFile, url, maxBytes, now, maxAge } = this.options;
    if (this.cached !== undefined && isWithin(this.cached.checkedAt, now(), maxAge)) return this.cached;
    const cached = await readCache(cacheFile, url, maxBytes);
    if (cached !== undefined && this.parse(cached.body).agents.length > 0) this.cached = cached;
    return this.cached;
  }

  private async refresh(cached: CachedRegistry | undefined): Promise<CachedRegistry | Failure> {
    try {
      const fetched = await this.ask(cached);
      this.cached = fetched;
      this.failure = undefined;
      await writeCache(this.options.cacheFile, fetched);
      return fetched;
    } catch (error) {
      const reason = failureReason(error);
      const failure = {
        at: this.options.now(),
        error: phrase('The registry could not be read: {0}', reason),
      };
      this.failure = failure;
      return failure;
    }
  }

  private async ask(cached: CachedRegistry | undefined): Promise<CachedRegistry> {
    const { fetch, url, now, timeLimit } = this.options;
    const headers = {
      accept: 'application/json',
      ...(cached?.etag === undefined ? {} : { 'if-none-match': cached.etag }),
      ...(cached?.lastModified === undefined ? {} : { 'if-modified-since': cached.lastModified }),
    };
    const response = await fetchSafely(fetch, url, { headers, signal: AbortSignal.timeout(timeLimit) });
    if (response.status === 304 && cached !== undefined) return { ...cached, checkedAt: now() };
    if (response.status !== 200) {
      await response.body?.cancel().catch(() => undefined);
      throw new Error(`${response.status} ${response.statusText}`.trim());
    }
    const body = parseJson(await this.readBody(response));
    if (this.parse(body).agents.length === 0) throw new Error('the document lists no agents');
    const tags = validators(response.headers.get('etag'), response.headers.get('last-modified'));
    return { url, checkedAt: now(), body, ...tags };
  }

  private async readBody(response: Response): Promise<string> {
    const { maxBytes } = this.options;
    const tooLarge = (): Error => new Error(`the document is larger than ${maxBytes} bytes`);
    if ((announcedLength(response) ?? 0) > maxBytes) {
      await response.body?.cancel().catch(() => undefined);
      throw tooLarge();
    }
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of bodyOf(response)) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw tooLarge();
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  }

  private parse(body: unknown): RegistryDocument {
    if (this.parsed?.body !== body || this.parsed === undefined)
      this.parsed = { body, document: parseRegistry(body) };
    return this.parsed.document;
  }
}

/** A time in the future counts as long ago: the clock was moved. */
function isWithin(time: number, now: number, limit: number): boolean {
  return time <= now && now - time < limit;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The parser's own words quote the page of some proxy.
    throw new Error('the answer is not JSON', { cause: error });
  }
}

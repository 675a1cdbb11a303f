import { readFile, stat } from 'node:fs/promises';
import { asString, isObject } from '../../json';
import { writeAtomically } from './atomicFile';

/** What was fetched last, as it is kept on disk. */
export interface CachedRegistry {
  /** Of the registry; a cache of another one does not count. */
  readonly url: string;
  /** Milliseconds since 1970 at which the registry last confirmed it. */
  readonly checkedAt: number;
  readonly etag?: string;
  readonly lastModified?: string;
  /** The document, not yet parsed. */
  readonly body: unknown;
}

/** Undefined when there is none, or it is broken, too large or of another registry. */
export async function readCache(
  file: string,
  url: string,
  maxBytes: number,
): Promise<CachedRegistry | undefined> {
  try {
    // What is around the document is small.
    if ((await stat(file)).size > 2 * maxBytes) return undefined;
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (!isObject(value) || value['url'] !== url) return undefined;
    const { checkedAt, body } = value;
    if (typeof checkedAt !== 'number' || !Number.isFinite(checkedAt)) return undefined;
    return { url, checkedAt, body, ...validators(asString(value['etag']), asString(value['lastModified'])) };
  } catch {
    return undefined;
  }
}

/** A cache that cannot be written is no failure: it is fetched again next time. */
export async function writeCache(file: string, cached: CachedRegistry): Promise<void> {
  await writeAtomically(file, JSON.stringify(cached)).catch(() => undefined);
}

/** Only those that can be sent back in a header. */
export function validators(
  etag: string | null | undefined,
  lastModified: string | null | undefined,
): Pick<CachedRegistry, 'etag' | 'lastModified'> {
  const usable = (text: string | null | undefined): text is string =>
    typeof text === 'string' && /^[\x20-\x7e]{1,500}$/.test(text);
  return {
    ...(usable(etag) ? { etag } : {}),
    ...(usable(lastModified) ? { lastModified } : {}),
  };
}

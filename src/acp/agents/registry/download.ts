import { createHash } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { AgentError } from '../../errors';
import {
  downloadFailed,
  downloadTooLarge,
  insecureAddress,
  installStopped,
  storageFailed,
  wrongHash,
} from '../../errors/install';
import {
  announcedLength,
  bodyOf,
  failureReason,
  fetchSafely,
  InsecureAddress,
  type Fetch,
} from './fetchSafely';

/** 1 GiB. */
const MAX_BYTES = 1024 ** 3;
/** Milliseconds. */
const STALL_LIMIT = 60_000;

export interface DownloadRequest {
  readonly url: string;
  /** Full path of a file that does not exist yet, in a folder that does. */
  readonly file: string;
  /** Of what must arrive; hexadecimal. */
  readonly sha256?: string;
  readonly signal?: AbortSignal;
  /** Bytes so far, and of the whole where the server says so. */
  readonly progress?: (received: number, total: number | undefined) => void;
  /** Bytes. */
  readonly maxBytes?: number;
  /** Milliseconds without a byte after which it has failed. */
  readonly stallLimit?: number;
}

export interface Downloaded {
  readonly bytes: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
}

/**
 * Downloads over https to a new file; nothing of it is left when that fails or is stopped.
 * @throws AgentError install-failed, or stopped when the signal says so
 */
export async function download(request: DownloadRequest, fetch: Fetch): Promise<Downloaded> {
  const stall = new StallTimer(request.stallLimit ?? STALL_LIMIT);
  try {
    return await receive(request, fetch, stall);
  } catch (error) {
    throw toAgentError(error, request, stall);
  } finally {
    stall.stop();
  }
}

async function receive(request: DownloadRequest, fetch: Fetch, stall: StallTimer): Promise<Downloaded> {
  const { url, maxBytes = MAX_BYTES } = request;
  const signal =
    request.signal === undefined ? stall.signal : AbortSignal.any([request.signal, stall.signal]);
  signal.throwIfAborted();
  // A packed body would not be the file that the hash is about.
  const response = await fetchSafely(fetch, url, { signal, headers: { 'accept-encoding': 'identity' } });
  const total = announcedLength(response);
  if (response.status !== 200 || (total ?? 0) > maxBytes) {
    await response.body?.cancel().catch(() => undefined);
    if (response.status === 200) throw downloadTooLarge(url, maxBytes);
    throw downloadFailed(url, `${response.status} ${response.statusText}`.trim());
  }
  const handle = await stored(request, open(request.file, 'wx'));
  let complete = false;
  try {
    const result = await save(response, handle, { ...request, maxBytes }, stall, total);
    signal.throwIfAborted();
    complete = true;
    return result;
  } finally {
    await handle.close().catch(() => undefined);
    if (!complete) await rm(request.file, { force: true }).catch(() => undefined);
  }
}

async function save(
  response: Response,
  handle: FileHandle,
  request: DownloadRequest & { readonly maxBytes: number },
  stall: StallTimer,
  total: number | undefined,
): Promise<Downloaded> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of bodyOf(response)) {
    stall.reset();
    bytes += chunk.byteLength;
    if (bytes > request.maxBytes) throw downloadTooLarge(request.url, request.maxBytes);
    hash.update(chunk);
    await stored(request, handle.writeFile(chunk));
    request.progress?.(bytes, total);
  }
  if (total !== undefined && total !== bytes)
    throw downloadFailed(request.url, `${bytes} of ${total} bytes arrived`);
  await stored(request, handle.sync());
  const sha256 = hash.digest('hex');
  const expected = request.sha256?.toLowerCase();
  if (expected !== undefined && expected !== sha256) throw wrongHash(request.url, expected, sha256);
  return { bytes, sha256 };
}

async function stored<Result>({ file }: DownloadRequest, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw storageFailed(file, error);
  }
}

function toAgentError(error: unknown, { url, signal }: DownloadRequest, stall: StallTimer): AgentError {
  if (signal?.aborted === true) return installStopped();
  if (error instanceof AgentError) return error;
  if (error instanceof InsecureAddress) return insecureAddress(error.url);
  if (stall.signal.aborted) return downloadFailed(url, `nothing arrived for ${stall.seconds} s`, error);
  return downloadFailed(url, failureReason(error), error);
}

/** Aborts its signal when nothing has happened for a while. */
class StallTimer {
  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly limit: number) {
    this.timer = setTimeout(() => this.controller.abort(), limit);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  get seconds(): number {
    return this.limit / 1000;
  }

  reset(): void {
    this.timer.refresh();
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}

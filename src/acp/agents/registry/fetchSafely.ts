import { isLoopback, safeAddress } from './address';

/** The part of the global `fetch` that is used here. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Thrown when a request leads to an address that is not encrypted. */
export class InsecureAddress extends Error {
  constructor(readonly url: string) {
    super('the address is not https');
  }
}

const MAX_REDIRECTS = 10;

/**
 * A GET that follows redirects itself, because each address has to be https; http to this computer only for a
 * request that began there. Resolves whatever the status is, once the headers are there.
 * @throws InsecureAddress, and whatever `fetch` rejects with
 */
export async function fetchSafely(
  fetch: Fetch,
  address: string,
  init: { readonly headers?: Readonly<Record<string, string>>; readonly signal: AbortSignal },
): Promise<Response> {
  const first = safeAddress(address);
  if (first === undefined) throw new InsecureAddress(address);
  let url = first;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    const response = await fetch(url.href, { ...init, redirect: 'manual' });
    const location = response.headers.get('location');
    if (![301, 302, 303, 307, 308].includes(response.status) || location === null) return response;
    await response.body?.cancel().catch(() => undefined);
    url = nextAddress(url, location, isLoopback(first));
  }
  throw new Error(`more than ${MAX_REDIRECTS} redirects`);
}

function nextAddress(from: URL, location: string, local: boolean): URL {
  const url = URL.canParse(location, from.href) ? new URL(location, from.href) : undefined;
  const safe = url === undefined ? undefined : safeAddress(url.href);
  if (safe === undefined || (isLoopback(safe) && !local)) throw new InsecureAddress(url?.href ?? location);
  return safe;
}

/** Why a request failed, in one line: the TypeError of `fetch` says only that it failed. */
export function failureReason(error: unknown): string {
  const deepest = error instanceof TypeError && error.cause instanceof Error ? error.cause : error;
  if (!(deepest instanceof Error)) return String(deepest);
  const text = deepest.message === '' ? deepest.name : deepest.message;
  return text.split('\n', 1)[0] ?? text;
}

/** Bytes of the body as they come. */
export async function* bodyOf(response: Response): AsyncGenerator<Uint8Array> {
  if (response.body === null) return;
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  try {
    while (true) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // Also ends the request when whoever reads has seen enough.
    await reader.cancel().catch(() => undefined);
  }
}

/** The length that the server announces; undefined when it does not, or means another form of the body. */
export function announcedLength({ headers }: Response): number | undefined {
  const length = headers.get('content-length');
  const encoded = (headers.get('content-encoding') ?? 'identity') !== 'identity';
  return length !== null && /^\d{1,15}$/.test(length) && !encoded ? Number(length) : undefined;
}

import { parentPort, workerData } from 'node:worker_threads';
import unbzip2 from 'unbzip2-stream';

// Runs in a thread of its own: the decoder unpacks whole blocks, and a hostile one of a few bytes takes it seconds.

/** To a chunk of the archive, or null at its end: what came out of it, or why nothing more does. */
export type BunzipAnswer =
  { readonly chunks: readonly Uint8Array[] } | { readonly failure: string } | 'tooLarge';

const limit = workerData as number;
const decoder = unbzip2();
let waiting: Uint8Array<ArrayBuffer>[] = [];
let bytes = 0;
let failure: string | undefined;

decoder.on('error', (error: Error) => {
  failure ??= error.message;
});
decoder.on('data', (chunk: Buffer) => {
  waiting.push(new Uint8Array(chunk));
  bytes += chunk.byteLength;
  // Caught by the decoder, which stops.
  if (bytes > limit) throw new Error('too large');
});

parentPort?.on('message', (chunk: Uint8Array | null) => {
  if (chunk === null) decoder.end();
  else decoder.write(Buffer.from(chunk));
  const chunks = waiting;
  const isTooLarge = bytes > limit;
  waiting = [];
  bytes = 0;
  const answer: BunzipAnswer = isTooLarge ? 'tooLarge' : failure === undefined ? { chunks } : { failure };
  parentPort?.postMessage(
    answer,
    chunks.map(({ buffer }) => buffer),
  );
});

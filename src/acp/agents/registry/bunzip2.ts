import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { archiveTooLarge } from '../../errors/install';
import { bunzip2Worker, type BunzipAnswer } from '../../libraries/tools';

/**
 * Bytes that one chunk may become before anybody takes them. The decoder unpacks up to 1 MB of input at once and
 * cannot be paused; real programs stay far below.
 */
const MAX_WAITING = 256 * 1024 * 1024;
/** MiB; the decoder needs eight bytes for each byte of a block, of which there are at most 46 million. */
const MAX_HEAP = 1024;

/**
 * Unpacks bzip2, in a thread of its own. `maxBytes`: of what comes out.
 * @throws AgentError when it becomes too large, and Error when it is damaged or cut off
 */
export async function* bunzip2(
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  const limit = Math.min(maxBytes, MAX_WAITING);
  const worker = new Worker(bunzip2Worker, {
    eval: true,
    workerData: limit,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP },
  });
  const ask = async (chunk: Uint8Array | null): Promise<readonly Uint8Array[]> => {
    // Rejects when the thread fails, as without memory.
    const answered = once(worker, 'message');
    worker.postMessage(chunk);
    const [answer] = (await answered) as [BunzipAnswer];
    if (answer === 'tooLarge') throw archiveTooLarge(limit);
    if ('failure' in answer) throw new Error(answer.failure);
    return answer.chunks;
  };
  try {
    for await (const chunk of source) yield* await ask(chunk);
    yield* await ask(null);
  } finally {
    await worker.terminate();
  }
}

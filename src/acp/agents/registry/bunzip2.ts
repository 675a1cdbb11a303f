import { archiveTooLarge } from '../../errors/install';
import { unbzip2 } from '../../libraries/tools';

/**
 * Bytes that one chunk may become before anybody takes them. The decoder unpacks up to 1 MB of input at once and
 * cannot be paused; real programs stay far below.
 */
const MAX_WAITING = 256 * 1024 * 1024;

/**
 * Unpacks bzip2. `maxBytes`: of what comes out.
 * @throws AgentError when it becomes too large, and Error when it is damaged or cut off
 */
export async function* bunzip2(
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  const limit = Math.min(maxBytes, MAX_WAITING);
  const decoder = unbzip2();
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  const failures: Error[] = [];
  decoder.on('error', (error: Error) => failures.push(error));
  decoder.on('data', (chunk: Buffer) => {
    waiting.push(chunk);
    bytes += chunk.byteLength;
    // Caught by the decoder, which stops and reports it.
    if (bytes > limit) throw archiveTooLarge(limit);
  });
  const take = (): readonly Uint8Array[] => {
    for (const failure of failures) throw failure;
    const taken = waiting;
    waiting = [];
    bytes = 0;
    return taken;
  };
  for await (const chunk of source) {
    decoder.write(chunk);
    yield* take();
  }
  decoder.end();
  yield* take();
}

import type { Readable } from 'node:stream';
import { setImmediate as tick } from 'node:timers/promises';
import { LineSplitter } from '../../src/acp/lines';
import type { Faults } from './script';

/** Bytes that a slow reader takes in one turn of the event loop. */
const SLOW_BYTES = 64;

/** Gives every line to `take` until the input ends. A slow reader leaves the rest in the pipe meanwhile. */
export async function readLines(
  input: Readable,
  { reading }: Faults,
  take: (line: string) => void,
): Promise<void> {
  if (reading === 'never') return new Promise(() => undefined);
  const splitter = new LineSplitter(() => undefined);
  for await (const chunk of input) {
    const bytes = chunk as Buffer;
    const size = reading === 'slowly' ? SLOW_BYTES : Math.max(1, bytes.length);
    for (let start = 0; start < bytes.length; start += size) {
      for (const line of splitter.push(bytes.subarray(start, start + size))) take(line);
      if (reading === 'slowly') await tick();
    }
  }
}

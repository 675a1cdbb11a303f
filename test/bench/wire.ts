// Child of wireThroughput.mjs: sends the same lines through wire.ts and through a bare JSON.parse, and prints the
// processor times (ms) as JSON, smallest message first.
import { setImmediate as tick } from 'node:timers/promises';
import { PassThrough, Readable } from 'node:stream';
import { openWire } from '../../src/acp/wire';

/** What a pipe gives at a time, as Node.js reads it. */
const CHUNK = 64 * 1024;
const RUNS = 9;

/** Of this process, in ms: other programs on the machine stretch the clock, not this. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const sizes = [
  { size: 100, count: 100_000 },
  { size: 10_000, count: 4_000 },
  { size: 2_500_000, count: 8 },
  { size: 5_000_000, count: 8 },
];

function messageOf(size: number): string {
  const around = JSON.stringify({
    jsonrpc: '2.0',
    method: 'session/update',
    params: {
      sessionId: 's1',
      update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: '' } },
    },
  });
  // Text as agents send it: lines of code with quotes, which JSON escapes.
  const words = JSON.stringify('if (name === "value") return;\n'.repeat(size / 30 + 1)).slice(1, -1);
  const cut = words.slice(0, Math.max(0, size - around.length)).replace(/\\+$/, '');
  return around.replace('"text":""', `"text":"${cut}"`);
}

async function ours(chunks: readonly Buffer[], count: number): Promise<number> {
  let next = 0;
  const input = new Readable({
    read() {
      this.push(chunks[next++] ?? null);
    },
  });
  let seen = 0;
  const begun = processorTime();
  const wire = openWire(input, new PassThrough(), {
    update: () => seen++,
    noise: () => undefined,
    dropped: () => undefined,
    tap: () => undefined,
    writeFailed: () => undefined,
  });
  await wire.drained;
  const time = processorTime() - begun;
  if (seen !== count) throw new Error(`${seen} of ${count} messages arrived`);
  return time;
}

function floor(lines: readonly string[]): number {
  const begun = processorTime();
  for (const line of lines) JSON.parse(line);
  return processorTime() - begun;
}

async function measure({ size, count }: (typeof sizes)[number]): Promise<object> {
  const line = messageOf(size);
  const bytes = Buffer.from(`${line}\n`.repeat(count));
  // Each line a string of its own, as each message is one.
  const lines = Array.from({ length: count }, () => Buffer.from(line).toString());
  const chunks: Buffer[] = [];
  for (let start = 0; start < bytes.length; start += CHUNK) chunks.push(bytes.subarray(start, start + CHUNK));
  const times: { ours: number[]; floor: number[] } = { ours: [], floor: [] };
  for (let run = 0; run <= RUNS; run++) {
    const pair = { ours: await ours(chunks, count), floor: floor(lines) };
    await tick();
    // The first run warms up.
    if (run === 0) continue;
    times.ours.push(pair.ours);
    times.floor.push(pair.floor);
  }
  return { size: line.length, count, ...times };
}

async function main(): Promise<void> {
  const figures: object[] = [];
  for (const each of sizes) figures.push(await measure(each));
  process.stdout.write(JSON.stringify(figures));
}

void main();

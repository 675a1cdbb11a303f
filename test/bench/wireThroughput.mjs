// How fast messages become objects, beside a bare JSON.parse of the same lines.
import { join } from 'node:path';
import { repository } from '../support/install.mjs';
import { runQuietly } from '../support/processes.mjs';
import { median, row } from './rows.mjs';

const against = 'bare JSON.parse';

function sizeName(bytes) {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** One row of times a message, and one that compares them run by run where there is a budget for it. */
function rowsOf({ size, count, ours, floor }) {
  const each = (times) => times.map((time) => (time / count) * 1000);
  const name = `Message of ${sizeName(size)}, processor`;
  const time = row({ name, unit: 'µs', ours: each(ours), floor: each(floor), against });
  if (size !== 10_000) return [time];
  const ratios = ours.map((value, run) => value / floor[run]);
  return [time, row({ name: `${name}, ours / floor`, unit: '×', ours: ratios, budget: { limit: 1.5 } })];
}

export async function measureWire() {
  const program = join(repository, 'out', 'test', 'bench', 'wire.js');
  const figures = JSON.parse(await runQuietly(process.execPath, [program]));
  const [half, whole] = figures.slice(-2).map(({ ours }) => median(ours));
  const growth = { name: '5 MB / 2.5 MB (2 is linear)', unit: '×', budget: { limit: 2.6 } };
  return [...figures.flatMap(rowsOf), row({ ...growth, ours: [whole / half] })];
}

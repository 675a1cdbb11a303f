// How long the search for installed agents takes, on the PATH of this machine and one folder more.
import { join } from 'node:path';
import { repository } from '../support/install.mjs';
import { runQuietly } from '../support/processes.mjs';
import { row } from './rows.mjs';

const COLD_TIMES = 5;
const program = join(repository, 'out', 'test', 'bench', 'detect.js');

async function measure(kind) {
  return JSON.parse(await runQuietly(process.execPath, [program, kind]));
}

function describe(what, { known, found, folders }) {
  return `${what}: ${found} of ${known} agents found in ${folders} folders`;
}

export async function measureDetection() {
  const warm = await measure('warm');
  const cold = [];
  for (let n = 0; n < COLD_TIMES; n++) cold.push(await measure('cold'));
  const against = 'one `which` per program';
  return [
    row({ ...warm, name: describe('Again', warm), unit: 'ms', budget: { limit: 300 }, against }),
    row({
      name: describe('First, login shell asked', cold[0]),
      unit: 'ms',
      ours: cold.flatMap(({ ours }) => ours),
      floor: cold.flatMap(({ floor }) => floor),
      budget: { limit: 1500 },
      against,
    }),
  ];
}

// How long the search for installed agents takes, on the PATH of this machine and one folder more.
import { join } from 'node:path';
import { repository } from '../support/install.mjs';
import { runQuietly } from '../support/processes.mjs';
import { row } from './rows.mjs';

export async function measureDetection() {
  const program = join(repository, 'out', 'test', 'bench', 'detect.js');
  const { ours, floor, known, found, folders } = JSON.parse(await runQuietly(process.execPath, [program]));
  const name = `Search for ${known} agents in ${folders} folders, ${found} found`;
  return [row({ name, unit: 'ms', ours, floor, budget: { limit: 300 }, against: 'reading the folders' })];
}

// npm run bench [-- --runs N] [--only part,…] [--strict]: measures the product in a real VS Code beside an
// extension that only appends plain text, and prints a table. Ends with 1 over a budget only when --strict.
import { mkdirSync, writeFileSync } from 'node:fs';
import { arch, cpus, loadavg, platform } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build, ensureInstalled, main, repository } from '../support/install.mjs';
import { row, table } from './rows.mjs';

const results = join(repository, 'out', 'bench');
const parts = ['sizes', 'detection', 'activation', 'latency', 'streams', 'growth', 'large', 'wire'];

function options() {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '3' },
      only: { type: 'string', default: parts.join(',') },
      strict: { type: 'boolean', default: false },
    },
  });
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs ${values.runs} is not a number of runs.`);
  const chosen = values.only.split(',');
  const unknown = chosen.filter((part) => !parts.includes(part));
  if (unknown.length > 0) {
    throw new Error(`There is no part ${unknown.join(', ')}. There are: ${parts.join(', ')}.`);
  }
  return { runs, chosen, strict: values.strict };
}

/** Rows of a section from what each run gave: [{ ours, floor }, …], each side an object of figures. */
function rowsOf({ figures }, runs) {
  return figures.map(({ key, ...rest }) =>
    row({ ...rest, ours: runs.map(({ ours }) => ours[key]), floor: runs.map(({ floor }) => floor[key]) }),
  );
}

/** Everything that needs VS Code. A new window for every run: what one leaves behind is gone. */
async function measureInWindows(runs, chosen) {
  const { openStage } = await import('./stage.mjs');
  const { measureWindow } = await import('./windowRun.mjs');
  const { activation, sections } = await import('./sections.mjs');
  const wanted = [activation, ...sections].filter(({ part }) => chosen.includes(part));
  if (wanted.length === 0) return [];
  const stage = await openStage(results);
  const measured = new Map(wanted.map((section) => [section, []]));
  try {
    for (let run = 1; run <= runs; run++) {
      console.error(`[bench] run ${run} of ${runs}`);
      const window = await stage.openWindow();
      await measureWindow(window, wanted, run, (section, figures) => measured.get(section).push(figures));
      await window.close();
    }
  } finally {
    await stage.close();
  }
  return wanted.map((section) => ({ title: section.title, rows: rowsOf(section, measured.get(section)) }));
}

async function measureOutside(chosen) {
  const sections = [];
  if (chosen.includes('sizes')) {
    const { measureSizes } = await import('./sizes.mjs');
    sections.push({ title: 'Sizes', rows: await measureSizes() });
  }
  if (chosen.includes('detection')) {
    const { measureDetection } = await import('./detection.mjs');
    sections.push({ title: 'Detection', rows: await measureDetection() });
  }
  if (chosen.includes('wire')) {
    const { measureWire } = await import('./wireThroughput.mjs');
    sections.push({ title: 'Messages in', rows: await measureWire() });
  }
  return sections;
}

await main(async () => {
  const { runs, chosen, strict } = options();
  ensureInstalled();
  build('--tests=bench');
  mkdirSync(results, { recursive: true });
  const load = loadavg()[0];
  const sections = [...(await measureOutside(chosen)), ...(await measureInWindows(runs, chosen))];
  const machine = {
    platform: `${platform()} ${arch()}`,
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    node: process.version,
    loadBefore: load,
    loadAfter: loadavg()[0],
  };
  writeFileSync(join(results, 'results.json'), `${JSON.stringify({ runs, machine, sections }, null, 2)}\n`);
  console.log(table(sections));
  console.log(
    `\nMedians of ${runs} run${runs === 1 ? '' : 's'} (least–most). ${machine.cores} cores, load ` +
      `${machine.loadBefore.toFixed(1)} before and ${machine.loadAfter.toFixed(1)} after: what else runs here is in ` +
      'the figures of both sides. All figures: out/bench/results.json',
  );
  const over = sections.flatMap(({ rows }) => rows.filter((each) => each.over)).length;
  console.log(over === 0 ? 'All within budget' : `${over} over budget`);
  process.exit(strict && over > 0 ? 1 : 0);
});

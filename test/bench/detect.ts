// Child of detection.mjs. `detect.js warm`: looks for the known agents again and again; the first look is
// thrown away. `detect.js cold`: one look of a process that has just begun, with the question to the login
// shell. Both print their times as JSON, beside those of one `which` per program at the same time.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { homedir, tmpdir, userInfo } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { catalogue } from '../../src/acp/agents/catalogue';
import { detect, type DetectedAgent } from '../../src/acp/agents/detect';
import { baseEnvironment } from '../../src/acp/agents/environment';
import { installDirectories } from '../../src/acp/agents/installDirectories';
import { askLoginShell } from '../../src/acp/agents/loginShell';
import { nodeProbes } from '../../src/acp/agents/nodeProbes';
import { runForOutput } from '../../src/acp/agents/outputRunner';
import type { LooseVariables } from '../../src/acp/agents/variables';

const WARM_TIMES = 20;
/** Said by the programs that are asked what they are. */
const OUTPUT = 'acp Cursor GitHub Copilot Factory xAI poolside Snowflake Compass Nous Research Sourcegraph';

const run = promisify(execFile);
const { platform } = process;
const home = homedir();

async function timed(act: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await act();
  return performance.now() - begun;
}

/** A program for every known agent, as npm or an installer puts it there: what is found costs more than what is not. */
async function installAll(folder: string): Promise<string> {
  const bin = join(folder, 'bin');
  await mkdir(bin);
  for (const { npmPackage, programs } of catalogue) {
    for (const { name } of programs) {
      const place = npmPackage === undefined ? folder : join(folder, 'node_modules', npmPackage);
      const script = join(place, `${name}.sh`);
      await mkdir(dirname(script), { recursive: true });
      await writeFile(script, `#!/bin/sh\necho '${OUTPUT}'\n`, { mode: 0o755 });
      await symlink(script, join(bin, name));
      if (npmPackage !== undefined)
        await writeFile(join(place, 'package.json'), JSON.stringify({ name: npmPackage }));
    }
  }
  return bin;
}

/** The usual way: one process per program. */
async function which(env: LooseVariables): Promise<void> {
  const names = catalogue.flatMap(({ programs }) => programs.map(({ name }) => name));
  const command = platform === 'win32' ? 'where' : 'which';
  await Promise.allSettled(names.map((name) => run(command, [name], { env: { ...env } })));
}

function look(env: LooseVariables): Promise<readonly DetectedAgent[]> {
  return detect(catalogue, env, { platform, probes: nodeProbes, forbidden: [], home, run: runForOutput });
}

/** All that stands between a start and the list of agents. */
async function lookFromNothing(processEnv: LooseVariables): Promise<readonly DetectedAgent[]> {
  const shell = process.env['SHELL'] ?? userInfo().shell ?? undefined;
  const { variables } = await askLoginShell({ platform, shell, processEnv, runtime: process.execPath });
  const places = { platform, home, probes: nodeProbes };
  const installed = await installDirectories({ ...variables, ...processEnv }, places);
  return look(baseEnvironment({ platform, processEnv, shellEnv: variables, installed }).variables);
}

async function measure(bin: string, kind: string): Promise<object> {
  const env = { ...process.env, PATH: [process.env['PATH'], bin].join(delimiter) };
  let agents: readonly DetectedAgent[] = [];
  const ours: number[] = [];
  const floor: number[] = [];
  const act = async (): Promise<void> => {
    agents = await (kind === 'cold' ? lookFromNothing(env) : look(env));
  };
  if (kind !== 'cold') await act();
  for (let n = 0; n < (kind === 'cold' ? 1 : WARM_TIMES); n++) {
    ours.push(await timed(act));
    floor.push(await timed(() => which(env)));
  }
  const found = agents.filter(({ state }) => state === 'ready').length;
  return { ours, floor, known: catalogue.length, found, folders: agents[0]?.searched.length };
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'acp-workbench-bench-'));
  try {
    process.stdout.write(JSON.stringify(await measure(await installAll(folder), process.argv[2] ?? 'warm')));
  } finally {
    await rm(folder, { recursive: true });
  }
}

void main();

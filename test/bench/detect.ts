// Child of detection.mjs: looks for the known agents again and again and prints the times as JSON. The
// first look is thrown away: warm means that the folders of PATH are in the file system's cache.
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { catalogue } from '../../src/acp/agents/catalogue';
import { detect } from '../../src/acp/agents/detect';
import { nodeProbes } from '../../src/acp/agents/nodeProbes';

const TIMES = 20;

async function timed(act: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await act();
  return performance.now() - begun;
}

/** A folder with a program for every known agent, because what is found costs more than what is not. */
async function installAll(folder: string): Promise<void> {
  const programs = catalogue.flatMap(({ sources }) => sources.flatMap((source) => source.programs));
  for (const name of programs) await writeFile(join(folder, name), '#!/bin/sh\n', { mode: 0o755 });
}

async function measure(folder: string): Promise<object> {
  const { platform } = process;
  const env = { ...process.env, PATH: [process.env['PATH'], folder].join(delimiter) };
  const folders = env.PATH.split(delimiter);
  const look = (): ReturnType<typeof detect> => detect(catalogue, env, { platform, probes: nodeProbes });
  // The least that any search has to do: read each folder once.
  const least = (): Promise<unknown> => Promise.allSettled(folders.map((each) => readdir(each)));
  await least();
  const found = (await look()).filter(({ state }) => state !== 'notFound').length;
  const ours: number[] = [];
  const floor: number[] = [];
  for (let n = 0; n < TIMES; n++) {
    ours.push(await timed(look));
    floor.push(await timed(least));
  }
  return { ours, floor, known: catalogue.length, found, folders: folders.length };
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'acp-workbench-bench-'));
  try {
    await installAll(folder);
    process.stdout.write(JSON.stringify(await measure(folder)));
  } finally {
    await rm(folder, { recursive: true });
  }
}

void main();

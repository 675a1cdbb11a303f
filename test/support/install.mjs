// Runs before anything is installed: only modules of Node.js itself.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

export const repository = join(import.meta.dirname, '..', '..');

function packages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

/** Whether node_modules holds what the lock file asks for; optional packages depend on the platform. */
function isCurrent() {
  const lock = join(repository, 'package-lock.json');
  const installed = join(repository, 'node_modules', '.package-lock.json');
  if (!existsSync(installed)) return false;
  if (statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return true;
  const present = packages(installed);
  return Object.entries(packages(lock)).every(
    ([path, { version, optional }]) => path === '' || optional || present[path]?.version === version,
  );
}

function run(command, args, what) {
  const started = Date.now();
  process.stderr.write(`${what} … `);
  const shell = process.platform === 'win32' && command === 'npm';
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: repository,
    encoding: 'utf8',
    shell,
  });
  if (status === 0) {
    process.stderr.write(`${((Date.now() - started) / 1000).toFixed(1)} s\n${stderr}`);
    return;
  }
  process.stderr.write('failed\n');
  throw new Error(`${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`.trim() || `${command} failed`);
}

/** Installs the packages of the lock file when they are missing or older. */
export function ensureInstalled() {
  const major = Number.parseInt(process.versions.node, 10);
  if (major < 20) throw new Error(`Node.js 20 or later is needed; this is ${process.version}.`);
  if (!isCurrent()) run('npm', ['ci', '--no-audit', '--no-fund'], 'Installing packages');
}

/** Runs esbuild.mjs. */
export function build(...args) {
  run(process.execPath, ['esbuild.mjs', ...args], 'Building');
}

/** The top level of a tool: a failure is told in words, without a stack. */
export async function main(tool) {
  try {
    await tool();
  } catch (error) {
    console.error(process.env.DEBUG ? error : error.message);
    process.exit(1);
  }
}

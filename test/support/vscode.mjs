// One running VS Code server, and the address that opens a folder in it.
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createWriteStream, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { onExit, startTree } from './processes.mjs';
import { provision } from './provision.mjs';

export const quietSettings = {
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'workbench.enableExperiments': false,
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'security.workspace.trust.startupPrompt': 'never',
  'git.openRepositoryInParentFolders': 'never',
};

/** Should this process be killed outright, the server ends a few minutes after the page is gone. */
const endsAlone = ['--enable-remote-auto-shutdown', '--reconnection-grace-time', '30'];

/** The port itself when nothing listens there, for 0 any free one. */
export function freePort(wanted = 0) {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', () => reject(new Error(`Port ${wanted} is in use. Choose another one with --port.`)));
    probe.listen(wanted, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** Inside a terminal of VS Code these would tie the new one to the surrounding window. */
function serverEnvironment(extra) {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(VSCODE_|ELECTRON_|NODE_OPTIONS$|npm_|INIT_CWD$)/.test(name),
  );
  return { ...Object.fromEntries(inherited), ...extra };
}

/**
 * @param {object} options
 * @param {Record<string, unknown>} [options.settings] user settings, on top of quiet defaults
 * @param {boolean} [options.trust] false asks for workspace trust as VS Code does: Restricted Mode
 * @param {Record<string, string>} [options.env] environment of the server and the extension host
 * @param {number} [options.port]
 * @param {string} [options.log] file that receives the output of the server
 * @param {string} [options.folder] opened at the bare address
 * @param {string} [options.vsix] package to install
 * @param {string} [options.extension] installed from this folder, by a link; default: none, see workbenchUrl
 */
export async function startServer({
  settings = {},
  trust = true,
  env = {},
  port,
  log,
  folder,
  extension,
  vsix,
} = {}) {
  const host = await provision();
  const chosenPort = await freePort(port);
  const data = mkdtempSync(join(tmpdir(), 'acp-workbench-vscode-'));
  const removeData = () => rmSync(data, { recursive: true, force: true, maxRetries: 5 });
  const forget = onExit(removeData);
  const write = (folder, content) => {
    mkdirSync(join(data, 'data', folder), { recursive: true });
    writeFileSync(join(data, 'data', folder, 'settings.json'), JSON.stringify(content, null, 2));
  };
  write('User', { ...quietSettings, ...settings });
  // A setting of scope machine counts only where the server has its own; from the user's it is dropped as
  // soon as VS Code knows its scope, which may be before or after it is first read.
  const ours = Object.entries(settings).filter(([name]) => name.startsWith('acpWorkbench.'));
  if (ours.length > 0) write('Machine', Object.fromEntries(ours));

  if (extension !== undefined) {
    mkdirSync(join(data, 'extensions'));
    symlinkSync(extension, join(data, 'extensions', basename(extension)));
  }

  if (vsix !== undefined) {
    const install = ['--accept-server-license-terms', '--server-data-dir', data, '--install-extension', vsix];
    execFileSync(host.node, [host.serverMain, ...install], { env: serverEnvironment(env), stdio: 'pipe' });
  }

  const args = [
    host.serverMain,
    '--accept-server-license-terms',
    '--without-connection-token',
    '--disable-telemetry',
    ...(trust ? ['--disable-workspace-trust'] : []),
    // Without the test driver the page ignores extensionTestsPath.
    ...(folder === undefined ? ['--enable-smoke-test-driver', ...endsAlone] : ['--default-folder', folder]),
    ...['--host', '127.0.0.1', '--port', String(chosenPort), '--server-data-dir', data],
  ];
  const { child, stop } = startTree(host.node, args, {
    mark: `ACP_WORKBENCH_RUN=${randomUUID()}`,
    env: serverEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = [];
  const sink = log === undefined ? undefined : openLog(log);
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output.push(chunk);
      if (output.length > 200) output.shift();
      sink?.write(chunk);
    });
  }
  const server = {
    port: chosenPort,
    origin: `http://localhost:${chosenPort}`,
    exited: new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal))),
    /** Resolves with the processes that had to be killed. */
    async stop() {
      const stubborn = await stop();
      sink?.end();
      forget();
      removeData();
      return stubborn;
    },
  };
  try {
    await answers(server, 60_000);
  } catch (error) {
    await server.stop();
    throw new Error(`${Buffer.concat(output).toString('utf8')}\n${error.message}`, { cause: error });
  }
  return server;
}

function openLog(file) {
  mkdirSync(dirname(file), { recursive: true });
  return createWriteStream(file, { flags: 'a' });
}

async function answers(server, limit) {
  let ended;
  void server.exited.then((code) => (ended = code));
  const deadline = Date.now() + limit;
  while (Date.now() < deadline) {
    if (ended !== undefined) throw new Error(`The VS Code server ended with ${ended} while starting.`);
    try {
      const response = await fetch(`http://127.0.0.1:${server.port}/version`, {
        signal: AbortSignal.timeout(5000),
      });
      if (response.ok) return;
    } catch {
      // Not listening yet.
    }
    await delay(100);
  }
  throw new Error(`The VS Code server did not answer within ${limit / 1000} s.`);
}

/** The address of a folder, with the extension under development and, for tests, its test module. */
export function workbenchUrl(server, { folder, workspace, extension, tests }) {
  const remote = (path) => `vscode-remote://localhost:${server.port}${encodeURI(path)}`;
  const payload = [
    ['skipWelcome', 'true'],
    ...(extension === undefined ? [] : [['extensionDevelopmentPath', remote(extension)]]),
    ...(tests === undefined ? [] : [['extensionTestsPath', remote(tests)]]),
  ];
  const query = new URLSearchParams({
    ...(workspace === undefined ? { folder } : { workspace }),
    payload: JSON.stringify(payload),
  });
  return `${server.origin}/?${query.toString().replaceAll('+', '%20')}`;
}

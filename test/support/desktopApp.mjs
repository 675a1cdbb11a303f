// An installed desktop VS Code, run beside the person's own: with its own settings and no other extension.
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { onPath } from './chromium.mjs';
import { repository } from './install.mjs';
import { onExit, startTree } from './processes.mjs';
import { quietSettings } from './vscode.mjs';

const windows = process.platform === 'win32';
const names = ['code', 'codium', 'cursor'].map((name) => (windows ? `${name}.cmd` : name));
/** The oldest VS Code that the extension runs in, as [major, minor]. */
function minimumVersion() {
  const { engines } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
  return /(\d+)\.(\d+)/.exec(engines.vscode).slice(1).map(Number);
}

/** cmd.exe starts .cmd files and splits at spaces. */
const quoted = (text) => (windows ? `"${text}"` : text);

/** @returns {{ program?: string, reason?: string }} a program that can open a window, or why there is none */
export function findDesktop() {
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) {
    return { reason: 'There is no display for a desktop VS Code.' };
  }
  // In a terminal of a remote window `code` only talks to that window.
  const program = onPath(names, (file) => !/remote-cli/.test(file));
  if (program === undefined) {
    return {
      reason:
        'No desktop VS Code was found: none of code, codium, cursor is on PATH. ' +
        "In VS Code, 'Shell Command: Install code command in PATH' adds it.",
    };
  }
  const version = /^(\d+)\.(\d+)/.exec(run(program, ['--version']));
  // Cursor counts its versions in its own way.
  if (version !== null && !/cursor/.test(program)) {
    const minimum = minimumVersion();
    const [major, minor] = version.slice(1).map(Number);
    if (major === minimum[0] && minor < minimum[1]) {
      return { reason: `${program} is VS Code ${version[0]}; ${minimum.join('.')} or later is needed.` };
    }
  }
  return { program };
}

function run(program, args) {
  const data = mkdtempSync(join(tmpdir(), 'acp-workbench-version-'));
  // As root VS Code insists on a data folder, even for its version.
  const all = [...args, '--user-data-dir', quoted(data), ...asRoot()];
  const { stdout } = spawnSync(quoted(program), all, { encoding: 'utf8', shell: windows, timeout: 30_000 });
  rmSync(data, { recursive: true, force: true });
  return stdout ?? '';
}

function asRoot() {
  return process.getuid?.() === 0 ? ['--no-sandbox'] : [];
}

/** Opens a window; `exited` resolves when it is closed. */
export function startDesktopApp(program, { folder, trust, extension, env }) {
  const data = mkdtempSync(join(tmpdir(), 'acp-vscode-'));
  const removeData = () => rmSync(data, { recursive: true, force: true, maxRetries: 5 });
  const forget = onExit(removeData);
  mkdirSync(join(data, 'User'));
  writeFileSync(join(data, 'User', 'settings.json'), JSON.stringify(quietSettings, null, 2));
  const args = [
    ...['--new-window', '--wait', '--disable-extensions', '--skip-welcome', '--skip-release-notes'],
    ...(trust ? ['--disable-workspace-trust'] : []),
    ...asRoot(),
    quoted(`--user-data-dir=${data}`),
    quoted(`--extensionDevelopmentPath=${extension}`),
    quoted(folder),
  ];
  const clean = Object.entries(process.env).filter(([name]) => !/^(VSCODE_|ELECTRON_|npm_)/.test(name));
  const { child, stop } = startTree(quoted(program), args, {
    mark: `ACP_WORKBENCH_RUN=${randomUUID()}`,
    env: { ...Object.fromEntries(clean), ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: windows,
  });
  return {
    exited: new Promise((resolve) => {
      child.once('error', (error) => resolve(error.message));
      child.once('exit', (code, signal) => resolve(code ?? signal));
    }),
    async stop() {
      await stop();
      forget();
      removeData();
    },
  };
}

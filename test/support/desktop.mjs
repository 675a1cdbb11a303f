// node test/support/desktop.mjs [minimum|stable|x.y.z] [--grep text]: the host tests in a desktop VS Code,
// which @vscode/test-electron downloads. Without a version: stable. On Linux it needs a display (xvfb-run).
import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { finish, settle, sum } from './counts.mjs';
import { build, ensureInstalled, main, repository } from './install.mjs';

const limit = 20 * 60_000;
const results = join(repository, 'out', 'desktop');

function versionNamed(name) {
  if (name !== 'minimum') return name;
  const { engines } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
  return engines.vscode.replace(/^\D+/, '');
}

async function download(version) {
  const { downloadAndUnzipVSCode } = await import('@vscode/test-electron');
  try {
    return await downloadAndUnzipVSCode({ version, cachePath: join(repository, '.vscode-test') });
  } catch (error) {
    throw new Error(
      `VS Code ${version} could not be downloaded (npm run test:host needs none): ${error.message}`,
      {
        cause: error,
      },
    );
  }
}

/** The workbench window, reached through the remote debugging port; stays connected. */
export async function findWindow(port) {
  const { chromium } = await import('playwright-core');
  const deadline = Date.now() + 120_000;
  let browser;
  for (;;) {
    try {
      browser ??= await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
      const pages = browser.contexts().flatMap((context) => context.pages());
      for (const page of pages) if ((await page.locator('.monaco-workbench').count()) > 0) return page;
    } catch (error) {
      // Not listening yet, or the window is still loading.
      if (Date.now() > deadline) throw error;
    }
    if (Date.now() > deadline) throw new Error('VS Code showed no window within two minutes.');
    await delay(200);
  }
}

/** Short, because VS Code puts a socket into it and macOS limits the length of its path. */
function makeProfile(settings) {
  const folder = mkdtempSync(join(process.platform === 'win32' ? tmpdir() : '/tmp', 'acp-'));
  mkdirSync(join(folder, 'User'));
  writeFileSync(join(folder, 'User', 'settings.json'), JSON.stringify(settings, null, 2));
  return folder;
}

async function run(executable, { trust, env }) {
  const { onExit, startTree } = await import('./processes.mjs');
  const { makeSampleWorkspace } = await import('./sample.mjs');
  const { startUiServer } = await import('./uiServer.mjs');
  const { freePort, quietSettings } = await import('./vscode.mjs');

  const sample = makeSampleWorkspace();
  const profile = makeProfile({ ...quietSettings, 'terminal.integrated.gpuAcceleration': 'off' });
  const removeProfile = () => rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  const forget = onExit(removeProfile);
  const port = await freePort();
  let window;
  const ui = await startUiServer({
    page: () => (window ??= findWindow(port)),
    shots: join(results, 'shots'),
    print: console.log,
  });
  const clean = Object.entries(process.env).filter(([name]) => !/^(VSCODE_|ELECTRON_|npm_)/.test(name));
  const app = startTree(
    executable,
    [
      sample.folder,
      `--extensionDevelopmentPath=${repository}`,
      `--extensionTestsPath=${join(repository, 'out', 'test', 'host', 'index.js')}`,
      `--user-data-dir=${profile}`,
      `--extensions-dir=${join(profile, 'extensions')}`,
      `--remote-debugging-port=${port}`,
      ...[
        '--no-sandbox',
        '--disable-gpu',
        '--disable-gpu-sandbox',
        '--disable-updates',
        '--disable-extensions',
      ],
      ...['--skip-welcome', '--skip-release-notes', '--new-window'],
      ...(trust ? ['--disable-workspace-trust'] : []),
    ],
    {
      mark: `ACP_WORKBENCH_RUN=${randomUUID()}`,
      env: { ...Object.fromEntries(clean), ...env, ...ui.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const log = (chunk) => appendFileSync(join(results, 'log.txt'), chunk);
  app.child.stdout.on('data', log);
  app.child.stderr.on('data', log);
  let timer;
  const end = await new Promise((resolve) => {
    app.child.once('error', (error) => resolve({ problem: error.message }));
    app.child.once('exit', (code, signal) => resolve({ code: code ?? signal }));
    timer = setTimeout(() => resolve({ problem: `The tests did not end within ${limit / 1000} s.` }), limit);
  });
  clearTimeout(timer);
  await app.stop();
  ui.close();
  forget();
  removeProfile();
  sample.remove();
  return settle(end, ui.report());
}

if (process.argv[1] === import.meta.filename) {
  await main(async () => {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { grep: { type: 'string', short: 'g' } },
    });
    ensureInstalled();
    build('--tests=host');
    const { hasVariant } = await import('./suites.mjs');
    const version = versionNamed(positionals[0] ?? 'stable');
    const executable = await download(version);
    rmSync(results, { recursive: true, force: true });
    mkdirSync(results, { recursive: true });

    const env = values.grep ? { ACP_WORKBENCH_GREP: values.grep } : {};
    console.log(`\n── host, in VS Code ${version}`);
    const outcomes = [await run(executable, { trust: true, env })];
    if (hasVariant('host', 'restricted')) {
      console.log('\nIn a workspace that is not trusted');
      outcomes.push(
        await run(executable, { trust: false, env: { ...env, ACP_WORKBENCH_VARIANT: 'restricted' } }),
      );
    }
    for (const { problem } of outcomes) if (problem !== undefined) console.error(problem);
    finish(sum(outcomes));
  });
}

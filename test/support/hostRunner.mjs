// Runs a compiled test module inside the extension host of a real VS Code that Chromium shows.
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { chromiumArgs, findChromium } from './chromium.mjs';
import { settle } from './counts.mjs';
import { makeSampleWorkspace, withSecondFolder } from './sample.mjs';
import { startUiServer } from './uiServer.mjs';
import { startServer, workbenchUrl } from './vscode.mjs';

const repository = join(import.meta.dirname, '..', '..');

/** The terminal then writes text into the page, which tests can read. */
// Auto save is on in a browser and off on the desktop; tests say themselves when they want it.
const testSettings = { 'terminal.integrated.gpuAcceleration': 'off', 'files.autoSave': 'off' };

/**
 * @param {object} options
 * @param {string} options.name names the folder of the results, out/<name>
 * @param {string} [options.tests] compiled module that exports run()
 * @param {string} [options.extension] folder of the extension under test
 * @param {string} [options.workspace] folder to open; default: a fresh copy of the sample
 * @param {boolean} [options.folders] true: the sample in a workspace with a second folder
 * @param {Record<string, unknown>} [options.settings] user settings
 * @param {boolean} [options.trust] false: Restricted Mode
 * @param {string} [options.vsix] installed before the start
 * @param {Record<string, string>} [options.env] environment of the extension host
 * @param {number} [options.limit] milliseconds for the whole run
 * @returns {Promise<{ passed: number, failed: number, skipped: number }>}
 */
export async function runInHost({
  name,
  tests = join(repository, 'out', 'test', name, 'index.js'),
  extension = repository,
  workspace,
  folders = false,
  settings,
  trust,
  vsix,
  env = {},
  limit = 20 * 60_000,
}) {
  const results = join(repository, 'out', name);
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  const shots = join(results, 'shots');
  const log = (line) => appendFileSync(join(results, 'log.txt'), `${line}\n`);
  const cleanups = [];
  let page;
  let outcome;
  try {
    const executablePath = await findChromium();
    const sample = workspace === undefined ? makeSampleWorkspace() : undefined;
    if (sample !== undefined) cleanups.push(() => sample.remove());
    const ui = await startUiServer({
      page: () => Promise.resolve(page),
      shots,
      print: console.log,
    });
    cleanups.push(() => ui.close());
    const server = await startServer({
      settings: { ...testSettings, ...settings },
      trust,
      vsix,
      env: { ...env, ...ui.env },
      log: join(results, 'server.txt'),
    });
    cleanups.push(async () => {
      for (const { pid, command } of await server.stop()) log(`[leak] had to kill ${pid} ${command}`);
    });
    const browser = await chromium.launch({ executablePath, args: chromiumArgs });
    cleanups.push(() => browser.close());

    page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    page.on('console', (message) => log(`[page] ${message.type()} ${message.text()}`));
    page.on('pageerror', (error) => log(`[page] ${error.stack ?? error.message}`));
    const open = folders
      ? { workspace: withSecondFolder(sample.folder) }
      : { folder: workspace ?? sample.folder };
    const url = workbenchUrl(server, { ...open, extension, tests });
    const end = await untilExit(page, server, ui, url, limit);
    outcome = settle(end, ui.report());
    // A test that fails takes its own picture, see test/host/mocha.ts.
    if (end.problem !== undefined) await page.screenshot({ path: join(shots, 'end.png') }).catch(() => {});
  } finally {
    for (const cleanup of cleanups.reverse()) await cleanup();
  }
  if (outcome.problem !== undefined) console.error(outcome.problem);
  if (outcome.failed > 0) console.error(`See out/${name}: shots/, log.txt, server.txt`);
  return outcome;
}

/** Milliseconds until the first test has to have begun. */
const startLimit = 120_000;

/** Resolves when the test module is done, the page or server is gone, or the time is up. */
async function untilExit(page, server, ui, url, limit) {
  const timers = [];
  const exit = new Promise((resolve) => {
    const problem = (text) => resolve({ problem: text });
    page.on('crash', () => problem('The page of VS Code crashed.'));
    void server.exited.then((code) => problem(`The VS Code server ended with ${code}.`));
    timers.push(
      setTimeout(() => problem(`The tests did not end within ${limit / 1000} s.`), limit),
      setTimeout(() => {
        if (!ui.hasBegun()) problem(`No test began within ${startLimit / 1000} s.`);
      }, startLimit),
    );
    // What the extension host writes to its console reaches the console of the page too.
    void page.exposeFunction('codeAutomationLog', () => undefined);
    void page.exposeFunction('codeAutomationExit', (code) => resolve({ code }));
  });
  try {
    await page.goto(url);
    return await exit;
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
}

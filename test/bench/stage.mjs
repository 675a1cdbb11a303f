// A real VS Code with both extensions, in a window that can be opened again and again.
import { chromium } from 'playwright-core';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromiumArgs, findChromium } from '../support/chromium.mjs';
import { repository } from '../support/install.mjs';
import { makeSampleWorkspace } from '../support/sample.mjs';
import { startServer, workbenchUrl } from '../support/vscode.mjs';
import { openHostLine } from './hostLine.mjs';

const built = join(repository, 'out', 'test', 'bench');
const agent = join(import.meta.dirname, 'agent', 'agent.mjs');

const settings = {
  'acpWorkbench.agents': { bench: { name: 'Bench', command: process.execPath, args: [agent] } },
};

/** `product`: folder of the extension that is measured. */
export async function openStage(results, product = repository) {
  mkdirSync(results, { recursive: true });
  const cleanups = [];
  const close = async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  };
  try {
    const executablePath = await findChromium();
    const sample = makeSampleWorkspace();
    cleanups.push(() => sample.remove());
    const line = await openHostLine();
    cleanups.push(() => line.close());
    const env = {
      ...line.env,
      ACP_WORKBENCH_BENCH_NODE: process.execPath,
      ACP_WORKBENCH_BENCH_AGENT: agent,
    };
    // VS Code in a browser takes one extension under development: the floor is installed instead.
    const extension = join(built, 'floor');
    const server = await startServer({ settings, env, extension, log: join(results, 'server.txt') });
    cleanups.push(() => server.stop());
    const args = [...chromiumArgs, '--enable-precise-memory-info'];
    const browser = await chromium.launch({ executablePath, args });
    cleanups.push(() => browser.close());
    const tests = join(built, 'host', 'index.js');
    const url = workbenchUrl(server, { folder: sample.folder, extension: product, tests });
    const browserTools = await browser.newBrowserCDPSession();
    return { openWindow: async () => ({ ...(await openWindow(browser, line, url)), browserTools }), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openWindow(browser, line, url) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  const page = await context.newPage();
  const ended = new Promise((resolve) => {
    void page.exposeFunction('codeAutomationLog', () => undefined);
    void page.exposeFunction('codeAutomationExit', resolve);
  });
  const called = line.next();
  await page.goto(url);
  const host = await called;
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable');
  return {
    page,
    host,
    devtools,
    async close() {
      host.close();
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 5000))]);
      await context.close();
    },
  };
}

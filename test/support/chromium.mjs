// The browser that shows the npm-only VS Code.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runQuietly } from './processes.mjs';

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
];
const macOs = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];

export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  // Containers give /dev/shm little room.
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** First executable of these names on PATH that is accepted. */
export function onPath(candidates, accept = () => true) {
  for (const name of candidates) {
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      const file = join(folder, name);
      try {
        accessSync(file, constants.X_OK);
        if (accept(file)) return file;
      } catch {
        // Not in this folder.
      }
    }
  }
  return undefined;
}

function installed() {
  return onPath(names) ?? macOs.find((file) => process.platform === 'darwin' && existsSync(file));
}

/** A downloaded browser may lack system libraries: only one that starts counts. */
function starts(file) {
  return existsSync(file) && spawnSync(file, ['--version'], { timeout: 20_000 }).status === 0;
}

/**
 * The path of a Chromium, installed when there is none: on Debian as root by apt (which brings the
 * system libraries along), else by Playwright.
 */
export async function findChromium(say = console.error) {
  const chosen = process.env.CHROME_PATH;
  if (chosen) {
    if (existsSync(chosen)) return chosen;
    throw new Error(`CHROME_PATH is ${chosen}, but there is no such file.`);
  }
  const found = installed();
  if (found !== undefined) return found;

  const { chromium } = await import('playwright-core');
  const downloaded = chromium.executablePath();
  if (starts(downloaded)) return downloaded;

  const attempts = [];
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    say('[chromium] installing with apt-get (once)');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    try {
      await runQuietly('apt-get', ['update'], { env });
      await runQuietly('apt-get', ['install', '-y', 'chromium'], { env });
      const fresh = installed();
      if (fresh !== undefined) return fresh;
    } catch (error) {
      attempts.push(error.message);
    }
  }
  say('[chromium] downloading with Playwright (once)');
  try {
    const cli = join(import.meta.dirname, '..', '..', 'node_modules', 'playwright-core', 'cli.js');
    await runQuietly(process.execPath, [cli, 'install', 'chromium'], {
      env: { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000' },
    });
    if (starts(downloaded)) return downloaded;
    attempts.push(
      `${downloaded} does not start: system libraries may be missing (npx playwright install-deps).`,
    );
  } catch (error) {
    attempts.push(error.message);
  }
  throw new Error(
    `${attempts.join('\n')}\n\nNo Chromium was found. Install Chromium or Google Chrome, ` +
      'or set CHROME_PATH to the program.',
  );
}

// The two sides that are measured, behind the same few verbs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { repository } from '../support/install.mjs';
import { metered } from './meter.mjs';

const recorder = readFileSync(join(repository, 'out', 'test', 'bench', 'browser', 'recorder.js'), 'utf8');

/** Milliseconds for a view to appear, and for a stream to end. */
const LIMIT = 60_000;

async function frameWith(page, selector) {
  const deadline = Date.now() + LIMIT;
  while (Date.now() < deadline) {
    for (const frame of page.frames()) {
      const shown = await frame
        .locator(selector)
        .first()
        .isVisible()
        .catch(() => false);
      if (shown) return frame;
    }
    await delay(50);
  }
  throw new Error(`No webview shows ${selector}.`);
}

let marks = 0;

/** What both sides do the same way. */
class Subject {
  constructor(window, name) {
    this.window = window;
    this.name = name;
  }

  /** Shows the view and an empty conversation. */
  async show() {
    const { host, page } = this.window;
    await host.ask('command', ...this.showCommand);
    this.frame = await frameWith(page, this.composer);
    if (await this.frame.evaluate(() => globalThis.bench === undefined)) await this.frame.evaluate(recorder);
    await this.empty();
  }

  /** Sends one prompt and resolves with what `send` made of it once the last text of the answer is painted. */
  async prompt(script, send = (go) => go()) {
    const id = String(++marks);
    const composer = this.frame.locator(this.composer);
    await composer.fill(JSON.stringify({ ...script, id }));
    await composer.focus();
    await this.frame.evaluate((mark) => globalThis.bench.start(mark), `zz${id}zz`);
    // Nothing in here looks for elements: in a long document that is work, and not the work of the product.
    const result = await send(async () => {
      await this.window.page.keyboard.press('Enter');
      return this.frame.evaluate(() => globalThis.bench.done());
    });
    await this.idle();
    return result;
  }

  /** The same with what it costs. */
  metered(script) {
    return this.prompt(script, (go) => metered(this.window, go));
  }
}

export class Ours extends Subject {
  showCommand = ['acpWorkbench.selectAgent', 'bench'];
  composer = '[data-testid=composer]';

  async empty() {
    await this.idle();
    await this.window.host.ask('command', 'acpWorkbench.newSession');
    await this.frame.locator('[data-testid=entry]').first().waitFor({ state: 'detached' });
    await this.idle();
  }

  async idle() {
    await this.frame.locator('[data-testid=agent-state][data-state=ready]').waitFor({ timeout: LIMIT });
  }
}

export class Floor extends Subject {
  showCommand = ['acpFloor.view.focus'];
  composer = '#prompt';

  async empty() {
    await this.frame.locator(this.composer).fill('clear');
    await this.frame.locator(this.composer).press('Enter');
  }

  async idle() {
    // It has no state: what was shown last is all there is.
  }
}

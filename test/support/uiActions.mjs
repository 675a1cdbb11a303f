// What a test inside the extension host may ask of the real user interface, done through Playwright.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const transcript = '[data-testid=transcript]';

/** Actions on an element or a document; `scope` is a Playwright frame. */
const actions = {
  click: (scope, { selector, ...options }) => scope.locator(selector).click(options),
  hover: (scope, { selector, timeout }) => scope.locator(selector).hover({ timeout }),
  focus: (scope, { selector, timeout }) => scope.locator(selector).focus({ timeout }),
  fill: (scope, { selector, text, timeout }) => scope.locator(selector).fill(text, { timeout }),
  press: (scope, { selector, key, timeout }) => scope.locator(selector).press(key, { timeout }),
  text: (scope, { selector, timeout }) => scope.locator(selector).innerText({ timeout }),
  texts: (scope, { selector }) => scope.locator(selector).allInnerTexts(),
  value: (scope, { selector, timeout }) => scope.locator(selector).inputValue({ timeout }),
  attr: (scope, { selector, name, timeout }) => scope.locator(selector).getAttribute(name, { timeout }),
  count: (scope, { selector }) => scope.locator(selector).count(),
  visible: (scope, { selector }) => scope.locator(selector).first().isVisible(),
  evaluate: (scope, { source, args }) => scope.evaluate(`(${source})(...${JSON.stringify(args)})`),
  waitFor: (scope, { selector, state, timeout }) =>
    scope.locator(selector).first().waitFor({ state, timeout }),
  async waitForText(scope, { pattern, flags, timeout }) {
    const wanted = new RegExp(pattern, flags);
    const deadline = Date.now() + timeout;
    for (;;) {
      const shown = await scope.locator('body').innerText({ timeout });
      if (wanted.test(shown)) return;
      if (Date.now() > deadline) {
        throw new Error(`No text matched ${wanted} within ${timeout} ms. Shown: ${shown.slice(-2000)}`);
      }
      await delay(50);
    }
  },
};

/** Actions on the window as a whole. */
const windowActions = {
  press: (page, { key }) => page.keyboard.press(key),
  type: (page, { text }) => page.keyboard.type(text),
  viewport: (page, { width, height }) => page.setViewportSize({ width, height }),
  async screenshot(page, { name }, shots) {
    mkdirSync(shots, { recursive: true });
    const path = join(shots, `${name.replaceAll(/[^\w.-]+/g, '-').slice(0, 120)}.png`);
    await page.screenshot({ path });
    return path;
  },
};

/** The webview that shows the chat; a visible one first, because moved or hidden ones may linger. */
async function chatFrame(page) {
  const found = [];
  for (const frame of page.frames()) {
    try {
      if ((await frame.locator(transcript).count()) > 0) found.push(frame);
    } catch {
      // A frame that is just being replaced.
    }
  }
  for (const frame of found) {
    if (
      await frame
        .locator(transcript)
        .first()
        .isVisible()
        .catch(() => false)
    )
      return frame;
  }
  return found[0];
}

const frameGone = /detached|context was destroyed|has been closed|navigation|Cannot find context/i;

/** A webview that reloads or moves gets a new frame: the action then starts over in it. */
async function inWebview(page, act, request) {
  const deadline = Date.now() + request.timeout;
  for (;;) {
    const frame = await chatFrame(page);
    if (frame !== undefined) {
      try {
        return await act(frame, { ...request, timeout: Math.max(1, deadline - Date.now()) });
      } catch (error) {
        const gone = frame.isDetached() || frameGone.test(error.message);
        if (!gone || page.isClosed() || Date.now() > deadline) throw error;
      }
    }
    if (Date.now() > deadline) {
      throw new Error(`The chat webview (${transcript}) did not appear within ${request.timeout} ms.`);
    }
    await delay(50);
  }
}

/** Performs one request of test/host/ui.ts and returns its result. */
export async function perform(page, { target, action, ...rest }, shots) {
  const request = { timeout: 10_000, ...rest };
  if (target === 'window' && Object.hasOwn(windowActions, action)) {
    return windowActions[action](page, request, shots);
  }
  if (!Object.hasOwn(actions, action)) throw new Error(`Unknown action ${target}.${action}`);
  if (target === 'webview') return inWebview(page, actions[action], request);
  return actions[action](page.mainFrame(), request);
}

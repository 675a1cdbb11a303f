// How long an extension keeps the extension host busy at its start: what VS Code itself measures, which is
// loading the code plus the call of activate. There is no API for it, so it is read from the editor that
// "Show Running Extensions" opens. Every window of a run has a new extension host and gives one figure.
import { setTimeout as delay } from 'node:timers/promises';

/** Under development an extension is listed by its id. */
const extensions = {
  ours: { id: 'acp-workbench.acp-workbench', names: ['ACP Workbench', 'acp-workbench.acp-workbench'] },
  floor: { id: 'acp-workbench.acp-workbench-floor', names: ['Floor', 'acp-workbench.acp-workbench-floor'] },
};
/** Milliseconds for the editor to list both. */
const LIMIT = 20_000;

/** Tall enough for a list that has everything in it. */
const viewport = { width: 1400, height: 2400 };

/** Runs in the page. */
function readList(names) {
  const rows = [...globalThis.document.querySelectorAll('.runtime-extensions-editor .monaco-list-row')];
  const row = rows.find((each) => names.includes(each.querySelector('.name')?.textContent));
  const time = row?.querySelector('.activation-time')?.textContent ?? '';
  return /(\d+)\s*ms/.exec(time)?.[1];
}

/** Milliseconds of { ours, floor } in this window. */
export async function activationTimes({ host, page }) {
  const usual = page.viewportSize();
  for (const { id } of Object.values(extensions)) await host.ask('activate', id);
  await page.setViewportSize(viewport);
  await host.ask('command', 'workbench.action.showRuntimeExtensions');
  const deadline = Date.now() + LIMIT;
  const times = {};
  for (const [side, { id, names }] of Object.entries(extensions)) {
    while (times[side] === undefined) {
      const shown = await page.evaluate(readList, names);
      if (shown !== undefined) times[side] = { time: Number(shown) };
      else if (Date.now() > deadline) throw new Error(`Running Extensions shows no time for ${id}.`);
      else await delay(100);
    }
  }
  await page.keyboard.press('Escape');
  await host.ask('command', 'workbench.action.closeAllEditors');
  await page.setViewportSize(usual);
  return times;
}

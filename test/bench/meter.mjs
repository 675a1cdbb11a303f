// What a piece of work costs: in the page by Chromium's own counters, in the extension host by Node.js.
import { setTimeout as delay } from 'node:timers/promises';
import { traceTasks } from './trace.mjs';

/** Milliseconds between two looks at whether the page rests, and how much work (ms) in between counts as rest. */
const LOOK = 300;
const REST = 30;
/** Milliseconds after which the page is taken as it is. */
const LIMIT = 60_000;

async function counters({ devtools }) {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}

/** Milliseconds of main-thread time of the whole page and figures of the extension host while `work` runs. */
export async function metered(window, work) {
  const stopTrace = await traceTasks(window);
  const before = await counters(window);
  await window.host.ask('startMeter');
  const result = await work();
  const host = await window.host.ask('stopMeter');
  const after = await counters(window);
  const spent = (name) => (after[name] - before[name]) * 1000;
  return {
    ...result,
    host,
    page: { task: spent('TaskDuration'), ...(await stopTrace()) },
  };
}

/** Resolves when the page has nothing left to do: what was put off is done. */
export async function rested(window) {
  const deadline = Date.now() + LIMIT;
  let before = await counters(window);
  while (Date.now() < deadline) {
    await delay(LOOK);
    const now = await counters(window);
    if ((now.TaskDuration - before.TaskDuration) * 1000 < REST) return;
    before = now;
  }
}

/** Megabytes of live JavaScript objects of the whole page, and its DOM nodes. */
export async function memory(window) {
  await rested(window);
  await window.devtools.send('HeapProfiler.collectGarbage');
  const { JSHeapUsedSize, Nodes } = await counters(window);
  return { heap: JSHeapUsedSize / 1024 / 1024, nodes: Nodes };
}

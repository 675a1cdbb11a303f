// What a piece of work costs: in the page by Chromium's own counters, in the extension host by Node.js.

async function counters({ devtools }) {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}

/** Milliseconds of main-thread time of the whole page and figures of the extension host while `work` runs. */
export async function metered(window, work) {
  const before = await counters(window);
  await window.host.ask('startMeter');
  const result = await work();
  const host = await window.host.ask('stopMeter');
  const after = await counters(window);
  const spent = (name) => (after[name] - before[name]) * 1000;
  return {
    ...result,
    host,
    page: {
      task: spent('TaskDuration'),
      script: spent('ScriptDuration'),
      layout: spent('LayoutDuration') + spent('RecalcStyleDuration'),
    },
  };
}

/** Megabytes of live JavaScript objects of the whole page, and its DOM nodes. */
export async function memory(window) {
  await window.devtools.send('HeapProfiler.collectGarbage');
  const { JSHeapUsedSize, Nodes } = await counters(window);
  return { heap: JSHeapUsedSize / 1024 / 1024, nodes: Nodes };
}

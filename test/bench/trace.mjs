// Processor time of the tasks of the page's main thread. Frames and long tasks are told in time on the
// clock, which other programs on the machine stretch; processor time is what the page itself is to blame for.

const main = 'CrRendererMain';

/** Begins to record; the returned function ends it and gives { longest, cpu } in milliseconds. */
export async function traceTasks({ browserTools }) {
  const threads = new Map();
  const collect = ({ value }) => {
    for (const { ph, name, pid, tid, tdur = 0, args } of value) {
      const key = `${pid} ${tid}`;
      const thread = threads.get(key) ?? { name: '', longest: 0, cpu: 0 };
      threads.set(key, thread);
      if (ph === 'M' && name === 'thread_name') thread.name = args.name;
      if (ph !== 'X' || name !== 'ThreadControllerImpl::RunTask') continue;
      thread.longest = Math.max(thread.longest, tdur / 1000);
      thread.cpu += tdur / 1000;
    }
  };
  browserTools.on('Tracing.dataCollected', collect);
  await browserTools.send('Tracing.start', { categories: '-*,toplevel', transferMode: 'ReportEvents' });
  return async () => {
    const complete = new Promise((resolve) => browserTools.once('Tracing.tracingComplete', resolve));
    await browserTools.send('Tracing.end');
    await complete;
    browserTools.off('Tracing.dataCollected', collect);
    const pages = [...threads.values()].filter(({ name }) => name === main);
    const [busiest = { longest: 0, cpu: 0 }] = pages.sort((a, b) => b.cpu - a.cpu);
    return { longest: busiest.longest, cpu: busiest.cpu };
  };
}

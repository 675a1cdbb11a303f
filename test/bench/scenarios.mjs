// What is measured in one window, on either side. Each gives one figure a run, by key.
import { median, p95 } from './rows.mjs';
import { memory, metered } from './meter.mjs';

const PINGS = 15;
const STAMPS = 80;
/** Updates in the two stretches that are compared: early and late in a transcript. */
const STRETCH = 500;
/** Milliseconds between two of their updates: a fast model. */
const PACE = 4;
const MEGABYTE = 1024 * 1024;

/** From Enter to the agent, and from the agent to the document. */
export async function latency(subject) {
  await subject.empty();
  const toAgent = [];
  for (let n = 0; n < PINGS; n++) toAgent.push((await subject.prompt({ script: 'ping' })).toAgent);
  const { stamps } = await subject.prompt({ script: 'stamps', count: STAMPS });
  return {
    toAgent: median(toAgent),
    toAgentP95: p95(toAgent),
    toDom: median(stamps),
    toDomP95: p95(stamps),
  };
}

/** As many updates as fast as they are taken. */
export async function stream(subject, kind, count) {
  await subject.empty();
  const before = await memory(subject.window);
  const done = await metered(subject.window, () => subject.prompt({ script: 'stream', kind, count }));
  const after = await memory(subject.window);
  return {
    time: done.toScreen,
    longestFrame: done.longestFrame,
    longFrames: done.longFrames,
    longestTask: done.longestTask,
    hostDelay: done.host.longestDelay,
    hostCpu: done.host.cpu,
    pageTask: done.page.task,
    heap: after.heap - before.heap,
    nodes: after.nodes - before.nodes,
  };
}

/** The price of the same updates early and late in a transcript of `count`, at the pace of a fast model. */
export async function growth(subject, kind, count) {
  await subject.empty();
  let from = 0;
  const send = async (updates, every) => {
    const script = { script: 'stream', kind, count: updates, from, ...(every !== undefined && { every }) };
    const done = await metered(subject.window, () => subject.prompt(script));
    from += updates;
    return done;
  };
  await send(100);
  const early = await send(STRETCH, PACE);
  await send(count - from - STRETCH);
  const late = await send(STRETCH, PACE);
  return {
    early: early.page.task,
    late: late.page.task,
    grown: late.page.task / early.page.task,
    hostGrown: late.host.cpu / early.host.cpu,
    longestFrame: Math.max(early.longestFrame, late.longestFrame),
    longFrames: early.longFrames + late.longFrames,
  };
}

/** One message of 2.5 MB, and one of 5 MB. */
export async function large(subject) {
  const handle = async (bytes) => {
    await subject.empty();
    return metered(subject.window, () => subject.prompt({ script: 'large', bytes }));
  };
  const half = await handle(2.5 * MEGABYTE);
  const whole = await handle(5 * MEGABYTE);
  return {
    half: half.toScreen,
    whole: whole.toScreen,
    grown: whole.toScreen / half.toScreen,
    longestFrame: whole.longestFrame,
    hostDelay: whole.host.longestDelay,
  };
}

// What is measured in one window, on either side. Each gives one figure a run, by key.
import { median, p95 } from './rows.mjs';
import { memory, rested } from './meter.mjs';

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
  const done = await subject.metered({ script: 'stream', kind, count });
  const after = await memory(subject.window);
  return {
    time: done.toScreen,
    longestFrame: done.longestFrame,
    longFrames: done.longFrames,
    longestTask: done.page.longest,
    pageCpu: done.page.cpu,
    hostDelay: done.host.longestDelay,
    hostCpu: done.host.cpu,
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
    await rested(subject.window);
    from += updates;
    return subject.metered(script);
  };
  await send(100);
  const early = await send(STRETCH, PACE);
  await send(count - from - STRETCH);
  const late = await send(STRETCH, PACE);
  return {
    early: perFrame(early),
    late: perFrame(late),
    grown: perFrame(late) / perFrame(early),
    earlyHost: early.host.cpu,
    lateHost: late.host.cpu,
    hostGrown: late.host.cpu / early.host.cpu,
    longestTask: Math.max(early.page.longest, late.page.longest),
    longestFrame: Math.max(early.longestFrame, late.longestFrame),
    longFrames: early.longFrames + late.longFrames,
  };
}

/** A busy machine draws fewer frames of more text each, so what all frames cost together says little. */
function perFrame({ page, frames }) {
  return page.cpu / frames;
}

/** One message of 2.5 MB, and one of 5 MB. */
export async function large(subject) {
  const handle = async (bytes) => {
    await subject.empty();
    return subject.metered({ script: 'large', bytes });
  };
  const half = await handle(2.5 * MEGABYTE);
  const whole = await handle(5 * MEGABYTE);
  return {
    half: half.toScreen,
    whole: whole.toScreen,
    grown: whole.toScreen / half.toScreen,
    longestFrame: whole.longestFrame,
    longestTask: whole.page.longest,
    hostDelay: whole.host.longestDelay,
  };
}

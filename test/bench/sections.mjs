// The sections of the table that need a window: which scenario, and which of its figures with which budget.
import { growth, large, latency, stream } from './scenarios.mjs';

const kinds = { message: 'one message', mixed: 'messages and tool cards in turn' };

/** Clock and processor: other programs on the machine stretch the first and not the second. */
const frameFigures = [
  { key: 'longFrames', name: 'frames over 50 ms', unit: '', budget: { limit: 0 } },
  { key: 'longestFrame', name: 'longest gap between frames', unit: 'ms', budget: { limit: 50 } },
  { key: 'longestTask', name: 'longest task, processor', unit: 'ms', budget: { limit: 50 } },
];

const streamFigures = [
  { key: 'time', name: 'Enter to last text on screen', unit: 'ms' },
  ...frameFigures,
  { key: 'pageCpu', name: 'page, processor', unit: 'ms' },
  { key: 'hostCpu', name: 'extension host, processor', unit: 'ms' },
  { key: 'hostDelay', name: 'extension host, longest delay', unit: 'ms' },
  { key: 'heap', name: 'page, objects kept', unit: 'MB', compare: false },
  { key: 'nodes', name: 'page, nodes kept', unit: '', compare: false },
];

function streamSection(kind, count) {
  return {
    part: 'streams',
    title: `${count.toLocaleString('en')} chunks, ${kinds[kind]}, at full speed`,
    run: (subject) => stream(subject, kind, count),
    figures: streamFigures,
  };
}

function growthSection(kind, count) {
  return {
    part: 'growth',
    title: `500 chunks at 250 a second, ${kinds[kind]}, after 100 and at ${count.toLocaleString('en')}`,
    run: (subject) => growth(subject, kind, count),
    figures: [
      { key: 'early', name: 'page, processor a frame, after 100', unit: 'ms' },
      { key: 'late', name: `page, processor a frame, at ${count.toLocaleString('en')}`, unit: 'ms' },
      { key: 'grown', name: 'page, late / early', unit: '×', budget: { limit: 1.3 } },
      { key: 'earlyHost', name: 'extension host, processor, after 100', unit: 'ms' },
      { key: 'lateHost', name: `extension host, processor, at ${count.toLocaleString('en')}`, unit: 'ms' },
      { key: 'hostGrown', name: 'extension host, late / early', unit: '×' },
      ...frameFigures,
    ],
  };
}

export const activation = {
  part: 'activation',
  title: 'Activation',
  figures: [{ key: 'time', name: 'code loading and activate()', unit: 'ms', budget: { limit: 50 } }],
};

export const sections = [
  {
    part: 'latency',
    title: 'Latency',
    run: latency,
    figures: [
      { key: 'toAgent', name: 'Enter to agent, median', unit: 'ms' },
      { key: 'toAgentP95', name: 'Enter to agent, p95', unit: 'ms' },
      { key: 'toDom', name: 'agent to document, median', unit: 'ms' },
      { key: 'toDomP95', name: 'agent to document, p95', unit: 'ms' },
    ],
  },
  streamSection('message', 5_000),
  streamSection('message', 20_000),
  streamSection('mixed', 5_000),
  streamSection('mixed', 20_000),
  growthSection('message', 20_000),
  growthSection('mixed', 20_000),
  {
    part: 'large',
    title: 'One message of 5 MB, one line in one chunk',
    run: large,
    figures: [
      { key: 'half', name: 'Enter to end on screen, 2.5 MB', unit: 'ms' },
      { key: 'whole', name: 'Enter to end on screen, 5 MB', unit: 'ms' },
      { key: 'grown', name: '5 MB / 2.5 MB (2 is linear)', unit: '×', budget: { limit: 2.6 } },
      { key: 'longestFrame', name: 'longest gap between frames', unit: 'ms' },
      { key: 'longestTask', name: 'longest task, processor', unit: 'ms' },
      { key: 'hostDelay', name: 'extension host, longest delay', unit: 'ms' },
    ],
  },
];

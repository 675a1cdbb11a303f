// One run: every chosen section, on both sides, in one window.
import { activationTimes } from './activation.mjs';
import { Floor, Ours } from './subjects.mjs';

/** `tell(section, { ours, floor })` receives the figures of every section. */
export async function measureWindow(window, sections, run, tell) {
  const started = sections.find(({ part }) => part === 'activation');
  if (started !== undefined) tell(started, await activationTimes(window));
  const rest = sections.filter((section) => section !== started);
  if (rest.length === 0) return;
  const figures = { ours: [], floor: [] };
  // Both sides take turns at being first, because a page that has worked is not a fresh one.
  const sides = Object.entries({ ours: new Ours(window), floor: new Floor(window) });
  for (const [side, subject] of run % 2 === 1 ? sides : sides.reverse()) {
    await subject.show();
    for (const section of rest) figures[side].push(await section.run(subject));
  }
  rest.forEach((section, index) => tell(section, { ours: figures.ours[index], floor: figures.floor[index] }));
}

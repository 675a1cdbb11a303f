// The script of the last prompt and what has been played of it so far decide the next answer.
import { newId } from './ids.mjs';
import { parseMarker } from './marker.mjs';
import { argumentsFor, isToolStep, pickTool } from './tools.mjs';

/** Characters of a tool result that a report repeats. */
const reported = 2000;

const texts = {
  text: () => ['Hello ', 'from ', 'the ', 'script.'],
  slow: (script) => Array.from({ length: script.chunks }, (_, index) => `piece ${index + 1} `),
  report: (_, results) => ['The tool said: ', (results.at(-1)?.text ?? 'nothing').slice(0, reported)],
};

/**
 * @returns {{ text: string[], calls: { id: string, name: string, args: object | string, namespace?: string,
 *   isFreeForm?: boolean }[], delay: number, why: string }} `delay`: ms between the pieces of the text
 */
export function decide({ items, tools }) {
  const at = items.findLastIndex(({ role, text }) => role === 'user' && parseMarker(text) !== undefined);
  if (at < 0) return { text: ['ok'], calls: [], delay: 0, why: 'no marker' };
  const script = parseMarker(items[at].text);
  const results = items.slice(at + 1).filter(({ role }) => role === 'tool');
  const step = script.steps[results.length];
  const answer = { calls: [], delay: script.delay, why: `step ${results.length} ${step ?? 'end'}` };

  if (step === undefined) return { ...answer, text: ['All ', 'done.'] };
  if (!isToolStep(step)) return { ...answer, text: texts[step](script, results) };
  // Agents ask their model for titles and the like with the person's prompt and no tools.
  if (tools.length === 0) return { ...answer, text: ['ok'], why: 'side request' };
  const tool = pickTool(step, tools);
  if (tool === undefined) return { ...answer, text: [`The agent has no tool for ${step}.`] };
  const { name, namespace, isFreeForm } = tool;
  const call = { id: newId('call_'), name, namespace, isFreeForm, args: argumentsFor(step, tool, script) };
  return { ...answer, text: ['Now I ', `${step}. `], calls: [call] };
}

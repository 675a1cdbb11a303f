import { absolutePath, fileNames } from '../arguments';
import { canRead, canWrite, readFile } from '../clientCalls';
import type { Ability, Turn } from '../turn';
import { appendLine, cannot, describeAnswer, propose, proposeAndDescribe } from './edit';
import type { Change } from './edit';

const DEFAULT_FILES = ['demo-first.md', 'demo-second.md'] as const;
const LINES = [
  'First change by the demo agent.',
  'Second change, in another file.',
  'Third change, in the first file.',
];

/** Three writes in two files, the first file twice; one after the other, or "at once". */
export const severalEdits: Ability = async (turn) => {
  if (!canRead(turn)) return cannot(turn, 'fs/read_text_file');
  if (!canWrite(turn)) return cannot(turn, 'fs/write_text_file');
  const [one, two] = fileNames(turn.context.rest);
  const first = absolutePath(turn.context.cwd, one ?? DEFAULT_FILES[0]);
  const second = absolutePath(turn.context.cwd, two ?? DEFAULT_FILES[1]);
  const paths = [first, second, first];
  await (/\bat once\b/i.test(turn.context.rest) ? allAtOnce(turn, paths) : oneByOne(turn, paths));
  return 'end_turn';
};

/** Reads before each write, so that a rejected change is not brought back by the next one. */
async function oneByOne(turn: Turn, paths: readonly string[]): Promise<void> {
  for (const [index, path] of paths.entries()) {
    const change = changeOf(path, await currentText(turn, path), LINES[index] ?? '');
    await turn.say(await proposeAndDescribe(turn, change));
  }
}

/** Sends all writes before the first answer; a later change to the same file builds on the earlier one. */
async function allAtOnce(turn: Turn, paths: readonly string[]): Promise<void> {
  const texts = new Map<string, string | undefined>();
  for (const path of new Set(paths)) texts.set(path, await currentText(turn, path));
  const changes = paths.map((path, index) => {
    const change = changeOf(path, texts.get(path), LINES[index] ?? '');
    texts.set(path, change.newText);
    return change;
  });
  await Promise.all(
    changes.map(async (change) => turn.say(describeAnswer(change, await propose(turn, change)))),
  );
}

function changeOf(path: string, text: string | undefined, line: string): Change {
  const newText = appendLine(text ?? '', line);
  return text === undefined ? { path, newText } : { path, oldText: text, newText };
}

async function currentText(turn: Turn, path: string): Promise<string | undefined> {
  const content = await readFile(turn, path);
  return content.kind === 'ok' ? content.value : undefined;
}

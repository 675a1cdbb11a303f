import { basename } from 'node:path';
import { absolutePath, fileName } from '../arguments';
import { canRead, canWrite, readFile, writeFile } from '../clientCalls';
import type { Outcome } from '../clientCalls';
import type { Ability, Turn } from '../turn';
import { findFile, namedFile, textContent } from './read';

const DEFAULT_NEW_FILE = 'demo-notes.md';
const APPENDED_LINE = 'This line was added by the demo agent.';

export interface Change {
  /** Absolute. */
  readonly path: string;
  /** Absent for a new file. */
  readonly oldText?: string;
  readonly newText: string;
}

/** Turns beta into BETA, or adds a line where there is no beta. */
export const edit: Ability = async (turn) => {
  if (!canRead(turn)) return cannot(turn, 'fs/read_text_file');
  if (!canWrite(turn)) return cannot(turn, 'fs/write_text_file');
  const file = await findFile(turn, namedFile(turn, turn.context.rest));
  if (file.content.kind === 'refused') {
    const name = basename(file.path);
    await turn.say(
      `There is nothing I can edit: \`${name}\` gave "${file.content.message}". Try **new file** first.`,
    );
    return 'end_turn';
  }
  const oldText = file.content.value;
  const change = { path: file.path, oldText, newText: visibleChange(oldText) };
  await turn.say(`I would like to make a small change to \`${basename(file.path)}\`.\n\n`);
  await turn.say(await proposeAndDescribe(turn, change));
  return 'end_turn';
};

export const newFile: Ability = async (turn) => {
  if (!canWrite(turn)) return cannot(turn, 'fs/write_text_file');
  const name = fileName(turn.context.rest) ?? DEFAULT_NEW_FILE;
  const path = absolutePath(turn.context.cwd, name);
  const newText = `# ${basename(name)}\n\nMade by the demo agent.\n\n- alpha\n- beta\n- gamma\n`;
  await turn.say(await proposeAndDescribe(turn, { path, newText }));
  return 'end_turn';
};

export async function cannot(turn: Turn, method: string): Promise<'end_turn'> {
  await turn.say(`I cannot change files here: this client does not offer \`${method}\`.`);
  return 'end_turn';
}

/** Proposes the change and tells what became of it, with a look at the file afterwards. */
export async function proposeAndDescribe(turn: Turn, change: Change): Promise<string> {
  const answer = await propose(turn, change);
  const now = answer.kind === 'ok' ? await readBack(turn, change.path) : undefined;
  if (now === undefined || now === change.newText) return describeAnswer(change, answer);
  return `The change to \`${basename(change.path)}\` was accepted, but the file now differs from what I proposed.\n`;
}

export function describeAnswer({ path }: Change, answer: Outcome<void>): string {
  const name = basename(path);
  if (answer.kind === 'refused') return `The change to \`${name}\` was rejected: ${answer.message}\n`;
  return `The change to \`${name}\` was accepted.\n`;
}

/** Shows the change as a tool call and asks the client to write it. */
export async function propose(turn: Turn, change: Change): Promise<Outcome<void>> {
  const { path, oldText, newText } = change;
  const toolCallId = turn.context.nextCallId();
  const line = firstDifference(oldText ?? '', newText);
  await turn.toolCall({
    toolCallId,
    title: `${oldText === undefined ? 'Create' : 'Edit'} ${basename(path)}`,
    kind: 'edit',
    status: 'in_progress',
    locations: [{ path, line }],
    content: [{ type: 'diff', path, newText, oldText: oldText ?? null }],
    rawInput: { path },
  });
  const answer = await writeFile(turn, path, newText);
  if (answer.kind === 'ok') {
    await turn.toolCallUpdate({ toolCallId, status: 'completed' });
  } else {
    // Content replaces, so the diff is repeated: the person still sees what was turned down.
    const diff = { type: 'diff' as const, path, newText, oldText: oldText ?? null };
    const content = [diff, textContent(answer.message)];
    await turn.toolCallUpdate({ toolCallId, status: 'failed', content });
  }
  return answer;
}

export function visibleChange(text: string): string {
  const changed = text.replace(/\bbeta\b/g, 'BETA');
  return changed === text ? appendLine(text, APPENDED_LINE) : changed;
}

/** Adds a line in the line endings of the text; a missing final line ending is made up for first. */
export function appendLine(text: string, line: string): string {
  const ending = /\r?\n/.exec(text)?.[0] ?? '\n';
  const joint = text === '' || text.endsWith('\n') ? '' : ending;
  return `${text}${joint}${line}${ending}`;
}

async function readBack(turn: Turn, path: string): Promise<string | undefined> {
  if (!canRead(turn)) return undefined;
  const content = await readFile(turn, path);
  return content.kind === 'ok' ? content.value : undefined;
}

/** 1-based. */
function firstDifference(oldText: string, newText: string): number {
  const before = oldText.split('\n');
  const different = newText.split('\n').findIndex((line, index) => line !== before[index]);
  return Math.max(different, 0) + 1;
}

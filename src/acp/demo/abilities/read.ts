import { basename } from 'node:path';
import { absolutePath, attachedFile, fileName, fileNames, numberAfter } from '../arguments';
import { canRead, readFile } from '../clientCalls';
import type { Outcome, Window } from '../clientCalls';
import { fenced, inlineCode } from '../markdown';
import type { Ability, Turn } from '../turn';

const DEFAULT_FILES = ['notes.txt', 'README.md'];

export interface FoundFile {
  /** Absolute. */
  readonly path: string;
  readonly content: Outcome<string>;
}

/** Reads through the client, as a tool call, and tells what came back. */
export const read: Ability = async (turn) => {
  if (!canRead(turn)) {
    await turn.say('I cannot read files here: this client does not offer `fs/read_text_file`.');
    return 'end_turn';
  }
  await turn.say(await readAndDescribe(turn));
  return 'end_turn';
};

/** The tool call of a read; the answer is a sentence about what was read. */
export async function readAndDescribe(turn: Turn): Promise<string> {
  const { rest, cwd } = turn.context;
  const window = windowOf(rest);
  const asked = namedFile(turn, withoutWindow(rest));
  const toolCallId = turn.context.nextCallId();
  const path = absolutePath(cwd, asked ?? DEFAULT_FILES[0] ?? '');
  await turn.toolCall({
    toolCallId,
    title: `Read ${basename(path)}`,
    kind: 'read',
    status: 'in_progress',
    locations: [{ path, line: window.line ?? 1 }],
    rawInput: { path, ...window },
  });
  const file = await findFile(turn, asked, window);
  const locations = [{ path: file.path, line: window.line ?? 1 }];
  if (file.content.kind === 'refused') {
    const text = file.content.message;
    await turn.toolCallUpdate({ toolCallId, status: 'failed', locations, content: [textContent(text)] });
    return `I could not read \`${basename(file.path)}\`: ${text}`;
  }
  const lines = linesOf(file.content.value);
  await turn.toolCallUpdate({
    toolCallId,
    title: `Read ${basename(file.path)}`,
    status: 'completed',
    locations,
    content: [textContent(fenced(file.content.value))],
    rawOutput: { lines: lines.length },
  });
  const count = `${lines.length} ${lines.length === 1 ? 'line' : 'lines'}`;
  const first = lines[0] === undefined ? 'It is empty.' : `The first line is: ${inlineCode(lines[0])}`;
  return `I read ${count} of \`${basename(file.path)}\`. ${first}`;
}

/** The file that the prompt names or attaches, or nothing. */
export function namedFile(turn: Turn, rest: string): string | undefined {
  return fileNames(rest)[0] ?? attachedFile(turn.context.prompt) ?? fileName(rest);
}

/** Reads the file asked for; without one, the first default file that can be read, else the first one. */
export async function findFile(
  turn: Turn,
  asked: string | undefined,
  window: Window = {},
): Promise<FoundFile> {
  const candidates = asked === undefined ? DEFAULT_FILES : [asked];
  let first: FoundFile | undefined;
  for (const name of candidates) {
    const path = absolutePath(turn.context.cwd, name);
    const content = await readFile(turn, path, window);
    if (content.kind === 'ok') return { path, content };
    first ??= { path, content };
  }
  return first ?? { path: turn.context.cwd, content: { kind: 'refused', message: 'No file was named.' } };
}

export function textContent(text: string): { type: 'content'; content: { type: 'text'; text: string } } {
  return { type: 'content', content: { type: 'text', text } };
}

function windowOf(text: string): Window {
  const line = numberAfter(text, 'line');
  const limit = numberAfter(text, 'limit');
  return { ...(line === undefined ? {} : { line }), ...(limit === undefined ? {} : { limit }) };
}

function withoutWindow(text: string): string {
  return text.replace(/\b(?:line|limit)\s*:?\s*\d+/gi, '').replace(/\b(?:and|from|with)\b/gi, ' ');
}

function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

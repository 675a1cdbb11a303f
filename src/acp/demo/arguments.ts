import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ContentBlock } from '@agentclientprotocol/sdk';

const FILLER = new Set([
  'a',
  'an',
  'the',
  'my',
  'file',
  'to',
  'of',
  'in',
  'please',
  'called',
  'named',
  'this',
  'that',
  'it',
  'attached',
]);

/** File names in `text`: quoted words and words that look like a path; `@` mentions and file: URIs count. */
export function fileNames(text: string): readonly string[] {
  const names: string[] = [];
  for (const found of text.matchAll(/"([^"]+)"|`([^`]+)`|'([^']+)'|(\S+)/g)) {
    const quoted = found[1] ?? found[2] ?? found[3];
    if (quoted !== undefined) {
      names.push(quoted);
      continue;
    }
    const word = (found[4] ?? '').replace(/^[@(]+/, '').replace(/[,;:!?)]+$|\.$/, '');
    if (/[\w-]\.\w|[/\\]/.test(word)) names.push(fromUri(word));
  }
  return names;
}

/** The first file name; a text of one plain word counts as a name ("read Makefile"). */
export function fileName(text: string): string | undefined {
  const [first] = fileNames(text);
  if (first !== undefined) return first;
  const words = text.split(/\s+/).filter((word) => word !== '' && !FILLER.has(word.toLowerCase()));
  return words.length === 1 ? words[0] : undefined;
}

/** The first file among the attachments, as a path. */
export function attachedFile(prompt: readonly ContentBlock[]): string | undefined {
  for (const block of prompt) {
    const uri =
      block.type === 'resource_link' ? block.uri : block.type === 'resource' ? block.resource.uri : undefined;
    if (uri?.startsWith('file:')) return fromUri(uri);
  }
  return undefined;
}

export function absolutePath(cwd: string, name: string): string {
  return isAbsolute(name) ? name : resolve(cwd, name);
}

/** The number after `word` ("line 3", "limit: 2"). */
export function numberAfter(text: string, word: string): number | undefined {
  return toNumber(new RegExp(`\\b${word}\\s*:?\\s*(\\d+)`, 'i').exec(text)?.[1]);
}

/** The number that `text` begins with, or `fallback`; at most `most`. */
export function leadingNumber(text: string, fallback: number, most: number): number {
  return Math.min(toNumber(/^\d+/.exec(text)?.[0]) ?? fallback, most);
}

function toNumber(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits);
}

function fromUri(word: string): string {
  if (!word.startsWith('file:')) return word;
  try {
    return fileURLToPath(word.replace(/#.*$/, ''));
  } catch {
    return word;
  }
}

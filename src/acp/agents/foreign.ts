import { readFile, stat } from 'node:fs/promises';
import type { ParseError } from 'jsonc-parser/lib/esm/main.js';
import { phrase } from '../errors';
import type { Phrase } from '../errors';
import { isObject } from '../json';
import { parseJsonc, printParseErrorCode } from '../libraries/tools';
import { readForeignEntries } from './foreignEntries';
import type { ForeignEntry } from './foreignEntries';
import { within } from './limit';
import { isFullPath, pathModule, VariableMap } from './variables';
import type { LooseVariables } from './variables';

/** Bytes; settings that are larger are not read. */
const SIZE_LIMIT = 1024 * 1024;
/** Milliseconds for one file. */
const TIME_LIMIT = 2000;

export interface ForeignDeps {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: LooseVariables;
}

/** The agents that another editor knows, in the form of our own setting. */
export interface ForeignAgents {
  readonly editor: 'Zed' | 'JetBrains';
  /** The file that they were read from. */
  readonly path: string;
  /** Entries for acpWorkbench.agents, by an id made of the name there. */
  readonly entries: Readonly<Record<string, ForeignEntry>>;
  readonly problems: readonly Phrase[];
}

/** Reads the settings of other editors, and never writes them. A file that is missing is left out. Never rejects. */
export async function readForeignAgents(deps: ForeignDeps): Promise<readonly ForeignAgents[]> {
  const read = await Promise.all(foreignFiles(deps).map((file) => readOne(file, deps.platform)));
  return read.filter((found) => found !== undefined);
}

type ForeignFile = Pick<ForeignAgents, 'editor' | 'path'>;

export function foreignFiles({ platform, home, env }: ForeignDeps): readonly ForeignFile[] {
  const join = (...parts: readonly string[]): string => pathModule(platform).join(...parts);
  const variables = new VariableMap(platform, env);
  const roaming = variables.get('APPDATA') ?? join(home, 'AppData', 'Roaming');
  const xdg = platform === 'linux' ? variables.get('XDG_CONFIG_HOME') : undefined;
  const config = xdg !== undefined && isFullPath(xdg, platform) ? xdg : join(home, '.config');
  const zed = platform === 'win32' ? join(roaming, 'Zed') : join(config, 'zed');
  return [
    { editor: 'Zed', path: join(zed, 'settings.json') },
    { editor: 'JetBrains', path: join(home, '.jetbrains', 'acp.json') },
  ];
}

async function readOne(file: ForeignFile, platform: NodeJS.Platform): Promise<ForeignAgents | undefined> {
  const failed = (problem: Phrase): ForeignAgents => ({ ...file, entries: {}, problems: [problem] });
  const { path } = file;
  try {
    const text = await within(TIME_LIMIT, readText(path), SLOW);
    if (text === undefined) return undefined;
    if (text === SLOW) return failed(phrase('{0} could not be read in time.', path));
    if (text === TOO_LARGE) return failed(phrase('{0} is too large to be read.', path));
    const errors: ParseError[] = [];
    const settings: unknown = parseJsonc(text, errors, { allowTrailingComma: true });
    const { entries, problems } = readForeignEntries(settings, { path, platform });
    return { ...file, entries, problems: [...errors.slice(0, 1).map(describeIn(path, text)), ...problems] };
  } catch (error) {
    // Also brackets that are nested deeper than the stack.
    return failed(phrase('{0} could not be read: {1}', path, error instanceof Error ? error.message : '?'));
  }
}

const SLOW = Symbol('slow');
const TOO_LARGE = Symbol('too large');

async function readText(path: string): Promise<string | typeof TOO_LARGE | undefined> {
  try {
    const info = await stat(path);
    // Opening a pipe would wait for somebody to write into it.
    if (!info.isFile()) return undefined;
    if (info.size > SIZE_LIMIT) return TOO_LARGE;
    return (await readFile(path, 'utf8')).replace(/^\uFEFF/, '');
  } catch (error) {
    if (isObject(error) && (error['code'] === 'ENOENT' || error['code'] === 'ENOTDIR')) return undefined;
    throw error;
  }
}

function describeIn(path: string, text: string): (error: ParseError) => Phrase {
  return ({ error, offset }) => {
    const line = text.slice(0, offset).split('\n').length;
    return phrase('{0}, line {1}: {2}. What could be read was read.', path, line, printParseErrorCode(error));
  };
}

import { phrase } from '../errors';
import { splitCommandLine } from './commandLine';
import type { EntryKind } from './configuredEntry';
import type { EntryFields } from './configuredFields';
import type { LaunchSource } from './launchSource';
import { isNpmPackage, isPythonPackage } from './packageNames';
import { present } from './present';
import { isFullPath } from './variables';

const NODE_VERSION = /^\d+(?:\.\d+){0,2}$/;
const PLACEHOLDER = /^(?:~|\$\{(?:userHome|workspaceFolder|env:[^}]+)\})(?:[\\/]|$)/;
// Where an unquoted full path ends: before an option, and on Windows behind the extension of a program.
const OPTION = /\s+--?[a-z]/i;
const WINDOWS_PROGRAM = /\.(?:exe|com|cmd|bat|ps1)(?=\s)/i;

interface Local {
  readonly args?: readonly string[];
  readonly env: Readonly<Record<string, string | null>>;
  readonly cwd?: string;
}

/** The launch that an entry describes; undefined, with a sentence, where it describes none. */
export function readLaunch(
  kind: EntryKind,
  local: Local,
  fields: EntryFields,
  platform: NodeJS.Platform,
): LaunchSource | undefined {
  switch (kind) {
    case 'command':
      return readCommand(local, fields, platform);
    case 'npx':
      return readNpx(local, fields);
    case 'uvx':
      return readUvx(local, fields);
    case 'url':
      return readRemote(fields);
  }
}

/** A relative folder would depend on where the editor was started. */
export function readFolder(
  fields: EntryFields,
  field: string,
  platform: NodeJS.Platform,
): string | undefined {
  const folder = fields.text(field);
  if (folder === undefined) return undefined;
  return fields.need(
    isPlaced(folder, platform) ? folder : undefined,
    phrase(
      '{0}: write a full path, or one that begins with {1} or {2}.',
      fields.path(field),
      '${userHome}',
      '${workspaceFolder}',
    ),
  );
}

function readCommand(
  { args, ...local }: Local,
  fields: EntryFields,
  platform: NodeJS.Platform,
): LaunchSource | undefined {
  const line = fields.text('command');
  if (line === undefined) return undefined;
  const [command = '', ...rest] = args === undefined ? splitCommand(line, platform) : [line.trim()];
  // A relative path would be taken from the current directory, that is from the workspace.
  const usable = command !== '' && (!/[\\/]/.test(command) || isPlaced(command, platform));
  return fields.need(
    usable ? { kind: 'program', command, args: args ?? rest, ...local } : undefined,
    phrase(
      '{0}: “{1}” is a relative path. Write a full path, or a name to be looked for on PATH.',
      fields.path('command'),
      command,
    ),
  );
}

/**
 * A command in one line. Without quotes a full path keeps its blanks, and ends only where an option begins or
 * where Windows knows the end of a program's name.
 */
function splitCommand(line: string, platform: NodeJS.Platform): readonly string[] {
  const text = line.trim();
  if ((platform === 'win32' ? /"/ : /["']/).test(text) || !isPlaced(text, platform))
    return splitCommandLine(text, platform);
  const extension = platform === 'win32' ? WINDOWS_PROGRAM.exec(text) : null;
  const end = extension ? extension.index + extension[0].length : (OPTION.exec(text)?.index ?? text.length);
  // Elsewhere than on Windows a blank of the path may have been escaped, as in a shell.
  const path = text.slice(0, end);
  const command = platform === 'win32' ? path : path.replace(/\\([\s\\])/g, '$1');
  return [command, ...splitCommandLine(text.slice(end), platform)];
}

function readNpx({ args = [], ...local }: Local, fields: EntryFields): LaunchSource | undefined {
  const name = fields.text('npx');
  const bin = fields.text('bin');
  const minimumNode = fields.text('minimumNode');
  if (minimumNode !== undefined && !NODE_VERSION.test(minimumNode))
    fields.fail(phrase('{0}: write a version, such as {1}.', fields.path('minimumNode'), '"20.10.0"'));
  if (name === undefined) return undefined;
  return fields.need(
    isNpmPackage(name)
      ? { kind: 'npx', package: name, args, ...local, ...present({ bin, minimumNode }) }
      : undefined,
    phrase(
      '{0}: write the name of an npm package, such as {1}. Arguments go into args.',
      fields.path('npx'),
      '"@google/gemini-cli"',
    ),
  );
}

function readUvx({ args = [], ...local }: Local, fields: EntryFields): LaunchSource | undefined {
  const name = fields.text('uvx');
  if (name === undefined) return undefined;
  return fields.need(
    isPythonPackage(name) ? { kind: 'uvx', package: name, args, ...local } : undefined,
    phrase(
      '{0}: write the name of a Python package, such as {1}. Arguments go into args.',
      fields.path('uvx'),
      '"fast-agent-acp==0.10.1"',
    ),
  );
}

function readRemote(fields: EntryFields): LaunchSource | undefined {
  const url = fields.text('url');
  const headers = fields.headers('headers') ?? {};
  if (url === undefined) return undefined;
  return fields.need(
    isRemoteUrl(url) ? { kind: 'remote', url: url.trim(), headers } : undefined,
    phrase(
      '{0}: write an address that begins with {1}.',
      fields.path('url'),
      'wss://, ws://, https:// or http://',
    ),
  );
}

function isRemoteUrl(text: string): boolean {
  return URL.canParse(text) && /^(?:wss?|https?):\/\//i.test(text.trim());
}

/** Independent of the current directory. */
function isPlaced(path: string, platform: NodeJS.Platform): boolean {
  return isFullPath(path, platform) || PLACEHOLDER.test(path);
}

import { lstatSync, realpathSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import type { PermissionOption } from './entries';
import type { ToolCall } from './toolCall';

/** What is decided about an agent's permission requests without asking the person. */
export type PermissionPreset = 'ask' | 'allowReads' | 'allowEdits' | 'allowOnce' | 'allowAll' | 'rejectAll';

export const permissionPresets: readonly PermissionPreset[] = [
  'ask',
  'allowReads',
  'allowEdits',
  'allowOnce',
  'allowAll',
  'rejectAll',
];

const READS = new Set(['read', 'search']);

/**
 * The option that the preset chooses, or nothing: then the person is asked. Only options that the agent offered are
 * chosen, and only by their standard kind: a name such as "Yes" decides nothing.
 * https://agentclientprotocol.com/protocol/tool-calls#permission-options
 * @param cwd absolute folder of the session
 * @param real the path behind all links, undefined when it cannot be told
 */
export function presetOption(
  preset: PermissionPreset,
  call: ToolCall,
  options: readonly PermissionOption[],
  cwd: string,
  real: (path: string) => string | undefined = resolved,
): string | undefined {
  const first = (...kinds: readonly string[]): string | undefined =>
    kinds.flatMap((kind) => options.filter((option) => option.kind === kind))[0]?.optionId;
  switch (preset) {
    case 'ask':
      return undefined;
    case 'rejectAll':
      return first('reject_once', 'reject_always');
    case 'allowAll':
      return first('allow_always', 'allow_once');
    case 'allowOnce':
      return first('allow_once');
    case 'allowReads':
      return READS.has(call.toolKind) ? first('allow_once') : undefined;
    case 'allowEdits':
      return READS.has(call.toolKind) || editsInside(call, cwd, real) ? first('allow_once') : undefined;
  }
}

/** An edit that names what it changes, and all of it lies in the folder. */
function editsInside(call: ToolCall, cwd: string, real: (path: string) => string | undefined): boolean {
  if (call.toolKind !== 'edit') return false;
  const paths = [
    ...call.locations.map(({ path }) => path),
    ...call.content.flatMap((item) => (item.type === 'diff' ? [item.diff.path] : [])),
  ];
  return paths.length > 0 && paths.every((path) => isOrdinary(path, cwd, real));
}

/** What lies there decides what is run later: hooks of Git, tasks and settings of the editor. */
const DELICATE = new Set(['.git', '.vscode', '.idea', '.devcontainer', '.github']);

/** In the folder by its name and, behind all links, in fact (B168, B170). */
function isOrdinary(path: string, folder: string, real: (path: string) => string | undefined): boolean {
  const inside = relativeTo(path, folder);
  if (inside?.some((part) => DELICATE.has(part.toLowerCase())) !== false) return false;
  const target = real(path);
  const base = real(folder);
  return target !== undefined && base !== undefined && relativeTo(target, base) !== undefined;
}

/** Behind all links, of what exists of it; undefined when that cannot be told. */
function resolved(path: string): string | undefined {
  const paths = pathsOf(path);
  const rest: string[] = [];
  for (let place = path; ;) {
    try {
      return paths.join(realpathSync(place), ...rest);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      const parent = paths.dirname(place);
      // A link to nowhere is written through, to wherever it leads.
      if (code !== 'ENOENT' || parent === place || isThere(place)) return undefined;
      rest.unshift(paths.basename(place));
      place = parent;
    }
  }
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** The names below the folder that lead to the path; undefined for one outside, and for the folder itself. */
function relativeTo(path: string, folder: string): readonly string[] | undefined {
  const paths = pathsOf(folder);
  if (!paths.isAbsolute(path)) return undefined;
  const relative = paths.relative(folder, path);
  const parts = relative.split(/[\\/]/);
  return relative === '' || parts[0] === '..' || paths.isAbsolute(relative) ? undefined : parts;
}

function pathsOf(folder: string): typeof posix {
  return /^[a-z]:[\\/]|^\\\\/i.test(folder) ? win32 : posix;
}

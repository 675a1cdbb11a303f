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
 */
export function presetOption(
  preset: PermissionPreset,
  call: ToolCall,
  options: readonly PermissionOption[],
  cwd: string,
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
      return READS.has(call.toolKind) || editsInside(call, cwd) ? first('allow_once') : undefined;
  }
}

/** An edit that names what it changes, and all of it lies in the folder. */
function editsInside(call: ToolCall, cwd: string): boolean {
  if (call.toolKind !== 'edit') return false;
  const paths = [
    ...call.locations.map(({ path }) => path),
    ...call.content.flatMap((item) => (item.type === 'diff' ? [item.diff.path] : [])),
  ];
  return paths.length > 0 && paths.every((path) => isInside(path, cwd));
}

function isInside(path: string, folder: string): boolean {
  const paths = /^[a-z]:[\\/]|^\\\\/i.test(folder) ? win32 : posix;
  if (!paths.isAbsolute(path)) return false;
  const relative = paths.relative(folder, path);
  return relative !== '' && relative.split(/[\\/]/)[0] !== '..' && !paths.isAbsolute(relative);
}

import { phrase } from '../errors';
import type { Phrase } from '../errors';
import { isObject } from '../json';
import { permissionPresets } from '../permissionPreset';
import type { ConfiguredAgent } from './configuredAgent';
import { EntryFields } from './configuredFields';
import { readFolder, readLaunch } from './configuredLaunch';
import { present } from './present';

const KINDS = ['command', 'npx', 'uvx', 'url'] as const;
const LOCAL = ['args', 'env', 'cwd'];
const NPX_ONLY = ['bin', 'minimumNode'];
const COMMON = ['name', 'mode', 'model', 'config', 'permissions', 'passCredentials', 'disabled'];
const KNOWN = [...KINDS, ...LOCAL, 'headers', ...NPX_ONLY, ...COMMON];

export type EntryKind = (typeof KINDS)[number];

export interface ParsedEntry {
  /** Absent when the entry cannot be used. */
  readonly agent?: ConfiguredAgent;
  readonly problems: readonly Phrase[];
}

/** `where`: path of the entry, for the sentences. */
export function parseEntry(
  id: string,
  entry: unknown,
  { where, platform }: { readonly where: string; readonly platform: NodeJS.Platform },
): ParsedEntry {
  if (!isObject(entry))
    return {
      problems: [phrase('{0}: write an object, such as {1}.', where, '{ "command": "my-agent" }')],
    };
  const fields = new EntryFields(entry, where);
  const kinds = KINDS.filter((kind) => fields.has(kind));
  const [kind] = kinds;
  if (kinds.length > 1)
    fields.fail(
      phrase('{0}: write only one of {1}. It has {2}.', where, KINDS.join(', '), kinds.join(' and ')),
    );
  warnOfIgnored(fields, kind);
  const agent = readAgent(id, kind, fields, platform);
  return { ...(fields.usable ? { agent } : {}), problems: fields.problems };
}

function readAgent(
  id: string,
  kind: EntryKind | undefined,
  fields: EntryFields,
  platform: NodeJS.Platform,
): ConfiguredAgent {
  const isLocal = kind !== 'url';
  const env = (isLocal ? fields.variables('env') : undefined) ?? {};
  const args = isLocal ? fields.list('args') : undefined;
  const cwd = isLocal ? readFolder(fields, 'cwd', platform) : undefined;
  return {
    id,
    env,
    ...present({
      name: fields.text('name'),
      launch: kind && readLaunch(kind, { env, ...present({ args, cwd }) }, fields, platform),
      args,
      cwd,
      mode: fields.text('mode'),
      model: fields.text('model'),
      config: fields.options('config'),
      permissions: fields.choice('permissions', permissionPresets),
      passCredentials: fields.flag('passCredentials'),
      disabled: fields.flag('disabled'),
    }),
  };
}

function warnOfIgnored(fields: EntryFields, kind: EntryKind | undefined): void {
  for (const field of fields.names()) {
    if (!KNOWN.includes(field))
      fields.warn(
        phrase('{0}: this is not known and is ignored. Known are {1}.', fields.path(field), KNOWN.join(', ')),
      );
    else if (!goesWith(field, kind) && fields.has(field))
      fields.warn(
        phrase('{0}: this is ignored; it goes with {1} only.', fields.path(field), partners(field)),
      );
  }
}

function goesWith(field: string, kind: EntryKind | undefined): boolean {
  if (field === 'headers') return kind === 'url';
  if (NPX_ONLY.includes(field)) return kind === 'npx';
  return kind !== 'url' || !LOCAL.includes(field);
}

function partners(field: string): string {
  if (field === 'headers') return 'url';
  return NPX_ONLY.includes(field) ? 'npx' : 'command, npx, uvx';
}

import { readFileSync } from 'node:fs';

export interface Command {
  readonly command: string;
  readonly title?: string;
  readonly category?: string;
}

interface Named {
  readonly id: string;
}

export interface Manifest {
  readonly extensionKind: readonly string[];
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly contributes: {
    readonly commands: readonly Command[];
    readonly views: Readonly<Record<string, readonly Named[]>>;
    readonly viewsContainers: Readonly<Record<string, readonly Named[]>>;
    readonly menus: Readonly<Record<string, readonly { readonly command?: string }[]>>;
    readonly keybindings: readonly { readonly command: string }[];
    readonly configuration: Configuration | readonly Configuration[];
  };
}

interface Configuration {
  readonly properties: Readonly<Record<string, unknown>>;
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}

export function readManifest(): Manifest {
  return readJson('package.json') as Manifest;
}

export function readTexts(): Readonly<Record<string, string>> {
  return readJson('package.nls.json') as Record<string, string>;
}

/** Every string in the manifest with the name of its property. */
export function strings(value: unknown, property = ''): { property: string; text: string }[] {
  if (typeof value === 'string') return [{ property, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item) => strings(item, property));
  return Object.entries(value).flatMap(([name, item]) => strings(item, name));
}

export function settingsOf({ contributes: { configuration } }: Manifest): string[] {
  const parts = 'properties' in configuration ? [configuration] : configuration;
  return parts.flatMap(({ properties }) => Object.keys(properties));
}

export function viewsOf({ contributes: { views, viewsContainers } }: Manifest): string[] {
  return [...Object.values(views), ...Object.values(viewsContainers)].flat().map(({ id }) => id);
}

/** Context keys of ours in when-clauses and the like; `config.` keys and ids of views are none. */
export function contextKeysOf(manifest: Manifest): string[] {
  const notKeys = new Set(viewsOf(manifest));
  const clauses = strings(manifest)
    .filter(
      ({ property, text }) => ['when', 'enablement'].includes(property) || text.startsWith('onContext:'),
    )
    .map(({ text }) => text.replace(/^onContext:/, ''));
  const keys = clauses.flatMap((clause) => clause.match(/(?<![\w.])acpWorkbench\.[\w.]+/g) ?? []);
  return [...new Set(keys)].filter((key) => !notKeys.has(key));
}

/** Settings named in when-clauses as `config.acpWorkbench.…`. */
export function settingsInClauses(manifest: Manifest): string[] {
  return strings(manifest)
    .filter(({ property }) => ['when', 'enablement'].includes(property))
    .flatMap(({ text }) => [...text.matchAll(/config\.(acpWorkbench\.[\w.]+)/g)].map(([, id]) => id ?? ''));
}

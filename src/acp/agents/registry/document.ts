import { asString, isObject, type JsonObject } from '../../json';
import { safeAddress } from './address';
import { parseDistribution } from './parseDistribution';
import type { PlatformKey } from './platform';
import { isWindowsDevice } from './safePath';

/** A package of npm or of the Python index. */
export interface PackageDistribution {
  /** With or without a version, as npm or uv takes it. */
  readonly package: string;
  /** The program in the package, where its name differs from that of the package. */
  readonly command?: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** A program to be downloaded for one platform. */
export interface BinaryTarget {
  /** An archive, or the program itself. */
  readonly archive: string;
  /** Path of the program below the folder that the archive is unpacked to; with either kind of slash. */
  readonly cmd: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Of the archive; 64 lower-case hexadecimal digits. */
  readonly sha256?: string;
}

export interface Distribution {
  readonly npx?: PackageDistribution;
  readonly uvx?: PackageDistribution;
  readonly binary?: Readonly<Partial<Record<PlatformKey, BinaryTarget>>>;
}

export interface RegistryAgent {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly repository?: string;
  readonly website?: string;
  readonly authors: readonly string[];
  readonly license?: string;
  /** Where the licence or the terms can be read. */
  readonly licenseUrl?: string;
  readonly icon?: string;
  /** Empty when there are only kinds that are not known here. */
  readonly distribution: Distribution;
}

export interface RegistryDocument {
  readonly version: string;
  readonly agents: readonly RegistryAgent[];
  /** What could not be used, each with where it stands and why; for the log. */
  readonly ignored: readonly string[];
}

const MAX_AGENTS = 2000;
const MAX_AUTHORS = 20;
/** Characters. */
const NAME_LENGTH = 100;
const DESCRIPTION_LENGTH = 1000;

/** A version that can be the name of a folder on every platform. */
const VERSION = /^v?\d[\w.+-]{0,98}(?<![.])$/;

/**
 * Reads a registry document. An entry that cannot be used is left out and never hides the others. Never throws.
 * https://cdn.agentclientprotocol.com/registry/v1/latest/registry.json
 */
export function parseRegistry(value: unknown): RegistryDocument {
  const { version, agents: list } = isObject(value) ? value : {};
  const agents = new Map<string, RegistryAgent>();
  const ignored: string[] = [];
  const items = Array.isArray(list) ? (list as readonly unknown[]) : [];
  if (!Array.isArray(list)) ignored.push('agents: is not a list');
  if (items.length > MAX_AGENTS) ignored.push(`agents: only the first ${MAX_AGENTS} are used`);
  for (const [index, item] of items.slice(0, MAX_AGENTS).entries()) {
    const problems: string[] = [];
    const agent = parseAgent(item, problems);
    if (typeof agent === 'string') problems.push(agent);
    else if (agents.has(agent.id)) problems.push('the id is used twice');
    else agents.set(agent.id, agent);
    const where = `agents[${index}]${typeof agent === 'string' ? '' : ` ${agent.id}`}`;
    ignored.push(...problems.map((problem) => `${where}: ${problem}`));
  }
  return { version: asString(version) ?? '', agents: [...agents.values()], ignored };
}

export function isAgentId(text: string): boolean {
  return /^[a-z][a-z0-9-]{0,63}$/.test(text) && !(text in {}) && !isWindowsDevice(text);
}

export function isAgentVersion(text: string): boolean {
  return VERSION.test(text);
}

/** The agent, or why there is none. `problems`: gets what is wrong with a part of it. */
function parseAgent(item: unknown, problems: string[]): RegistryAgent | string {
  if (!isObject(item)) return 'is not an object';
  const id = ownString(item, 'id');
  const version = ownString(item, 'version');
  if (id === undefined || !isAgentId(id)) return 'the id is missing or not allowed';
  if (version === undefined || !isAgentVersion(version))
    return `${id}: the version is missing or not allowed`;
  const parsed = parseDistribution(item['distribution']);
  problems.push(...parsed.problems);
  if (parsed.distribution === undefined) return `${id}: there is no way to get it`;
  const name = plainText(item['name'], NAME_LENGTH);
  return {
    id,
    name: name === '' ? id : name,
    version,
    description: plainText(item['description'], DESCRIPTION_LENGTH),
    ...optional('repository', webPage(item['repository'])),
    ...optional('website', webPage(item['website'])),
    authors: parseAuthors(item['authors']),
    ...optional('license', plainText(item['license'], NAME_LENGTH)),
    ...optional('licenseUrl', webPage(item['license_url'])),
    ...optional('icon', webPage(item['icon'])),
    distribution: parsed.distribution,
  };
}

function ownString(item: JsonObject, key: string): string | undefined {
  return Object.hasOwn(item, key) ? asString(item[key]) : undefined;
}

function parseAuthors(value: unknown): readonly string[] {
  const list = Array.isArray(value) ? (value as readonly unknown[]) : [];
  return list
    .slice(0, MAX_AUTHORS)
    .map((author) => plainText(author, NAME_LENGTH))
    .filter((author) => author !== '');
}

/** One line without control characters, cut to a length. Empty for anything but text. */
function plainText(value: unknown, length: number): string {
  if (typeof value !== 'string') return '';
  const line = value
    .slice(0, 4 * length)
    // `$(name)` would be drawn as an icon.
    .replaceAll('$(', '(')
    .replace(/[\s\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069]+/g, ' ')
    .trim();
  return line.length > length ? `${line.slice(0, length)}…` : line;
}

function webPage(value: unknown): string | undefined {
  return typeof value === 'string' ? safeAddress(value)?.href : undefined;
}

function optional<Key extends string>(
  key: Key,
  value: string | undefined,
): Partial<Readonly<Record<Key, string>>> {
  return value === undefined || value === '' ? {} : ({ [key]: value } as Record<Key, string>);
}

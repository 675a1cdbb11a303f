import { asObject, asString, isObject, type JsonObject } from '../../json';
import { safeAddress } from './address';
import { isAgentId, isAgentVersion } from './document';
import { argsAndEnv, isPackage, isProgramName } from './parseDistribution';
import { relativeCommand } from './safePath';

/** Facts of an install, as they are kept beside it. */
export type Manifest = PackageManifest | BinaryManifest;

interface ManifestFacts {
  readonly id: string;
  /** Of the agent, as the registry gave it. */
  readonly version: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Milliseconds since 1970. */
  readonly installedAt: number;
}

/** A person agreed to run it; npx or uvx fetch it when it is started. */
export interface PackageManifest extends ManifestFacts {
  readonly kind: 'npx' | 'uvx';
  /** With exactly one version. */
  readonly package: string;
  /** The program in the package, where its name differs from that of the package. */
  readonly command?: string;
}

export interface BinaryManifest extends ManifestFacts {
  readonly kind: 'binary';
  /** Where it was downloaded from. */
  readonly url: string;
  /** Of what was downloaded; lower-case hexadecimal. */
  readonly sha256: string;
  /** Path of the program below the unpacked files, with forward slashes. */
  readonly cmd: string;
}

interface Placed {
  /** The version that a person wants to stay at. */
  readonly pinned?: string;
}

export interface InstalledPackage extends PackageManifest, Placed {}

export interface InstalledBinary extends BinaryManifest, Placed {
  /** Full path of the unpacked files. */
  readonly folder: string;
  /** Full path of the program. */
  readonly program: string;
}

export type InstalledAgent = InstalledPackage | InstalledBinary;

/** The manifest in a file that anything may have written; undefined for one that cannot be used. */
export function parseManifest(text: string, id: string, platform: NodeJS.Platform): Manifest | undefined {
  const value = parseObject(text);
  if (value === undefined) return undefined;
  const { kind, version, installedAt } = value;
  if (value['id'] !== id || !isAgentId(id)) return undefined;
  if (typeof version !== 'string' || !isAgentVersion(version)) return undefined;
  if (typeof installedAt !== 'number' || !Number.isFinite(installedAt)) return undefined;
  try {
    const facts = { id, version, installedAt, ...argsAndEnv(value) };
    if (kind === 'binary') return { kind, ...facts, ...binaryFacts(value, platform) };
    return kind === 'npx' || kind === 'uvx' ? { kind, ...facts, ...packageFacts(value, kind) } : undefined;
  } catch {
    return undefined;
  }
}

/** Which version counts, and whether to stay at it. */
export interface Pointer {
  readonly current?: string;
  readonly pinned?: string;
}

export function parsePointer(text: string): Pointer {
  const { current, pinned } = asObject(parseObject(text));
  return {
    ...(typeof current === 'string' && isAgentVersion(current) ? { current } : {}),
    ...(typeof pinned === 'string' && isAgentVersion(pinned) ? { pinned } : {}),
  };
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function binaryFacts(
  value: JsonObject,
  platform: NodeJS.Platform,
): Pick<BinaryManifest, 'url' | 'sha256' | 'cmd'> {
  const { url, sha256 } = value;
  const cmd = relativeCommand(asString(value['cmd']) ?? '', platform);
  if (typeof url !== 'string' || safeAddress(url) === undefined) throw new Error('url');
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) throw new Error('sha256');
  if (cmd === undefined) throw new Error('cmd');
  return { url, sha256, cmd };
}

function packageFacts(value: JsonObject, kind: 'npx' | 'uvx'): Pick<PackageManifest, 'package' | 'command'> {
  const { package: spec, command } = value;
  if (!isPackage(spec, kind)) throw new Error('package');
  if (command === undefined) return { package: spec };
  if (!isProgramName(command)) throw new Error('command');
  return { package: spec, command };
}

import { isObject, type JsonObject } from '../../json';
import { safeAddress } from './address';
import type { BinaryTarget, Distribution, PackageDistribution } from './document';
import { platformKeys } from './platform';
import { relativeCommand } from './safePath';

const MAX_ARGS = 64;
const MAX_VARIABLES = 64;
/** Characters of an argument, a value, a command, a package. */
const TEXT_LENGTH = 4096;
const PACKAGE_LENGTH = 300;

/** `name`, `name@1.2.3`, `@scope/name@tag`: no address, no file and no option. */
const NPM_PACKAGE = /^(?:@[a-z0-9~][\w.~-]*\/)?[a-z0-9~][\w.~-]*(?:@[\w.+~^-]+)?$/i;
/** `name`, `name[extra]==1.2.3`, `name@1.2.3`. */
const PYTHON_PACKAGE = /^[a-z0-9][\w.-]*(?:\[[\w.,-]+\])?(?:(?:==|@)[\w.!+-]+)?$/i;
/** A program of a package: a name, no path. */
const COMMAND_NAME = /^[a-z0-9_][\w.-]*$/i;

export interface ParsedDistribution {
  /** Undefined when there is none, or every way to get the agent is broken. */
  readonly distribution: Distribution | undefined;
  readonly problems: readonly string[];
}

/** Kinds that are not known here are passed over; what is wrong in a known kind is a problem. */
export function parseDistribution(value: unknown): ParsedDistribution {
  if (!isObject(value)) return { distribution: undefined, problems: ['distribution: is not an object'] };
  const problems: string[] = [];
  const attempt = <Result>(where: string, parse: () => Result): Result | undefined => {
    try {
      return parse();
    } catch (error) {
      problems.push(`${where}: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    }
  };
  const packaged = (kind: 'npx' | 'uvx'): PackageDistribution | undefined =>
    Object.hasOwn(value, kind) ? attempt(kind, () => parsePackage(value[kind], kind)) : undefined;
  const npx = packaged('npx');
  const uvx = packaged('uvx');
  const binary = new Map<string, BinaryTarget>();
  const targets = Object.hasOwn(value, 'binary') ? value['binary'] : {};
  if (!isObject(targets)) problems.push('binary: is not an object');
  for (const platform of isObject(targets) ? platformKeys : []) {
    if (!isObject(targets) || !Object.hasOwn(targets, platform)) continue;
    const target = attempt(`binary ${platform}`, () => parseTarget(targets[platform], platform));
    if (target !== undefined) binary.set(platform, target);
  }
  const distribution = {
    ...(npx === undefined ? {} : { npx }),
    ...(uvx === undefined ? {} : { uvx }),
    ...(binary.size === 0 ? {} : { binary: Object.fromEntries(binary) }),
  };
  const broken = Object.keys(distribution).length === 0 && problems.length > 0;
  return { distribution: broken ? undefined : distribution, problems };
}

function parsePackage(value: unknown, kind: 'npx' | 'uvx'): PackageDistribution {
  if (!isObject(value)) throw new Error('is not an object');
  const { package: name, cmd } = value;
  if (!isPackage(name, kind)) throw new Error('the package is missing or no plain name');
  if (cmd !== undefined && !isProgramName(cmd)) throw new Error('cmd is no plain name');
  return { package: name, ...(cmd === undefined ? {} : { command: cmd }), ...argsAndEnv(value) };
}

export function isPackage(value: unknown, kind: 'npx' | 'uvx'): value is string {
  const pattern = kind === 'npx' ? NPM_PACKAGE : PYTHON_PACKAGE;
  return typeof value === 'string' && value.length <= PACKAGE_LENGTH && pattern.test(value);
}

export function isProgramName(value: unknown): value is string {
  return typeof value === 'string' && value.length <= PACKAGE_LENGTH && COMMAND_NAME.test(value);
}

function parseTarget(value: unknown, platform: string): BinaryTarget {
  if (!isObject(value)) throw new Error('is not an object');
  const { archive, cmd, sha256 } = value;
  if (typeof archive !== 'string' || safeAddress(archive) === undefined)
    throw new Error('the archive is no https address');
  const runsOn = platform.startsWith('windows') ? 'win32' : 'linux';
  if (typeof cmd !== 'string' || relativeCommand(cmd, runsOn) === undefined)
    throw new Error('cmd is missing or leads out of the archive');
  if (sha256 !== undefined && (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/i.test(sha256)))
    throw new Error('sha256 is not a SHA-256');
  return {
    archive,
    cmd,
    ...argsAndEnv(value),
    ...(sha256 === undefined ? {} : { sha256: sha256.toLowerCase() }),
  };
}

/** Variables that would make another program, library or package index of what a person agreed to. */
const REDIRECTING = /^(?:npm_|NODE_|LD_|DYLD_|PATH$|PYTHON|UV_|PIP_|ELECTRON_|GIT_|HTTPS?_PROXY$|SSL_)/i;

/** Also for manifests. @throws Error which says what is wrong */
export function argsAndEnv(value: JsonObject): Pick<BinaryTarget, 'args' | 'env'> {
  const { args = [], env = {} } = value;
  if (!Array.isArray(args) || args.length > MAX_ARGS || !args.every(isText))
    throw new Error('args is not a list of texts');
  if (!isObject(env)) throw new Error('env is not an object');
  const variables = Object.entries(env);
  if (variables.length > MAX_VARIABLES || !variables.every(isVariable))
    throw new Error('env has a name or value that is not allowed');
  if (variables.some(([name]) => REDIRECTING.test(name)))
    throw new Error('env changes what is loaded, or where packages come from');
  return { args, env: Object.fromEntries(variables) };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= TEXT_LENGTH && !value.includes('\0');
}

function isVariable(pair: [string, unknown]): pair is [string, string] {
  return /^[A-Za-z_]\w*$/.test(pair[0]) && !(pair[0] in {}) && isText(pair[1]);
}

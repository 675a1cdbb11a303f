import { asArray, isObject, type JsonObject } from './json';

/** Where an agent sees the files: as pure data, for a launch plan. */
export interface AgentPaths {
  /** A Windows program that was started from within this WSL distribution. */
  readonly kind: 'windowsFromWsl';
  readonly distribution: string;
}

/** Translates between the paths of this side and those of an agent that lives on another system. */
export interface PathMap {
  readonly toAgent: (path: string) => string;
  readonly toHost: (path: string) => string;
}

/** What an agent is told when it lives where we do. */
const same: PathMap = { toAgent: (path) => path, toHost: (path) => path };

export function pathMap(paths: AgentPaths | undefined): PathMap {
  return paths === undefined ? same : windowsFromWsl(paths.distribution);
}

/** Drives are below /mnt; everything else of the distribution is a network share for Windows. */
function windowsFromWsl(distribution: string): PathMap {
  const share = `\\\\wsl.localhost\\${distribution}`;
  return {
    toAgent: (path) => {
      const drive = /^\/mnt\/([a-z])(?:\/(.*))?$/s.exec(path);
      if (drive?.[1] !== undefined) return `${drive[1].toUpperCase()}:\\${backward(drive[2] ?? '')}`;
      return path.startsWith('/') ? `${share}${backward(path)}` : path;
    },
    toHost: (path) => {
      const drive = /^([a-z]):[\\/](.*)$/is.exec(path);
      if (drive?.[1] !== undefined) return `/mnt/${drive[1].toLowerCase()}/${forward(drive[2] ?? '')}`;
      // \\wsl$ is the older name of the share.
      const shared = /^[\\/]{2}(?:wsl\.localhost|wsl\$)[\\/]([^\\/]+)(.*)$/is.exec(path);
      if (shared?.[1]?.toLowerCase() !== distribution.toLowerCase()) return path;
      return forward(shared[2] ?? '') || '/';
    },
  };
}

function backward(path: string): string {
  return path.replaceAll('/', '\\');
}

function forward(path: string): string {
  return path.replaceAll('\\', '/');
}

/** The parameters of a request to an agent with its own paths: folders of a session, and links in a prompt. */
export function toAgent(params: JsonObject, map: PathMap): JsonObject {
  if (map === same) return params;
  const { cwd, additionalDirectories, prompt } = params;
  return {
    ...params,
    ...(typeof cwd === 'string' ? { cwd: map.toAgent(cwd) } : {}),
    ...(Array.isArray(additionalDirectories)
      ? { additionalDirectories: additionalDirectories.map((path) => mapped(path, map.toAgent)) }
      : {}),
    ...(Array.isArray(prompt) ? { prompt: prompt.map((block) => linkToAgent(block, map)) } : {}),
  };
}

/**
 * What an agent sent, with the paths of this side: files and folders of requests, and those that tool calls name. What
 * is no path, such as text, stays as it is.
 */
export function toHost(message: JsonObject, map: PathMap): JsonObject {
  if (map === same) return message;
  const changed: Record<string, unknown> = { ...message };
  for (const key of ['path', 'cwd']) changed[key] = mapped(message[key], map.toHost);
  for (const key of ['toolCall', 'update']) {
    const inner = message[key];
    if (isObject(inner)) changed[key] = toHost(inner, map);
  }
  for (const key of ['locations', 'content']) {
    if (!Array.isArray(message[key])) continue;
    changed[key] = asArray(message[key]).map((item) => (isObject(item) ? toHost(item, map) : item));
  }
  return Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined));
}

function mapped(value: unknown, translate: (path: string) => string): unknown {
  return typeof value === 'string' ? translate(value) : value;
}

function linkToAgent(block: unknown, map: PathMap): unknown {
  if (!isObject(block)) return block;
  const { uri, resource } = block;
  return {
    ...block,
    ...(typeof uri === 'string' ? { uri: uriToAgent(uri, map) } : {}),
    ...(isObject(resource) ? { resource: linkToAgent(resource, map) } : {}),
  };
}

/** A file URI of the agent's system; others stay. */
function uriToAgent(uri: string, map: PathMap): string {
  if (!uri.startsWith('file:///')) return uri;
  const { pathname, hash } = new URL(uri);
  const path = map.toAgent(decodeURIComponent(pathname));
  const place = path.startsWith('\\\\') ? `file:${forward(path)}` : `file:///${forward(path)}`;
  return encodeURI(place) + hash;
}

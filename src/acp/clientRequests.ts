import { isAbsolute } from 'node:path';
import { asArray, asNumber, asObject, asString, isObject, type JsonObject } from './json';
import type { CommandRequest, ElicitationForm, ReadRequest, WriteRequest } from './ports';
import { invalidParams } from './rpcError';

// unknown -> request. What does not fit is answered with -32602 and a sentence an agent's author understands.

export function sessionIdOf(params: JsonObject): string {
  return requireString(params, 'sessionId');
}

export function terminalIdOf(params: JsonObject): string {
  return requireString(params, 'terminalId');
}

export function parseRead(params: JsonObject): ReadRequest {
  const path = requirePath(params);
  const line = count(params, 'line');
  const limit = count(params, 'limit');
  return { path, ...(line === undefined ? {} : { line }), ...(limit === undefined ? {} : { limit }) };
}

export function parseWrite(params: JsonObject): WriteRequest {
  return { path: requirePath(params), content: requireString(params, 'content') };
}

export function parseCommand(params: JsonObject): CommandRequest {
  const command = requireString(params, 'command');
  if (command.trim() === '') throw invalidParams('command is empty');
  // Left out silently, a wrong one would run another command, or in another place.
  const args = params['args'] ?? [];
  if (!Array.isArray(args) || !args.every((arg) => typeof arg === 'string'))
    throw invalidParams('args must be an array of strings');
  const cwd = isAbsent(params['cwd']) ? undefined : requireString(params, 'cwd');
  if (cwd !== undefined && !isAbsolute(cwd)) throw invalidParams(`cwd must be an absolute path: ${cwd}`);
  const limit = asNumber(params['outputByteLimit']);
  return {
    command,
    args,
    env: parseEnv(params['env']),
    ...(cwd === undefined ? {} : { cwd }),
    ...(limit === undefined ? {} : { outputByteLimit: Math.max(0, Math.trunc(limit)) }),
  };
}

/** undefined for a mode other than form. */
export function parseElicitation(params: JsonObject): ElicitationForm | undefined {
  if (params['mode'] !== undefined && params['mode'] !== 'form') return undefined;
  return { message: asString(params['message']) ?? '', schema: asObject(params['requestedSchema']) };
}

/** The specification wants name/value pairs; a plain object is understood as well. */
function parseEnv(value: unknown): readonly { readonly name: string; readonly value: string }[] {
  if (isObject(value)) {
    return Object.entries(value).flatMap(([name, text]) =>
      typeof text === 'string' ? [{ name, value: text }] : [],
    );
  }
  return asArray(value)
    .filter(isObject)
    .flatMap((pair) => {
      const name = asString(pair['name']);
      return name === undefined || name === '' ? [] : [{ name, value: asString(pair['value']) ?? '' }];
    });
}

function requireString(params: JsonObject, key: string): string {
  const value = params[key];
  if (typeof value !== 'string') throw invalidParams(`${key} must be a string`);
  return value;
}

function requirePath(params: JsonObject): string {
  const path = requireString(params, 'path');
  if (path.includes('\0')) throw invalidParams('path contains a NUL character');
  if (!isAbsolute(path)) throw invalidParams(`path must be absolute: ${path}`);
  return path;
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function count(params: JsonObject, key: string): number | undefined {
  const value = params[key];
  if (isAbsent(value)) return undefined;
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
    throw invalidParams(`${key} must be a whole number of at least 0`);
  }
  return value;
}

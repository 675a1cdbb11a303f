import { asArray, asObject, asString, isObject, type JsonObject } from './json';

/** A way to log in to an agent in a terminal, https://agentclientprotocol.com/protocol/v1/authentication. */
export interface TerminalLogin {
  readonly name: string;
  /** A program of its own; undefined: the agent's program, with `args` behind its usual ones. */
  readonly command: string | undefined;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/**
 * The terminal login of one entry of `authMethods`: of type `terminal`, or told in `_meta["terminal-auth"]`, as
 * agents did before the type existed. Some put the type into `_meta`.
 */
export function terminalLogin(method: JsonObject): TerminalLogin | undefined {
  const name = asString(method['name']) ?? asString(method['id']) ?? '';
  const meta = asObject(method['_meta']);
  const own = [method, meta].find((fields) => fields['type'] === 'terminal');
  if (own !== undefined) return { name, command: undefined, ...parameters(own) };
  const older = meta['terminal-auth'];
  const command = asString(asObject(older)['command']);
  if (!isObject(older) || command === undefined || command === '') return undefined;
  return { name: asString(older['label']) ?? name, command, ...parameters(older) };
}

function parameters(fields: JsonObject): Pick<TerminalLogin, 'args' | 'env'> {
  const env = Object.entries(asObject(fields['env']));
  return {
    args: asArray(fields['args']).filter((arg) => typeof arg === 'string'),
    env: Object.fromEntries(env.filter((pair): pair is [string, string] => typeof pair[1] === 'string')),
  };
}

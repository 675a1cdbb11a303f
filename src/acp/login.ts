import { asArray, asObject, asString, isObject, type JsonObject } from './json';

interface Method {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
}

/** The agent logs in by itself, when it is told to with `authenticate`. */
export interface AgentLogin extends Method {
  readonly type: 'agent';
}

/** A program that the person logs in with, in a terminal. */
export interface TerminalLogin extends Method {
  readonly type: 'terminal';
  /** A program of its own; undefined: the agent's program, with `args` behind its usual ones. */
  readonly command: string | undefined;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Environment variables that the agent wants to be started with. No longer in the specification, still in use. */
export interface VariableLogin extends Method {
  readonly type: 'env_var';
  /** Empty when the agent did not say which: then the person does. */
  readonly variables: readonly LoginVariable[];
  /** Where a key is to be had. */
  readonly link?: string;
}

export interface LoginVariable {
  readonly name: string;
  readonly label?: string;
  readonly secret: boolean;
  readonly optional: boolean;
}

/** A way to log in that an agent offers, https://agentclientprotocol.com/protocol/v1/authentication. */
export type AuthMethod = AgentLogin | TerminalLogin | VariableLogin;

/** The list in the answer to initialize. What cannot be named in `authenticate` is left out. */
export function parseAuthMethods(value: unknown): readonly AuthMethod[] {
  const methods = asArray(value)
    .filter(isObject)
    .flatMap((method) => parseMethod(method) ?? []);
  return methods.filter((method, index) => methods.findIndex(({ id }) => id === method.id) === index);
}

function parseMethod(fields: JsonObject): AuthMethod | undefined {
  const id = asString(fields['id']);
  if (id === undefined) return undefined;
  const description = asString(fields['description']);
  const base: Method = {
    id,
    name: asString(fields['name']) ?? id,
    ...(description === undefined ? {} : { description }),
  };
  return terminalLogin(base, fields) ?? variableLogin(base, fields) ?? { ...base, type: 'agent' };
}

/** Of type `terminal`, which some put into `_meta`, or told in `_meta["terminal-auth"]`, as before the type existed. */
function terminalLogin(base: Method, fields: JsonObject): TerminalLogin | undefined {
  const own = typed('terminal', fields);
  if (own !== undefined) return { ...base, type: 'terminal', command: undefined, ...parameters(own) };
  const older = asObject(fields['_meta'])['terminal-auth'];
  const command = asString(asObject(older)['command']);
  if (!isObject(older) || command === undefined || command === '') return undefined;
  const name = asString(older['label']) ?? base.name;
  return { ...base, name, type: 'terminal', command, ...parameters(older) };
}

function parameters(fields: JsonObject): Pick<TerminalLogin, 'args' | 'env'> {
  const env = Object.entries(asObject(fields['env']));
  return {
    args: asArray(fields['args']).filter((arg) => typeof arg === 'string'),
    env: Object.fromEntries(env.filter((pair): pair is [string, string] => typeof pair[1] === 'string')),
  };
}

function variableLogin(base: Method, fields: JsonObject): VariableLogin | undefined {
  const own = typed('env_var', fields);
  if (own === undefined) return undefined;
  const listed = [...asArray(own['vars']), ...asArray(own['varNames']), own['varName']];
  const link = asString(own['link']);
  return {
    ...base,
    type: 'env_var',
    variables: listed.flatMap((item) => parseVariable(item) ?? []),
    // The person is asked before it is opened; anything but a page is none.
    ...(link !== undefined && /^https?:\/\//i.test(link) ? { link } : {}),
  };
}

function parseVariable(item: unknown): LoginVariable | undefined {
  const fields = typeof item === 'string' ? { name: item } : asObject(item);
  const name = asString(fields['name']);
  if (name === undefined || !isVariableName(name)) return undefined;
  const label = asString(fields['label']);
  return {
    name,
    secret: fields['secret'] !== false,
    optional: fields['optional'] === true,
    ...(label === undefined || label === '' ? {} : { label }),
  };
}

/** What every system takes as the name of an environment variable. */
export function isVariableName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);
}

function typed(type: string, fields: JsonObject): JsonObject | undefined {
  return [fields, asObject(fields['_meta'])].find((part) => part['type'] === type);
}

import { asObject, asString, isObject, type JsonObject } from './json';
import { parseAuthMethods, type AuthMethod } from './login';

/** The version of the protocol that this client speaks. */
export const PROTOCOL_VERSION = 1;

/** The answer to initialize, https://agentclientprotocol.com/protocol/initialization. Absent capability = unsupported. */
export interface AgentDescription {
  readonly version: unknown;
  readonly name: string | undefined;
  readonly title: string | undefined;
  readonly agentVersion: string | undefined;
  readonly capabilities: JsonObject;
  readonly embeddedContext: boolean;
  readonly image: boolean;
  /** Whether a session may have further folders beside its own. */
  readonly additionalDirectories: boolean;
  /** How a session can be brought back, best first; undefined when it cannot. */
  readonly bringBack: 'session/resume' | 'session/load' | undefined;
  readonly authMethods: readonly AuthMethod[];
  /** Whether a person can be logged out. */
  readonly canLogOut: boolean;
}

export function parseDescription(answer: JsonObject): AgentDescription {
  const info = asObject(answer['agentInfo']);
  const capabilities = asObject(answer['agentCapabilities']);
  const prompt = asObject(capabilities['promptCapabilities']);
  return {
    version: answer['protocolVersion'],
    name: asString(info['name']),
    title: asString(info['title']),
    agentVersion: asString(info['version']),
    capabilities,
    embeddedContext: prompt['embeddedContext'] === true,
    image: prompt['image'] === true,
    additionalDirectories: isObject(asObject(capabilities['sessionCapabilities'])['additionalDirectories']),
    bringBack: bringBackOf(capabilities),
    authMethods: parseAuthMethods(answer['authMethods']),
    canLogOut: offers(capabilities, ['auth', 'logout']),
  };
}

/** Whether the agent says that it has something. Older capabilities are true, newer ones an object. */
export function offers(capabilities: JsonObject, path: readonly string[]): boolean {
  let value: unknown = capabilities;
  for (const key of path) value = asObject(value)[key];
  return value === true || isObject(value);
}

/** resume promises no replay, so it comes first: what was said is in our transcript already. */
function bringBackOf(capabilities: JsonObject): AgentDescription['bringBack'] {
  if (isObject(asObject(capabilities['sessionCapabilities'])['resume'])) return 'session/resume';
  return capabilities['loadSession'] === true ? 'session/load' : undefined;
}

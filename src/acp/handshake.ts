import { terminalLogin, type TerminalLogin } from './login';
import { asArray, asObject, asString, isObject, type JsonObject } from './json';

/** The version of the protocol that this client speaks. */
export const PROTOCOL_VERSION = 1;

export interface AuthMethod {
  readonly id: string;
  readonly name: string;
  /** `agent` when the agent named none. */
  readonly type: string;
  readonly terminal: TerminalLogin | undefined;
}

/** The answer to initialize, https://agentclientprotocol.com/protocol/initialization. Absent capability = unsupported. */
export interface AgentDescription {
  readonly version: unknown;
  readonly name: string | undefined;
  readonly title: string | undefined;
  readonly agentVersion: string | undefined;
  readonly capabilities: JsonObject;
  readonly embeddedContext: boolean;
  readonly image: boolean;
  /** How a session can be brought back, best first; undefined when it cannot. */
  readonly bringBack: 'session/resume' | 'session/load' | undefined;
  readonly authMethods: readonly AuthMethod[];
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
    bringBack: bringBackOf(capabilities),
    authMethods: asArray(answer['authMethods'])
      .filter(isObject)
      .flatMap((method) => {
        const id = asString(method['id']);
        if (id === undefined) return [];
        const name = asString(method['name']) ?? id;
        const type = asString(method['type']) ?? 'agent';
        return [{ id, name, type, terminal: terminalLogin(method) }];
      }),
  };
}

/** resume promises no replay, so it comes first: what was said is in our transcript already. */
function bringBackOf(capabilities: JsonObject): AgentDescription['bringBack'] {
  if (isObject(asObject(capabilities['sessionCapabilities'])['resume'])) return 'session/resume';
  return capabilities['loadSession'] === true ? 'session/load' : undefined;
}

import type { AgentError } from './errors';
import { capabilityMissing, contentUnsupported, notAgentLogin } from './errors/requests';
import { offers, type AgentDescription } from './handshake';
import { asArray, asObject, asString, isObject, type JsonObject } from './json';

/** Where in `agentCapabilities` the agent says that it has a method; those not named here need no leave. */
const GATES: Readonly<Record<string, readonly string[]>> = {
  'session/load': ['loadSession'],
  'session/resume': ['sessionCapabilities', 'resume'],
  'session/list': ['sessionCapabilities', 'list'],
  'session/delete': ['sessionCapabilities', 'delete'],
  'session/close': ['sessionCapabilities', 'close'],
  'session/fork': ['sessionCapabilities', 'fork'],
  logout: ['auth', 'logout'],
};

/** The same for the content blocks of a prompt, in `promptCapabilities`. Text and links are always taken. */
const CONTENT_GATES: Readonly<Record<string, string>> = {
  image: 'image',
  audio: 'audio',
  resource: 'embeddedContext',
};

/**
 * Why a request must not be sent to this agent, https://agentclientprotocol.com/protocol/v1/initialization: what is
 * not advertised is not there, and some agents drop what they do not take without a word.
 */
export function refusal(method: string, params: JsonObject, about: AgentDescription): AgentError | undefined {
  const path = GATES[method];
  if (path !== undefined && !offers(about.capabilities, path)) {
    return capabilityMissing(method, ['agentCapabilities', ...path].join('.'));
  }
  if (method === 'authenticate') {
    const login = about.authMethods.find(({ id }) => id === params['methodId']);
    // The agent would wait for a person that it cannot reach.
    if (login !== undefined && login.type !== 'agent') return notAgentLogin(login, about.authMethods);
  }
  if (method !== 'session/prompt') return undefined;
  const taken = asObject(about.capabilities['promptCapabilities']);
  for (const block of asArray(params['prompt']).filter(isObject)) {
    const kind = asString(block['type']) ?? '';
    const gate = CONTENT_GATES[kind];
    if (gate !== undefined && taken[gate] !== true) return contentUnsupported(kind);
  }
  return undefined;
}

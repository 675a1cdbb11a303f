import { isObject, type JsonObject } from '../../src/acp/json';
import type { Material } from './conversations';
import { damage, mutate, toText } from './mutations';
import type { Random } from './random';

/** What only a client says. */
const swapped: readonly JsonObject[] = [
  { id: 900, method: 'initialize', params: { protocolVersion: 1 } },
  { id: 901, method: 'session/new', params: { cwd: '/', mcpServers: [] } },
  { id: 902, method: 'session/prompt', params: { sessionId: 's1', prompt: [{ type: 'text', text: 'hi' }] } },
  { method: 'session/cancel', params: { sessionId: 's1' } },
];

const sessions = ['s1', 's1', 's1', 's1', 's1', 's1', 's1', 's1', 's2', '', 'no such session', '__proto__'];

/** One turn of an agent that has lost its mind: recorded messages, most of them as they were. */
export function makeTurn(material: Material, random: Random, length: number): readonly Buffer[] {
  const conversation = random.pick(material.conversations);
  const start = random.int(conversation.length);
  const messages: JsonObject[] = [];
  for (let index = start; messages.length < length; index++) {
    const recorded = conversation[index % conversation.length] ?? {};
    if (random.chance(0.03)) continue;
    messages.push(addressed(recorded, random));
    if (random.chance(0.03)) messages.push(addressed(recorded, random));
    if (random.chance(0.4)) messages.push(addressed(random.pick(material.others), random));
    if (random.chance(0.02)) messages.push(random.pick(swapped));
    if (random.chance(0.02)) messages.push(answer(material, random));
  }
  return reordered(messages, random).map((message) => {
    const text = toText(random.chance(0.3) ? mutate(message, random) : message, random);
    return random.chance(0.08) ? damage(text, random) : Buffer.from(`${text}\n`);
  });
}

/** An answer to the request `id` of the client; often spoilt. */
export function makeAnswer(material: Material, random: Random, method: string, id: number): Buffer {
  const known = material.answers.get(method);
  const message = { ...(known === undefined ? { result: {} } : random.pick(known)), id };
  return Buffer.from(`${toText(random.chance(0.3) ? mutate(message, random) : message, random)}\n`);
}

/** The message for a session of this run, and a request under an id of its own. */
function addressed(message: JsonObject, random: Random): JsonObject {
  const params = isObject(message['params'])
    ? { ...message['params'], sessionId: random.pick(sessions) }
    : {};
  const id = random.chance(0.9) ? `r${random.int(2 ** 32)}` : random.int(5);
  return 'id' in message ? { ...message, id, params } : { ...message, params };
}

function answer(material: Material, random: Random): JsonObject {
  return { ...random.pick(random.pick([...material.answers.values()])), id: random.int(20) };
}

function reordered(messages: readonly JsonObject[], random: Random): readonly JsonObject[] {
  const order = [...messages];
  for (let index = 1; index < order.length; index++) {
    if (!random.chance(0.05)) continue;
    const other = random.int(index);
    [order[index], order[other]] = [order[other] ?? {}, order[index] ?? {}];
  }
  return order;
}

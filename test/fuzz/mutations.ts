import { isObject, type JsonObject } from '../../src/acp/json';
import type { Random } from './random';

/** Stands in JSON for a value that is too deep for JSON.stringify; {@link toText} puts it in. */
const DEEP = '@deep@';

const odd: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  7,
  1.5,
  1e308,
  2 ** 53,
  '',
  'x',
  '0',
  [],
  {},
  [null],
  [[]],
  DEEP,
];
/** Names that an object has without being given them. */
const inherited = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype', 'valueOf'];
const ids: readonly unknown[] = [
  null,
  0,
  1,
  2,
  3,
  -1,
  1.5,
  1e21,
  '',
  '1',
  '__proto__',
  true,
  [],
  {},
  [1],
  DEEP,
  '\ud800',
];
const strange = [
  '\ud800',
  '\udc00',
  '\u2028',
  '\u0000',
  '\ufeff',
  '\u202e',
  '🚀',
  '\r',
  '\\',
  '"',
  '\u001b[31m',
];

type Change = (value: JsonObject, random: Random) => JsonObject;

/** Replaces one value of the message, at any depth. */
function at(value: JsonObject, random: Random, change: (old: unknown) => unknown): JsonObject {
  const keys = Object.keys(value);
  if (keys.length === 0) return value;
  const key = random.pick(keys);
  const old = value[key];
  const list = Array.isArray(old) ? (old as readonly unknown[]) : undefined;
  const index = list === undefined || list.length === 0 ? 0 : random.int(list.length);
  const inner = list?.[index];
  if (isObject(old) && random.chance(0.8)) return withKey(value, key, at(old, random, change));
  if (list !== undefined && isObject(inner) && random.chance(0.8))
    return withKey(value, key, list.with(index, at(inner, random, change)));
  return withKey(value, key, change(old));
}

/** An own property, also where the key is `__proto__`. */
function withKey(value: JsonObject, key: string, inner: unknown): JsonObject {
  return Object.fromEntries([...Object.entries(value).filter(([other]) => other !== key), [key, inner]]);
}

function hugeText(random: Random): string {
  // Mostly kilobytes: a megabyte each time would make the run one about memory bandwidth.
  return random
    .pick(['x', '\n', '日', '\\', '`'])
    .repeat(1 << (random.chance(0.05) ? 20 : 8 + random.int(7)));
}

const changes: readonly Change[] = [
  (value, random) => at(value, random, () => random.pick(odd)),
  (value, random) => at(value, random, () => random.pick(inherited)),
  (value, random) => at(value, random, () => hugeText(random)),
  (value, random) => at(value, random, () => DEEP),
  (value, random) =>
    at(value, random, (old) => `${typeof old === 'string' ? old : ''}${random.pick(strange)}`),
  (value, random) => at(value, random, (old) => [old, old, old]),
  (value, random) =>
    at(value, random, (old) =>
      isObject(old) ? withKey(old, random.pick(inherited), random.pick(odd)) : old,
    ),
  (value, random) => withKey(value, random.pick(inherited), { polluted: true }),
  (value, random) => withKey(value, 'id', random.pick(ids)),
  (value, random) => withKey(value, 'params', random.pick(odd)),
  (value, random) => {
    const gone = random.pick(Object.keys(value));
    return Object.fromEntries(Object.entries(value).filter(([key]) => key !== gone));
  },
];

export function mutate(message: JsonObject, random: Random): JsonObject {
  let changed = message;
  do changed = random.pick(changes)(changed, random);
  while (Object.keys(changed).length > 0 && random.chance(0.3));
  return changed;
}

export function toText(message: JsonObject, random: Random): string {
  const text = JSON.stringify({ jsonrpc: '2.0', ...message });
  if (!text.includes(DEEP)) return text;
  const depth = random.pick([10, 100, 1000, 20_000]);
  const [open, close] = random.pick([
    ['[', ']'],
    ['{"a":', '}'],
  ] as const);
  return text.replaceAll(
    `"${DEEP}"`,
    `${open.repeat(depth)}${open === '[' ? '' : '0'}${close.repeat(depth)}`,
  );
}

/** Damage to the text of a message, line end included. */
export function damage(text: string, random: Random): Buffer {
  const cut = random.int(text.length);
  switch (random.int(8)) {
    case 0:
      return Buffer.from(`${text.slice(0, cut)}\n`);
    case 1:
      // It runs into the next one.
      return Buffer.from(text.slice(0, cut));
    case 2:
      return Buffer.from(`${text.slice(0, cut)}\n${text.slice(cut)}\n`);
    case 3:
      return Buffer.from(`\ufeff  ${text}\r\n`);
    case 4:
      return Buffer.from(`[${text}]\n`);
    case 5:
      return Buffer.from(`${text}${text}\n`);
    case 6: {
      const bytes = Buffer.from(`${text}\n`);
      bytes[random.int(bytes.length - 1)] = random.pick([0xff, 0xc0, 0x80, 0x00, 0x22, 0x0d]);
      return bytes;
    }
    default:
      return Buffer.from(`npm warn ${text.slice(cut)}\n\n${text}\n`);
  }
}

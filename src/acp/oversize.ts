/** Bytes kept of each end of a line that is over the limit, to tell what it was. */
const EDGE_BYTES = 4096;

/** A copy, so that the parts themselves are not kept. */
export function firstBytes(parts: readonly Buffer[]): Buffer {
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat(parts, Math.min(size, EDGE_BYTES));
}

export function lastBytes(parts: readonly Buffer[]): Buffer {
  let tail: Buffer = Buffer.alloc(0);
  for (let index = parts.length - 1; index >= 0 && tail.length < EDGE_BYTES; index--) {
    const part = parts[index] ?? tail;
    tail = Buffer.concat([part.subarray(Math.max(0, part.length + tail.length - EDGE_BYTES)), tail]);
  }
  return tail;
}

/** What can be told of a message of which only the first and last bytes were kept. */
export interface Edges {
  /** True for a request or notification; false for an answer, or when it cannot be told. */
  readonly isCall: boolean;
  /** Undefined when it stands in the part that was not kept. */
  readonly id: string | number | undefined;
}

const TOKEN = /"(?:[^"\\]|\\.)*(?:"|$)|[{}[\],:]|[^\s{}[\],:"]+/gs;
/** Only the last brace of a line closes the message itself: what stands right before it is a member of it. */
const LAST_MEMBERS =
  /[,{]\s*"id"\s*:\s*(-?\d+|"(?:[^"\\]|\\.)*")\s*((?:,\s*"\w+"\s*:\s*(?:"[^"\\]*"|\d+)\s*)*)\}\s*$/;

/** @param head, tail the beginning and the end of one JSON object; they may overlap */
export function readEdges(head: string, tail: string): Edges {
  const members = firstMembers(head);
  const [, lastId, behind] = LAST_MEMBERS.exec(tail) ?? [];
  return {
    isCall: members.has('method') || /"method"\s*:/.test(behind ?? ''),
    id: readId(members.get('id') ?? lastId),
  };
}

/** The members of the outermost object, with the text of those values that are no objects or lists. */
function firstMembers(head: string): ReadonlyMap<string, string> {
  const members = new Map<string, string>();
  let depth = 0;
  let key: string | undefined;
  let before = '';
  for (const [token] of head.matchAll(TOKEN)) {
    if (depth === 1 && before === ':' && key !== undefined) members.set(key, token);
    if (depth === 1 && (before === '{' || before === ',') && token.startsWith('"')) key = token.slice(1, -1);
    if (token === '{' || token === '[') depth++;
    else if (token === '}' || token === ']') depth--;
    before = token;
  }
  return members;
}

function readId(text: string | undefined): string | number | undefined {
  if (text === undefined) return undefined;
  try {
    const id: unknown = JSON.parse(text);
    return typeof id === 'number' || typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, type JsonObject } from '../../src/acp/json';
import { updateOf } from '../agent/script';

/** What agents really sent, as raw material. */
export interface Material {
  /** Per agent its updates and permission requests, in their order. */
  readonly conversations: readonly (readonly JsonObject[])[];
  /** Requests and notifications of every other kind. */
  readonly others: readonly JsonObject[];
  /** Answers by the method of the request. */
  readonly answers: ReadonlyMap<string, readonly JsonObject[]>;
}

const recorded = 'test/unit/fixtures/conversations';
const single = 'test/fuzz/fixtures/messages.ndjson';

function readLines(file: string): readonly JsonObject[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as JsonObject);
}

/** @param extra folder with more recordings, one `{ dir, msg }` a line */
export function readMaterial(extra?: string): Material {
  const conversations = filesIn(recorded).map((file) => readLines(file).flatMap(messageOf));
  if (extra !== undefined)
    conversations.push(...filesIn(extra).map((file) => readLines(file).flatMap(rawMessageOf)));
  const answers = new Map<string, JsonObject[]>();
  const others: JsonObject[] = [];
  for (const { to, message } of readLines(single)) {
    if (!isObject(message)) continue;
    if (typeof to !== 'string') others.push(message);
    else answers.set(to, [...(answers.get(to) ?? []), message]);
  }
  return { conversations, others, answers };
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ndjson'))
    .sort()
    .map((name) => join(folder, name));
}

function messageOf({ update, permission }: JsonObject): readonly JsonObject[] {
  if (update !== undefined) return [updateOf(update)];
  return permission === undefined
    ? []
    : [{ id: 0, method: 'session/request_permission', params: permission }];
}

function rawMessageOf({ dir, msg }: JsonObject): readonly JsonObject[] {
  return dir === 'a2c' && isObject(msg) && typeof msg['method'] === 'string' ? [msg] : [];
}

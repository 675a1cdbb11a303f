import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { isObject, type JsonObject } from '../../src/acp/json';
import { PermissionDesk } from '../../src/acp/permissions';
import { Recorder } from './transcriptTools';

/** One line of fixtures/conversations: what real agents sent, session updates and permission requests, and the turns. */
interface Line {
  readonly update?: JsonObject;
  readonly permission?: JsonObject;
  readonly prompt?: string;
  readonly end?: string;
}

const agents = ['claude', 'cline', 'codex', 'droid', 'gemini'] as const;

function read(agent: string): readonly Line[] {
  const text = readFileSync(`test/unit/fixtures/conversations/${agent}.ndjson`, 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

function replay(lines: readonly Line[]): Recorder {
  const recorder = new Recorder();
  const desk = new PermissionDesk(recorder.transcript, () => undefined, 'key');
  const { signal } = new AbortController();
  for (const { update, permission, prompt, end } of lines) {
    if (update !== undefined) recorder.apply(update);
    if (permission !== undefined) void desk.ask(permission, signal, false);
    if (prompt !== undefined) recorder.transcript.beginTurn(prompt, []);
    if (end !== undefined) {
      desk.cancelAll();
      recorder.transcript.endTurn();
    }
  }
  return recorder;
}

function countKinds(kinds: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** The update with one of its values, at any depth, replaced by each of the odd ones. */
function* bent(value: JsonObject, odd: readonly unknown[]): Generator<JsonObject> {
  for (const [key, inner] of Object.entries(value)) {
    for (const other of odd) yield { ...value, [key]: other };
    if (isObject(inner)) for (const deeper of bent(inner, odd)) yield { ...value, [key]: deeper };
    if (Array.isArray(inner) && isObject(inner[0]))
      for (const deeper of bent(inner[0], odd))
        yield { ...value, [key]: [deeper, ...(inner as unknown[]).slice(1)] };
  }
}

describe('conversations with real agents', () => {
  const golden: Readonly<Record<(typeof agents)[number], object>> = {
    claude: { user: 11, agent: 20, thought: 1, tool: 10 },
    cline: { user: 11, agent: 17, thought: 1, tool: 10 },
    codex: { user: 11, agent: 20, thought: 1, tool: 8 },
    droid: { user: 11, agent: 17, thought: 2, tool: 9 },
    gemini: { user: 11, agent: 17, thought: 1, tool: 10 },
  };

  for (const agent of agents) {
    it(`gives the same entries for ${agent} every time`, () => {
      const recorder = replay(read(agent));
      deepStrictEqual(countKinds(recorder.kinds), golden[agent]);
    });

    it(`shows every call of ${agent} once, with a title, and leaves none unfinished`, () => {
      const lines = read(agent);
      const { transcript } = replay(lines);
      const ids = new Set<unknown>();
      for (const { update, permission } of lines) {
        const call = permission?.['toolCall'] ?? update;
        if (isObject(call) && call['toolCallId'] !== undefined) ids.add(call['toolCallId']);
      }
      const calls = [...transcript.entries].flatMap((entry) => (entry.kind === 'tool' ? [entry] : []));
      deepStrictEqual(
        calls.map(({ call }) => call.toolCallId),
        [...ids],
      );
      for (const { call, permission } of calls) {
        ok(
          call.title !== '' && call.title !== 'Tool call',
          `${call.toolCallId} has the title “${call.title}”`,
        );
        ok(['completed', 'failed', 'cancelled'].includes(call.status), `${call.title} is ${call.status}`);
        ok(permission?.state !== 'open', `${call.title} still asks`);
      }
    });

    it(`loses no text of ${agent}`, () => {
      const lines = read(agent);
      const said = (kind: string): string =>
        lines
          .flatMap(({ update }) =>
            update?.['sessionUpdate'] === kind ? [update['content'] as { readonly text: string }] : [],
          )
          .map(({ text }) => text)
          .join('');
      const shown = (kind: string): string =>
        [...replay(lines).transcript.entries]
          .map((entry) => (entry.kind === kind && 'text' in entry ? entry.text : ''))
          .join('');
      strictEqual(shown('agent'), said('agent_message_chunk'));
      strictEqual(shown('thought'), said('agent_thought_chunk'));
    });

    it(`throws at nothing that could be wrong in what ${agent} sends`, () => {
      const odd = [null, undefined, 7, '', 'x', [], [null], {}, true];
      const recorder = new Recorder();
      let tried = 0;
      for (const { update = {} } of read(agent)) {
        for (const changed of bent(update, odd)) {
          recorder.transcript.apply(changed);
          tried++;
        }
      }
      ok(tried > 1000);
    });
  }

  it('shows the output of the commands that codex runs itself (B103)', () => {
    const { transcript } = replay(read('codex'));
    const terminals = [...transcript.terminals.all];
    ok(terminals.length > 0);
    ok(terminals.every(({ running }) => !running));
    ok(terminals.some(({ output, exitCode }) => output.includes('hi') && exitCode === 0));
  });
});

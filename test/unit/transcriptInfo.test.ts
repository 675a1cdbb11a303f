import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import type { JsonObject } from '../../src/acp/json';
import { emptyInfo, infoFromAnswer, modeName, type SessionInfo } from '../../src/acp/sessionInfo';
import { Recorder } from './transcriptTools';

function info(...updates: readonly JsonObject[]): SessionInfo {
  return new Recorder().apply(...updates).transcript.info;
}

const plan = (...entries: readonly unknown[]): JsonObject => ({ sessionUpdate: 'plan', entries });
const commands = (...list: readonly unknown[]): JsonObject => ({
  sessionUpdate: 'available_commands_update',
  availableCommands: list,
});
const options = (...list: readonly unknown[]): JsonObject => ({
  sessionUpdate: 'config_option_update',
  configOptions: list,
});

describe('transcript: the session as a whole', () => {
  it('replaces the plan, and clears it with an empty one (B120)', () => {
    const three = plan(
      { content: 'a', status: 'completed', priority: 'high' },
      { content: 'b', status: 'in_progress' },
      { content: 'c' },
    );
    deepStrictEqual(info(three).plan, [
      { content: 'a', status: 'completed', priority: 'high' },
      { content: 'b', status: 'in_progress', priority: undefined },
      { content: 'c', status: 'pending', priority: undefined },
    ]);
    deepStrictEqual(
      info(three, plan({ content: 'only' })).plan.map(({ content }) => content),
      ['only'],
    );
    deepStrictEqual(info(three, plan()).plan, []);
    deepStrictEqual(info(three, { sessionUpdate: 'plan' }).plan, []);
  });

  it('keeps statuses of a plan that nobody knows, and leaves out what is no entry (B120)', () => {
    deepStrictEqual(info(plan({ content: 'a', status: 'blocked', priority: 1 }, null, 'x')).plan, [
      { content: 'a', status: 'blocked', priority: undefined },
    ]);
  });

  it('replaces the commands; names lose their slash (B121)', () => {
    const first = commands(
      { name: '/review', description: 'Reviews', input: { hint: 'path' } },
      { name: 'a' },
      { name: '' },
      {},
      null,
    );
    deepStrictEqual(info(first).commands, [
      { name: 'review', description: 'Reviews', hint: 'path' },
      { name: 'a', description: '', hint: undefined },
    ]);
    deepStrictEqual(
      info(first, commands({ name: 'b' })).commands.map(({ name }) => name),
      ['b'],
    );
    deepStrictEqual(info(first, commands()).commands, []);
  });

  it('follows the mode in either spelling, also to one that it does not know (B140)', () => {
    strictEqual(info({ sessionUpdate: 'current_mode_update', currentModeId: 'plan' }).modeId, 'plan');
    strictEqual(info({ sessionUpdate: 'current_mode_update', modeId: 'ask' }).modeId, 'ask');
    const modes = { currentModeId: 'a', availableModes: [{ id: 'a', name: 'Ask' }, { id: 'b' }, {}, null] };
    const known = infoFromAnswer(emptyInfo, { modes });
    deepStrictEqual(known.modes, [
      { id: 'a', name: 'Ask' },
      { id: 'b', name: 'b' },
    ]);
    deepStrictEqual(
      [modeName(known), modeName({ ...known, modeId: 'new' }), modeName(emptyInfo)],
      ['Ask', 'new', undefined],
    );
  });

  it('changes nothing when a mode update names none', () => {
    const recorder = new Recorder().apply({ sessionUpdate: 'current_mode_update', currentModeId: 7 });
    deepStrictEqual(recorder.changes, []);
  });

  it('replaces the options as a whole, by none too (B144)', () => {
    const model = { id: 'm', category: 'model', currentValue: 'x', options: [] };
    deepStrictEqual(info(options(model, { name: 'no id' }, null)).configOptions, [model]);
    deepStrictEqual(info(options(model), options()).configOptions, []);
  });

  it('prefers the mode option over the older list, flat or in groups (B141)', () => {
    const group = { group: 'g', options: [{ value: 'b', name: 'Plan' }] };
    const option = (currentValue: unknown, list: unknown): JsonObject => ({
      id: 'mode',
      category: 'mode',
      currentValue,
      options: list,
    });
    const named = (one: JsonObject): string | undefined =>
      modeName({ ...emptyInfo, modeId: 'old', configOptions: [one] });
    strictEqual(named(option('a', [{ value: 'a', name: 'Ask' }])), 'Ask');
    strictEqual(named(option('b', [group])), 'Plan');
    strictEqual(named(option('c', [group])), 'c');
    strictEqual(named(option(undefined, null)), undefined);
    strictEqual(named({ id: 'm', category: 'model', currentValue: 'x' }), 'old');
  });

  it('reads modes and options from the answer to session/new, and nothing from a null one', () => {
    const before = { ...emptyInfo, modeId: 'kept', configOptions: [{ id: 'kept' }] };
    deepStrictEqual(infoFromAnswer(before, {}), before);
    deepStrictEqual(infoFromAnswer(before, { modes: null, configOptions: null }), before);
    deepStrictEqual(infoFromAnswer(before, { configOptions: [] }).configOptions, []);
  });

  it('sets, keeps and clears the title: absent is unchanged, null clears', () => {
    const title = { sessionUpdate: 'session_info_update', title: 'T' };
    strictEqual(info(title).title, 'T');
    strictEqual(info(title, { sessionUpdate: 'session_info_update', updatedAt: 'x' }).title, 'T');
    strictEqual(info(title, { sessionUpdate: 'session_info_update', title: null }).title, undefined);
  });

  it('reads usage and cost, and takes nonsense for none', () => {
    const usage = (fields: JsonObject): SessionInfo['usage'] =>
      info({ sessionUpdate: 'usage_update', ...fields }).usage;
    deepStrictEqual(usage({ used: 5, size: 10 }), { used: 5, size: 10, cost: undefined });
    deepStrictEqual(usage({ used: 5, size: 10, cost: { amount: 0.5, currency: 'USD' } })?.cost, {
      amount: 0.5,
      currency: 'USD',
    });
    deepStrictEqual(usage({ used: 5, size: 10, cost: { amount: 'x' } })?.cost, undefined);
    for (const odd of [{}, { used: '5', size: 10 }, { used: null, size: 10 }])
      strictEqual(usage(odd), undefined);
  });

  it('shows notices by severity, and an unknown severity as information', () => {
    const recorder = new Recorder();
    for (const severity of ['info', 'warning', 'error', 'panic', undefined])
      recorder.apply({ sessionUpdate: 'notice', severity, title: 'T', description: 'D' });
    const shown = [...recorder.transcript.entries].map((entry) =>
      entry.kind === 'notice' ? entry.severity : entry.kind,
    );
    deepStrictEqual(shown, ['info', 'warning', 'error', 'info', 'info']);
  });

  it('says once that earlier messages were summarised', () => {
    const { kinds } = new Recorder().apply(
      { sessionUpdate: 'compaction_update', status: 'started' },
      { sessionUpdate: 'compaction_summary_chunk', content: { type: 'text', text: 's' } },
      { sessionUpdate: 'compaction_update', status: 'completed', preTokens: 100 },
    );
    deepStrictEqual(kinds, ['notice']);
  });

  it('says false for a kind that it does not know, and changes nothing (B32)', () => {
    const recorder = new Recorder();
    for (const sessionUpdate of ['future_thing', 'constructor', '__proto__', '', 7, null, undefined])
      strictEqual(recorder.transcript.apply({ sessionUpdate }), false);
    deepStrictEqual([recorder.kinds, recorder.changes], [[], []]);
  });
});

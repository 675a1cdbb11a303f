import * as assert from 'node:assert/strict';
import { english } from '../../src/acp/errors';
import { requestFailed } from '../../src/acp/errors/requests';
import type { JsonObject } from '../../src/acp/json';
import { Session } from '../../src/acp/session';
import { applyDefaults, type SessionDefaults } from '../../src/acp/sessionDefaults';
import { Recorder } from './transcriptTools';

interface Sent {
  readonly method: string;
  readonly params: JsonObject;
}

class Bench {
  readonly sent: Sent[] = [];
  readonly transcript = new Recorder().transcript;
  readonly session: Session;

  constructor(offered: JsonObject, answer: (sent: Sent) => unknown = () => ({})) {
    this.session = new Session({
      id: 's',
      cwd: '/work',
      transcript: this.transcript,
      changed: () => undefined,
      peer: {
        request: (method, params) => {
          this.sent.push({ method, params });
          return Promise.resolve(answer({ method, params }));
        },
        notify: () => undefined,
      },
    });
    this.session.applyAnswer(offered);
  }

  async apply(defaults: SessionDefaults): Promise<readonly string[]> {
    return (await applyDefaults(this.session, defaults)).map(english);
  }
}

const modes = {
  currentModeId: 'code',
  availableModes: [
    { id: 'code', name: 'Code' },
    { id: 'plan', name: 'Plan' },
  ],
};

function select(
  id: string,
  category: string,
  currentValue: string,
  ...values: readonly string[]
): JsonObject {
  return {
    id,
    category,
    type: 'select',
    currentValue,
    options: values.map((value) => ({ value, name: value })),
  };
}

describe('defaults of a session', () => {
  it('set an offered mode, and know it without waiting for an update (B139)', async () => {
    const bench = new Bench({ modes });
    assert.deepEqual(await bench.apply({ mode: 'plan' }), []);
    assert.deepEqual(bench.sent, [
      { method: 'session/set_mode', params: { sessionId: 's', modeId: 'plan' } },
    ]);
    assert.equal(bench.transcript.info.modeId, 'plan');
  });

  it('send nothing for what is so already', async () => {
    const bench = new Bench({ modes, configOptions: [select('m', 'model', 'big', 'big', 'small')] });
    assert.deepEqual(await bench.apply({ mode: 'code', model: 'big' }), []);
    assert.deepEqual(bench.sent, []);
  });

  it('prefer the config option of the category to the older lists (B141, B146)', async () => {
    const bench = new Bench({
      modes,
      models: { currentModelId: 'old', availableModels: [{ modelId: 'old' }, { modelId: 'small' }] },
      configOptions: [
        select('m', 'model', 'big', 'big', 'small'),
        select('md', 'mode', 'code', 'code', 'plan'),
      ],
    });
    await bench.apply({ mode: 'plan', model: 'small' });
    assert.deepEqual(
      bench.sent.map(({ method, params }) => [method, params['configId'], params['value']]),
      [
        ['session/set_config_option', 'm', 'small'],
        ['session/set_config_option', 'md', 'plan'],
      ],
    );
  });

  it('use the older way to set a model where there is no option for it', async () => {
    const bench = new Bench({ models: { currentModelId: 'a', availableModels: [{ modelId: 'b' }] } });
    await bench.apply({ model: 'b' });
    assert.deepEqual(bench.sent, [{ method: 'session/set_model', params: { sessionId: 's', modelId: 'b' } }]);
  });

  it('take the whole list from the answer, and send booleans as such', async () => {
    const next = [{ id: 'web', type: 'boolean', currentValue: true }];
    const bench = new Bench({ configOptions: [{ id: 'web', type: 'boolean', currentValue: false }] }, () => ({
      configOptions: next,
    }));
    await bench.apply({ config: { web: true } });
    assert.deepEqual(bench.sent[0]?.params, {
      sessionId: 's',
      configId: 'web',
      type: 'boolean',
      value: true,
    });
    assert.deepEqual(bench.transcript.info.configOptions, next);
  });

  it('say what is not offered, and what the agent refused (B145)', async () => {
    const bench = new Bench({ modes, configOptions: [select('m', 'model', 'big', 'big')] }, () =>
      Promise.reject(requestFailed({ method: 'session/set_mode', code: -32603, message: 'no', details: '' })),
    );
    assert.deepEqual(await bench.apply({ mode: 'plan', model: 'gone', config: { nope: 'x' } }), [
      'The agent’s option “m” does not offer “gone”.',
      'The mode “plan” could not be set.',
      'The agent has no option “nope”.',
    ]);
    assert.equal(bench.transcript.info.modeId, 'code');
  });
});

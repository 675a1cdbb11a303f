import { deepStrictEqual, match, strictEqual } from 'node:assert/strict';
import {
  parseCommand,
  parseElicitation,
  parseRead,
  parseWrite,
  sessionIdOf,
  terminalIdOf,
} from '../../src/acp/clientRequests';
import type { JsonObject } from '../../src/acp/json';
import { rpcFailure } from './support';

async function refuses(
  parse: (params: JsonObject) => unknown,
  params: JsonObject,
  why: RegExp,
): Promise<void> {
  const { code, message } = await rpcFailure(() => parse(params));
  strictEqual(code, -32602);
  match(message, why);
}

describe('requests of the agent: files', () => {
  it('takes path, line and limit, each optional but the path', () => {
    deepStrictEqual(parseRead({ path: '/a' }), { path: '/a' });
    deepStrictEqual(parseRead({ path: '/a', line: 0, limit: 0 }), { path: '/a', line: 0, limit: 0 });
    deepStrictEqual(parseRead({ path: '/a', line: null, limit: null }), { path: '/a' });
  });

  for (const key of ['line', 'limit']) {
    it(`refuses a ${key} that is no whole number of at least 0 (B73)`, async () => {
      for (const odd of [-1, -5, 1.5, '3', 1e21, Number.NaN, Infinity, true, [], {}])
        await refuses(parseRead, { path: '/a', [key]: odd }, new RegExp(`${key} must be a whole number`));
    });
  }

  it('refuses paths that are missing, relative, file URIs or hold a NUL (B85, B167)', async () => {
    for (const parse of [parseRead, parseWrite]) {
      await refuses(parse, { content: '' }, /path must be a string/);
      await refuses(parse, { path: 7, content: '' }, /path must be a string/);
      for (const path of ['', 'src/a.ts', './a', '../a', '~/a', 'file:///a'])
        await refuses(parse, { path, content: '' }, /path must be absolute/);
      await refuses(parse, { path: '/a\0b', content: '' }, /NUL/);
    }
  });

  it('takes content to the last byte, and refuses what is no text', async () => {
    const content = '\ufeffa\r\n\u2028\0 🚀';
    deepStrictEqual(parseWrite({ path: '/a', content }), { path: '/a', content });
    for (const odd of [undefined, null, 7, {}])
      await refuses(parseWrite, { path: '/a', content: odd }, /content/);
  });

  it('takes odd but absolute paths as they are (B87)', () => {
    const path = '/ws/a b/#1 100%25 ü?.ts';
    strictEqual(parseRead({ path }).path, path);
  });
});

describe('requests of the agent: commands and sessions', () => {
  it('takes a whole command', () => {
    const whole = {
      command: 'npm',
      args: ['test', ''],
      env: [{ name: 'A', value: '1' }],
      cwd: '/w',
      outputByteLimit: 10,
    };
    deepStrictEqual(parseCommand(whole), whole);
  });

  it('takes a whole shell line and nothing else', () => {
    const line = { command: 'git status && echo x' };
    for (const none of [undefined, null, []])
      deepStrictEqual(parseCommand({ ...line, args: none, env: none, cwd: undefined }), {
        ...line,
        args: [],
        env: [],
      });
  });

  it('refuses an empty command, arguments that are no texts, and a folder that is no absolute path', async () => {
    for (const command of ['', '  ', undefined, 7, ['ls']])
      await refuses(parseCommand, { command }, /command/);
    for (const args of [['-l', 7], [null], [['a']], 'all in one', {}, 3])
      await refuses(parseCommand, { command: 'rm', args }, /args must be an array of strings/);
    for (const cwd of ['src', '', '.', 7, {}]) await refuses(parseCommand, { command: 'ls', cwd }, /cwd/);
    strictEqual('cwd' in parseCommand({ command: 'ls', cwd: null }), false);
  });

  it('takes the environment as pairs or as an object, and leaves out what is no pair', () => {
    const pairs = [{ name: 'A', value: '1' }, { name: 'B' }, { name: '' }, { value: 'x' }, null, 'C=1'];
    deepStrictEqual(parseCommand({ command: 'x', env: pairs }).env, [
      { name: 'A', value: '1' },
      { name: 'B', value: '' },
    ]);
    deepStrictEqual(parseCommand({ command: 'x', env: { A: '1', B: 2 } }).env, [{ name: 'A', value: '1' }]);
  });

  it('takes any number as a limit of output: 0 keeps nothing, absent is absent (B95)', () => {
    const limit = (value: unknown): unknown =>
      parseCommand({ command: 'x', outputByteLimit: value }).outputByteLimit;
    deepStrictEqual([0, -5, 2.9, 2 ** 53].map(limit), [0, 0, 2, 2 ** 53]);
    deepStrictEqual([undefined, null, '7', Number.NaN].map(limit), [
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('wants the ids of session and terminal', async () => {
    deepStrictEqual([sessionIdOf({ sessionId: 's' }), terminalIdOf({ terminalId: 't' })], ['s', 't']);
    for (const odd of [undefined, null, 7, {}]) {
      await refuses(sessionIdOf, { sessionId: odd }, /sessionId/);
      await refuses(terminalIdOf, { terminalId: odd }, /terminalId/);
    }
  });

  it('takes a question with a form, also without a mode, and no other kind (B68)', () => {
    const form = { message: 'Which?', requestedSchema: { type: 'object', properties: {} } };
    const parsed = { message: 'Which?', schema: form.requestedSchema };
    deepStrictEqual([parseElicitation(form), parseElicitation({ ...form, mode: 'form' })], [parsed, parsed]);
    deepStrictEqual(parseElicitation({}), { message: '', schema: {} });
    for (const mode of ['url', 'hologram', null, 7])
      strictEqual(parseElicitation({ ...form, mode }), undefined);
  });
});

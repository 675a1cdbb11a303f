import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { parseDescription } from '../../src/acp/handshake';
import { parseAuthMethods } from '../../src/acp/login';

const inTerminal = { type: 'terminal', command: undefined, args: [], env: {} } as const;

describe('ways to log in', () => {
  it('takes what has no type, or one that nobody knows, for the agent’s own, named by its id', () => {
    deepStrictEqual(parseAuthMethods([{ id: 'oauth' }, { id: 'x', type: 'future', description: 'New' }]), [
      { id: 'oauth', name: 'oauth', type: 'agent' },
      { id: 'x', name: 'x', description: 'New', type: 'agent' },
    ]);
  });

  it('knows the logins that run in a terminal, whichever way they are told', () => {
    const old = { command: '/bin/agent', args: ['login'], label: 'Agent login' };
    deepStrictEqual(
      parseAuthMethods([
        { id: 'a', name: 'New', type: 'terminal', args: ['--login'], env: { A: '1' } },
        { id: 'b', name: 'Old', _meta: { 'terminal-auth': old } },
        { id: 'c', name: 'Odd', _meta: { type: 'terminal', args: ['--auth'] } },
      ]),
      [
        { ...inTerminal, id: 'a', name: 'New', args: ['--login'], env: { A: '1' } },
        { ...inTerminal, id: 'b', name: 'Agent login', command: '/bin/agent', args: ['login'] },
        { ...inTerminal, id: 'c', name: 'Odd', args: ['--auth'] },
      ],
    );
  });

  it('takes an older terminal login without a command for the agent’s own, and drops odd parameters', () => {
    deepStrictEqual(
      parseAuthMethods([
        { id: 'b', _meta: { 'terminal-auth': { args: ['x'] } } },
        { id: 'c', _meta: { 'terminal-auth': 'login' } },
        { id: 'd', _meta: null },
        { id: 'e', type: 'terminal', args: ['x', 7, null], env: { A: 1, B: 'b' } },
        { id: 'f', type: 'terminal', args: 'x', env: ['y'] },
      ]),
      [
        ...['b', 'c', 'd'].map((id) => ({ id, name: id, type: 'agent' })),
        { ...inTerminal, id: 'e', name: 'e', args: ['x'], env: { B: 'b' } },
        { ...inTerminal, id: 'f', name: 'f' },
      ],
    );
  });

  it('reads the variables of a key login, as a list and as a single name', () => {
    deepStrictEqual(
      parseAuthMethods([
        {
          id: 'a',
          type: 'env_var',
          vars: [
            { name: 'A_KEY', label: 'Key' },
            { name: 'A_URL', secret: false, optional: true },
            'A_ORG',
            { name: 'not a name' },
            7,
          ],
          link: 'https://keys.example',
        },
        { id: 'b', type: 'env_var', varName: 'B_KEY', link: 'file:///etc/passwd' },
        { id: 'c', type: 'env_var', vars: 'C_KEY' },
      ]),
      [
        {
          id: 'a',
          name: 'a',
          type: 'env_var',
          variables: [
            { name: 'A_KEY', label: 'Key', secret: true, optional: false },
            { name: 'A_URL', secret: false, optional: true },
            { name: 'A_ORG', secret: true, optional: false },
          ],
          link: 'https://keys.example',
        },
        {
          id: 'b',
          name: 'b',
          type: 'env_var',
          variables: [{ name: 'B_KEY', secret: true, optional: false }],
        },
        { id: 'c', name: 'c', type: 'env_var', variables: [] },
      ],
    );
  });

  it('leaves out what has no id, what is no object, and an id that was there before', () => {
    deepStrictEqual(
      parseAuthMethods([null, 1, {}, { id: 3 }, { id: 'a' }, { id: 'a', name: 'Again' }]).map(({ id }) => id),
      ['a'],
    );
    for (const odd of [null, undefined, 'a', 7, {}]) deepStrictEqual(parseAuthMethods(odd), []);
  });

  it('knows whether the agent can log out', () => {
    const canLogOut = (auth: unknown): boolean => parseDescription({ agentCapabilities: { auth } }).canLogOut;
    deepStrictEqual([{ logout: {} }, { logout: true }, { logout: null }, {}, null].map(canLogOut), [
      true,
      true,
      false,
      false,
      false,
    ]);
    strictEqual(parseDescription({}).canLogOut, false);
  });
});

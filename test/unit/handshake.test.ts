import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { parseDescription } from '../../src/acp/handshake';

describe('agent description', () => {
  it('reads name, title, version, capabilities and login methods', () => {
    const about = parseDescription({
      protocolVersion: 1,
      agentInfo: { name: 'demo', title: 'Demo', version: '1.2' },
      agentCapabilities: { loadSession: true, promptCapabilities: { image: true, embeddedContext: true } },
      authMethods: [{ id: 'key', name: 'API key', type: 'terminal' }],
    });
    deepStrictEqual(about, {
      version: 1,
      name: 'demo',
      title: 'Demo',
      agentVersion: '1.2',
      capabilities: { loadSession: true, promptCapabilities: { image: true, embeddedContext: true } },
      embeddedContext: true,
      image: true,
      bringBack: 'session/load',
      authMethods: [
        {
          id: 'key',
          name: 'API key',
          type: 'terminal',
          terminal: { name: 'API key', command: undefined, args: [], env: {} },
        },
      ],
    });
  });

  it('takes each capability by itself (B35)', () => {
    const about = parseDescription({ agentCapabilities: { promptCapabilities: { image: true } } });
    strictEqual(about.image, true);
    strictEqual(about.embeddedContext, false);
  });

  it('takes null, text and numbers in place of objects for nothing (B35)', () => {
    for (const odd of [null, 'yes', 7, []]) {
      const about = parseDescription({
        agentInfo: odd,
        agentCapabilities: odd,
        authMethods: odd === 7 ? [null, 1, {}, { id: 3 }] : odd,
      });
      deepStrictEqual(about.capabilities, {});
      deepStrictEqual(about.authMethods, []);
      strictEqual(about.name, undefined);
      strictEqual(parseDescription({ agentCapabilities: { promptCapabilities: odd } }).image, false);
    }
  });

  it('takes only true for a capability', () => {
    const about = parseDescription({ agentCapabilities: { promptCapabilities: { image: 'no' } } });
    strictEqual(about.image, false);
  });

  it('calls a login method without a type an agent one, and names it by its id', () => {
    deepStrictEqual(parseDescription({ authMethods: [{ id: 'oauth' }] }).authMethods, [
      { id: 'oauth', name: 'oauth', type: 'agent', terminal: undefined },
    ]);
  });

  const logins = (...methods: readonly unknown[]): unknown[] =>
    parseDescription({ authMethods: methods }).authMethods.map(({ terminal }) => terminal);

  it('knows the logins that run in a terminal, whichever way they are told', () => {
    const old = { command: '/bin/agent', args: ['login'], label: 'Agent login' };
    deepStrictEqual(
      logins(
        { id: 'a', name: 'New', type: 'terminal', args: ['--login'], env: { A: '1' } },
        { id: 'b', name: 'Old', _meta: { 'terminal-auth': old } },
        { id: 'c', name: 'Odd', _meta: { type: 'terminal', args: ['--auth'] } },
      ),
      [
        { name: 'New', command: undefined, args: ['--login'], env: { A: '1' } },
        { name: 'Agent login', command: '/bin/agent', args: ['login'], env: {} },
        { name: 'Odd', command: undefined, args: ['--auth'], env: {} },
      ],
    );
  });

  it('takes nothing for a login that lacks what it needs, and drops odd parameters', () => {
    deepStrictEqual(
      logins(
        { id: 'a', type: 'agent' },
        { id: 'b', _meta: { 'terminal-auth': { args: ['x'] } } },
        { id: 'c', _meta: { 'terminal-auth': 'login' } },
        { id: 'd', _meta: null },
        { id: 'e', type: 'terminal', args: ['x', 7, null], env: { A: 1, B: 'b' } },
        { id: 'f', type: 'terminal', args: 'x', env: ['y'] },
      ),
      [
        undefined,
        undefined,
        undefined,
        undefined,
        { name: 'e', command: undefined, args: ['x'], env: { B: 'b' } },
        { name: 'f', command: undefined, args: [], env: {} },
      ],
    );
  });
});

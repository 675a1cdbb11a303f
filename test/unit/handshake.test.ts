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
      additionalDirectories: false,
      bringBack: 'session/load',
      authMethods: [{ id: 'key', name: 'API key', type: 'terminal', command: undefined, args: [], env: {} }],
      canLogOut: false,
    });
  });

  it('takes an object for the capability of further folders, and nothing else (B51)', () => {
    const about = (value: unknown): boolean =>
      parseDescription({ agentCapabilities: { sessionCapabilities: { additionalDirectories: value } } })
        .additionalDirectories;
    strictEqual(about({}), true);
    for (const odd of [undefined, null, true, 'yes', []]) strictEqual(about(odd), false);
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
});

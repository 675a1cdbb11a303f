import { deepStrictEqual, strictEqual, throws } from 'node:assert/strict';
import { parseEnvelope, parseHostNotification, parseHostRequest, ParseError } from '../../src/shared/parse';
import type { RemedyAction } from '../../src/shared/view';

const prototypeNames = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'];
const noObjects = [undefined, null, 7, 'text', true, [], [{}]];

const ACTIONS: readonly RemedyAction[] = [
  'restart',
  'retry',
  'editPrompt',
  'logIn',
  'setApiKey',
  'openTerminal',
  'showLog',
  'openSettings',
  'openFolder',
  'manageTrust',
  'selectAgent',
  'newSession',
  'changeFolder',
  'goOn',
];

/** Every notification with parameters that fit and, per field, values that do not. */
const notifications: Readonly<
  Record<string, { readonly good: readonly object[]; readonly bad: readonly object[] }>
> = {
  stop: { good: [{}], bad: [] },
  draft: { good: [{ text: '' }, { text: 'x' }], bad: [{}, { text: 7 }, { text: null }] },
  permission: {
    good: [{ requestId: 'r', optionId: 'o' }],
    bad: [
      { requestId: 'r' },
      { optionId: 'o' },
      { requestId: 1, optionId: 'o' },
      { requestId: 'r', optionId: ['o'] },
    ],
  },
  review: {
    good: ['accept', 'reject', 'open'].map((action) => ({ id: 'e1', action })),
    bad: [
      { id: 'e1' },
      { id: 'e1', action: 'constructor' },
      { id: 'e1', action: 'Accept' },
      { action: 'accept' },
    ],
  },
  openLocation: {
    good: [{ path: '/a' }, { path: '/a', line: 0 }, { path: '/a', line: 7 }],
    bad: [
      {},
      { path: 7 },
      { path: '/a', line: -1 },
      { path: '/a', line: 1.5 },
      { path: '/a', line: '3' },
      { path: '/a', line: null },
    ],
  },
  openDiff: {
    good: [{ entryId: 'e1', index: 0 }],
    bad: [
      { entryId: 'e1' },
      { index: 0 },
      { entryId: 'e1', index: -1 },
      { entryId: 'e1', index: Number.NaN },
      { entryId: 'e1', index: 1e21 },
    ],
  },
  terminal: {
    good: ['reveal', 'kill'].map((action) => ({ id: 't', action })),
    bad: [{ id: 't', action: 'release' }, { id: 7, action: 'kill' }, { id: 't' }],
  },
  insertAtCursor: { good: [{ text: 'x' }], bad: [{}, { text: {} }] },
  openLink: { good: [{ href: 'https://x' }], bad: [{}, { href: null }] },
  removeAttachment: { good: [{ id: 'a' }], bad: [{}, { id: 7 }] },
  imagesToFiles: { good: [{}], bad: [] },
  openImage: { good: [{ id: 'a1' }], bad: [{}, { id: 7 }] },
  removeQueued: { good: [{ id: 'q1' }], bad: [{}, { id: false }] },
  action: {
    good: [
      ...ACTIONS.map((action) => ({ action })),
      { action: 'retry', entryId: 'e1' },
      { action: 'logIn', entryId: 'e1', methodId: 'browser' },
    ],
    bad: [
      {},
      { action: 'toString' },
      { action: 'format disk' },
      { action: 'retry', entryId: 7 },
      { action: 'logIn', methodId: null },
    ],
  },
  login: {
    good: ['confirm', 'cancel'].map((action) => ({ action })),
    bad: [{}, { action: 'logIn' }, { action: 7 }],
  },
};

describe('messages of the webview', () => {
  for (const [method, { good, bad }] of Object.entries(notifications)) {
    it(`takes ${method} with the right parameters and nothing else of them`, () => {
      for (const params of good) {
        deepStrictEqual(parseHostNotification(method, params), { method, params });
        deepStrictEqual(parseHostNotification(method, { ...params, extra: 1 }), { method, params });
      }
      for (const params of [...bad, ...noObjects])
        throws(() => parseHostNotification(method, params), ParseError);
    });
  }

  it('takes the two requests, with the right parameters', () => {
    deepStrictEqual(parseHostRequest('snapshot', {}), { method: 'snapshot', params: {} });
    deepStrictEqual(parseHostRequest('prompt', { text: 'hi', x: 1 }), {
      method: 'prompt',
      params: { text: 'hi' },
    });
    for (const params of [{}, { text: 7 }, ...noObjects])
      throws(() => parseHostRequest('prompt', params), ParseError);
    for (const params of noObjects) throws(() => parseHostRequest('snapshot', params), ParseError);
  });

  it('refuses methods that it does not know, also names that every object has', () => {
    for (const method of [...prototypeNames, '', 'Stop', 'unknown']) {
      throws(() => parseHostNotification(method, {}), ParseError);
      throws(() => parseHostRequest(method, {}), ParseError);
    }
    throws(() => parseHostRequest('stop', {}), ParseError);
    throws(() => parseHostNotification('prompt', { text: '' }), ParseError);
  });

  it('takes no inherited fields for parameters', () => {
    throws(() => parseHostNotification('draft', JSON.parse('{"__proto__":{"text":"x"}}')), ParseError);
  });

  it('takes each kind of envelope, without what does not belong to it', () => {
    const envelopes = [
      { kind: 'request', id: 1, method: 'm', params: [1] },
      { kind: 'reply', id: 2, result: null },
      { kind: 'failure', id: 3, message: 'no' },
      { kind: 'notify', method: 'm', params: undefined },
    ];
    for (const envelope of envelopes) deepStrictEqual(parseEnvelope({ ...envelope, extra: 1 }), envelope);
  });

  it('refuses what is no envelope', () => {
    const odd = [
      ...noObjects,
      {},
      { kind: 'constructor' },
      { kind: 'notify' },
      { kind: 'notify', method: 7 },
      { kind: 'request', method: 'm' },
      { kind: 'request', id: '1', method: 'm' },
      { kind: 'request', id: 1.5, method: 'm' },
      { kind: 'request', id: 1 },
      { kind: 'reply' },
      { kind: 'failure', id: 1 },
      { kind: 'failure', id: Number.NaN, message: 'x' },
    ];
    for (const value of odd) strictEqual(parseEnvelope(value), undefined);
  });
});

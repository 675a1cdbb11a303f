import { doesNotMatch, match, ok, strictEqual } from 'node:assert/strict';
import { AgentRunner } from '../../src/acp/agentRunner';
import { spawnFailed } from '../../src/acp/errors/start';
import { exited } from '../../src/acp/errors/wire';
import { ProcessLedger } from '../../src/acp/processLedger';
import { keepSecret, redact } from '../../src/acp/redact';
import { scriptedPlan } from '../agent/inProcess';
import { scriptedAgent } from '../agent/scriptBuilder';
import { FakeHost } from './fakeHost';
import { agentFailure, temporaryFolder } from './support';

describe('hiding keys', () => {
  const hidden: readonly (readonly [string, string])[] = [
    ['OPENAI_API_KEY=abc123 node agent.js', 'OPENAI_API_KEY=… node agent.js'],
    ['export GH_TOKEN="a b c"; ls', 'export GH_TOKEN=…; ls'],
    ['agent --api-key abc --model x', 'agent --api-key … --model x'],
    ['agent --api-key=abc --acp', 'agent --api-key=… --acp'],
    ['agent --auth-token "a b" x', 'agent --auth-token … x'],
    ['{"apiKey": "abc", "model": "x"}', '{"apiKey": "…", "model": "x"}'],
    ['"ANTHROPIC_AUTH_TOKEN":"abc"', '"ANTHROPIC_AUTH_TOKEN":"…"'],
    ['Authorization: Bearer abc.def-ghi', 'Authorization: …'],
    ['authorization: abcdef', 'authorization: …'],
    [`-H 'x-api-key: abc'`, `-H 'x-api-key: …'`],
    ['{"Cookie":"a=b"}', '{"Cookie":"…"}'],
    ['sent with Bearer abcdefghijk to it', 'sent with Bearer … to it'],
    ['https://me:pa55@host.example/x', 'https://…@host.example/x'],
    ['https://host/x?a=1&token=abc&b=2', 'https://host/x?a=1&token=…&b=2'],
    ['https://host/?access_token=abc', 'https://host/?access_token=…'],
    ['Incorrect API key provided: sk-proj-abcdefghijklmnop', 'Incorrect API key provided: …'],
    ['ghp_abcdefghijklmnopqrstuvwxyz0123', '…'],
    ['AIzaSyA1234567890abcdefghijklmnopqrstu', '…'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.sig', '…'],
  ];
  for (const [text, expected] of hidden) {
    it(`hides what is secret in ${expected}`, () => {
      strictEqual(redact(text), expected);
    });
  }

  for (const text of [
    'gemini --acp --model flash',
    'max_tokens=5 and 3 tokens left',
    'Not authenticated: please log in again',
    'token expired',
    'https://host:8080/path?page=2',
    '{"tokens": 5}',
    'PATH=/usr/bin:/bin',
    'the keyboard=qwerty',
  ]) {
    it(`leaves alone: ${text}`, () => {
      strictEqual(redact(text), text);
    });
  }

  it('hides a value that is known to be secret wherever it stands', () => {
    keepSecret('very-own-words-1');
    keepSecret('short');
    strictEqual(
      redact('said very-own-words-1, twice: xvery-own-words-1x, short'),
      'said …, twice: x…x, short',
    );
  });

  it('is quick with texts of any kind', () => {
    // Of the processor: a computer under load takes longer, but does not work more.
    const begin = process.cpuUsage();
    for (const part of [
      'a',
      'key',
      '_key',
      '"token":"',
      '--api-key ',
      'a://',
      '?key=',
      '=',
      'a.',
      'x-',
      "='",
    ])
      redact(part.repeat(Math.ceil(65_536 / part.length)));
    const took = process.cpuUsage(begin).user / 1000;
    ok(took < 2000, `${String(Math.round(took))} ms`);
  });

  it('hides keys in the title and the details of a card', () => {
    const error = spawnFailed('agent --api-key abc123', new Error('EMFILE API_KEY=abc123'));
    match(error.message, /EMFILE API_KEY=…/);
    for (const said of [error.message, error.details ?? '', error.title.args.join()])
      doesNotMatch(said, /abc123/);
    doesNotMatch(
      exited({ code: 1, signal: null }, 'HTTP 401 Authorization: Bearer abc123xyz').details ?? '',
      /abc123/,
    );
  });

  it('gives a key to the process and to no log line or card (B128)', async () => {
    keepSecret('hunter2-the-second');
    const host = new FakeHost();
    const runner = new AgentRunner({
      host,
      ledger: new ProcessLedger(temporaryFolder(), host.log),
      clientInfo: { name: 'test', title: 'Test', version: '1.0.0' },
      clientCapabilities: {},
      limits: () => ({ handshakeSeconds: 20, installSeconds: 20, stopGraceSeconds: 1 }),
      trace: () => undefined,
      changed: () => undefined,
    });
    const script = scriptedAgent()
      .onInitialize()
      .prints('started with $env:MY_GATEWAY_KEY\n')
      .complains('the key is $env:MY_GATEWAY_KEY\n')
      .thenExits(3);
    const plan = scriptedPlan(script, temporaryFolder());
    const error = await agentFailure(
      runner.start({
        ...plan,
        env: { ...plan.env, MY_GATEWAY_KEY: 'hunter2-the-second' },
        display: `${plan.display} --token hunter2-the-second`,
      }),
    );
    match(error.details ?? '', /the key is …/);
    match(error.details ?? '', /started with …/);
    ok(host.logged.some((line) => line.includes('--token …')));
    doesNotMatch([error.details, error.message, ...host.logged].join('\n'), /hunter2/);
  });
});

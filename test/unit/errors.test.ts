import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { english, exitText, isAgentError, phrase } from '../../src/acp/errors';
import type { AgentError, AgentErrorTag } from '../../src/acp/errors';
import * as remote from '../../src/acp/errors/remote';
import type { AuthMethod, TerminalLogin } from '../../src/acp/login';
import * as requests from '../../src/acp/errors/requests';
import * as runtime from '../../src/acp/errors/runtime';
import * as start from '../../src/acp/errors/start';
import * as wire from '../../src/acp/errors/wire';

const facts = { commandLine: 'agent --acp', stderr: 'boom\n', noise: '' };
const exit = { code: 1, signal: null };
const answer = { method: 'session/prompt', code: -32603, message: 'No luck', details: 'more' };
const login: TerminalLogin = {
  id: 'a',
  name: 'Browser',
  type: 'terminal',
  command: undefined,
  args: ['login'],
  env: {},
};
const agentLogin: AuthMethod = { id: 'b', name: 'Account', type: 'agent' };

/** Every factory, below the tag that it makes. */
const all: Readonly<Record<AgentErrorTag, readonly AgentError[]>> = {
  'command-not-found': [
    start.commandNotFound('agent', ['/a', '/b']),
    runtime.uvMissing('fast-agent', ['/a']),
  ],
  'not-executable': [start.notExecutable('/agent')],
  'bad-directory': [start.badDirectory('/gone')],
  'untrusted-workspace': [start.untrustedWorkspace()],
  'folder-not-on-disk': [start.folderNotOnDisk('vscode-vfs')],
  'unknown-agent': [start.unknownAgent('x')],
  'not-installed': [start.agentNotInstalled('Gemini CLI', 'Not found on PATH.')],
  'needs-adapter': [start.needsAdapter('Claude', 'Install the adapter.')],
  'runtime-missing': [
    runtime.runtimeMissing('20.10.0', [], false),
    runtime.runtimeMissing('20.10.0', [{ node: '/usr/bin/node', version: '18.2.0' }], true),
    runtime.runtimeMissing('20.10.0', [{ node: '/usr/bin/node', version: undefined }], false),
  ],
  'spawn-failed': [
    start.spawnFailed('agent --acp', new Error('EMFILE')),
    runtime.badPackage('--call', 'npm'),
  ],
  'install-failed': [
    start.installFailed('npm error code E404', exit, facts),
    start.versionMissing('npm error code ETARGET', exit, facts),
  ],
  'exited-early': [start.exitedEarly(exit, facts)],
  'startup-timeout': [start.startupTimeout(600, facts)],
  'handshake-timeout': [start.handshakeTimeout(30, facts)],
  'protocol-version': [wire.protocolVersion(1, 2)],
  'protocol-violation': [wire.wrongFraming(facts), wire.badAnswer('session/new', 'it has no sessionId')],
  'message-too-large': [
    wire.messageTooLarge('session/prompt', { direction: 'in', bytes: 70e6, limit: 64e6 }),
    wire.messageTooLarge('session/prompt', { direction: 'out', bytes: 70e6, limit: 64e6 }),
  ],
  'write-after-exit': [wire.writeAfterExit(wire.exited(exit, 'boom\n')), wire.inputClosed('EPIPE', '')],
  'connection-closed': [
    wire.connectionClosed(''),
    remote.badAddress('ftp://x'),
    remote.unreachable('ws://x/', 'ECONNREFUSED'),
    remote.remoteClosed('ws://x/', 'code 1006'),
  ],
  exited: [wire.exited(exit, 'boom\n')],
  stopped: [wire.stopped()],
  'auth-required': [requests.authRequired(answer), requests.authRequired(answer, [login, agentLogin])],
  'auth-failed': [
    requests.authFailed(answer),
    requests.authFailed(answer, [agentLogin]),
    requests.loginFailed(login, exit),
    requests.notAgentLogin(login, [login]),
  ],
  'usage-limit': [
    requests.usageLimit(answer),
    requests.usageLimit(answer, 'in 20 s'),
    requests.overloaded(answer),
    requests.overloaded(answer, 'in 20 s'),
  ],
  'method-not-found': [requests.methodNotFound(answer)],
  'capability-missing': [requests.capabilityMissing('session/load', 'loadSession')],
  'content-unsupported': [requests.contentUnsupported('image')],
  'session-not-found': [requests.sessionNotFound(answer)],
  'bring-back-failed': [requests.bringBackFailed(requests.requestFailed(answer))],
  'session-busy': [requests.sessionBusy(answer)],
  'turn-inactive': [requests.turnInactive(answer)],
  cancelled: [requests.requestCancelled(answer)],
  'request-failed': [requests.requestFailed(answer)],
};

describe('errors that a person sees', () => {
  for (const [tag, errors] of Object.entries(all)) {
    it(`says what happened and what to do next: ${tag}`, () => {
      for (const error of errors) {
        strictEqual(error.tag, tag);
        match(error.message, /^[“A-Z].*\S$/);
        match(english(error.remedy), /^[A-Z].*\.$/);
        for (const text of [error.message, english(error.remedy), error.details ?? ''])
          ok(!/\{\d\}|undefined|\[object/.test(text), text);
      }
    });
  }

  it('has a tag of small letters and dashes for each', () => {
    for (const tag of Object.keys(all)) match(tag, /^[a-z]+(-[a-z]+)*$/);
  });

  it('names every part of what is known, and no empty headings', () => {
    strictEqual(start.exitedEarly(exit, facts).details, 'Command\nagent --acp\n\nError output\nboom');
    strictEqual(
      start.commandNotFound('agent', ['/a', '/b']).details,
      'Command\nagent\n\nDirectories searched\n/a\n/b',
    );
    strictEqual(wire.connectionClosed('').details, '');
    strictEqual(wire.exited(exit, 'boom\n').details, 'Error output\nboom');
  });

  it('keeps placeholders in texts of others as they are', () => {
    strictEqual(english(phrase('a {0} b {1} c {2}', '{1}', 7)), 'a {1} b 7 c {2}');
  });

  it('names the end of a program by code or signal', () => {
    const ends = [exit, { code: null, signal: 'SIGKILL' }, { code: null, signal: null }];
    deepStrictEqual(ends.map(exitText), ['code 1', 'signal SIGKILL', 'no exit code']);
  });

  it('names the size and the limit of a message that is too large', () => {
    const tooLarge = { direction: 'in', bytes: 70 * 1024 * 1024, limit: 64 * 1024 * 1024 } as const;
    match(wire.messageTooLarge('session/new', tooLarge).message, /session\/new .*70\.0 MB.*64\.0 MB/);
  });

  it('keeps the reason of an earlier end below a later request', () => {
    const late = wire.writeAfterExit(wire.exited(exit, 'boom\n'));
    match(late.details ?? '', /The agent ended unexpectedly \(code 1\)\.[^]*boom/);
    ok(isAgentError(late.cause, 'exited'));
  });

  it('keeps when to try again, and how to log in', () => {
    strictEqual(requests.usageLimit(answer, 'in 20 s').retryTime, 'in 20 s');
    strictEqual(requests.usageLimit(answer).retryTime, undefined);
    deepStrictEqual(requests.authRequired(answer, [agentLogin, login]).logins, [agentLogin, login]);
    deepStrictEqual(requests.loginFailed(login, exit).logins, [login]);
    deepStrictEqual(wire.stopped().logins, []);
  });

  it('is told from every other value, and by its tag', () => {
    const error = wire.stopped();
    ok(isAgentError(error) && isAgentError(error, 'stopped') && !isAgentError(error, 'exited'));
    for (const other of [
      new Error('stopped'),
      { tag: 'stopped', name: 'AgentError' },
      'stopped',
      null,
      undefined,
    ])
      ok(!isAgentError(other));
  });
});

import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import * as errors from '../../src/acp/errors';

const facts = { commandLine: 'agent --acp', stderr: 'boom\n', noise: '' };
const exit = { code: 1, signal: null };

const all: Readonly<Record<errors.AgentErrorTag, errors.AgentError>> = {
  notFound: errors.commandNotFound('agent', ['/a', '/b']),
  notExecutable: errors.commandNotExecutable('/agent'),
  badDirectory: errors.directoryMissing('/gone'),
  untrusted: errors.workspaceUntrusted(),
  noFolder: errors.folderNotOnDisk('vscode-vfs'),
  unknownAgent: errors.unknownAgent('x'),
  needsAdapter: errors.needsAdapter('Claude', 'Install the adapter.'),
  spawnFailed: errors.spawnFailed('agent --acp', new Error('EMFILE')),
  exitedEarly: errors.exitedEarly(exit, facts),
  exited: errors.exited(exit, 'boom\n'),
  silent: errors.agentSilent(30, facts),
  wrongFraming: errors.wrongFraming(facts),
  unsupportedVersion: errors.unsupportedVersion(1, 2),
  outputClosed: errors.outputClosed(''),
  writeFailed: errors.writeFailed('EPIPE', ''),
  authRequired: errors.authRequired([], ''),
  badAnswer: errors.badAnswer('session/new', 'it has no sessionId'),
  requestFailed: errors.requestFailed('session/prompt', 500, 'Quota', ''),
  stopped: errors.stopped(),
};

describe('errors that a person sees', () => {
  for (const [tag, error] of Object.entries(all)) {
    it(`says what happened and what to do next: ${tag}`, () => {
      strictEqual(error.tag, tag);
      match(error.message, /^[“A-Z].*\S$/);
      match(errors.english(error.remedy), /^[A-Z].*\.$/);
      for (const text of [error.message, errors.english(error.remedy)])
        ok(!/\{\d\}|undefined|\[object/.test(text), text);
    });
  }

  it('names every part of what is known, and no empty headings', () => {
    strictEqual(all.exitedEarly.details, 'Command\nagent --acp\n\nError output\nboom');
    strictEqual(all.notFound.details, 'Command\nagent\n\nDirectories searched\n/a\n/b');
    strictEqual(all.outputClosed.details, '');
  });

  it('keeps placeholders in texts of others as they are', () => {
    strictEqual(errors.english(errors.phrase('a {0} b {1} c {2}', '{1}', 7)), 'a {1} b 7 c {2}');
  });

  it('names the end of a program by code or signal', () => {
    const ends = [exit, { code: null, signal: 'SIGKILL' }, { code: null, signal: null }];
    deepStrictEqual(ends.map(errors.exitText), ['code 1', 'signal SIGKILL', 'no exit code']);
  });
});

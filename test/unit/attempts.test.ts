import { deepEqual, equal, ok } from 'node:assert/strict';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { attemptReason, nextAttempt } from '../../src/acp/attempts';
import { exitedEarly, handshakeTimeout, startFailed } from '../../src/acp/errors/start';
import { stopped } from '../../src/acp/errors/wire';
import { namedNpxFolders, removeNpxFolder } from '../../src/acp/npxCache';
import { temporaryFolder } from './support';

const exit = { code: 1, signal: null };

function reason(stderr: string): string | undefined {
  return attemptReason(startFailed(exit, { commandLine: 'npx x', stderr, noise: '' }));
}

describe('what helps with a failed start', () => {
  for (const words of [
    'Unknown arguments: acp',
    "error: unknown option '--acp'",
    "error: unexpected argument '--acp' found",
    'x: error: unrecognized arguments: --acp',
    'flag provided but not defined: -acp',
    'Error: unknown flag: --acp',
    "Error: unknown shorthand flag: 'a' in -acp",
    'node: bad option: --acp',
    "Error: No such command 'acp'.",
    "error: unrecognized subcommand 'acp'",
  ]) {
    it(`B15: another spelling, after “${words}”`, () => equal(reason(words), 'wrong-flag'));
  }

  it('nothing, when the program ended for reasons of its own', () => {
    equal(reason('Error: not logged in'), undefined);
    equal(reason('The command failed: unknown error'), undefined);
    equal(attemptReason(stopped()), undefined);
  });

  it('B15: another spelling, when there is no answer', () => {
    equal(attemptReason(handshakeTimeout(60, { commandLine: 'x', stderr: '', noise: '' })), 'wrong-flag');
  });

  it('B14: by what npm says', () => {
    equal(reason('npm error code ETARGET\nnpm error notarget No matching version'), 'version-missing');
    equal(reason('npm ERR! code ENOTCACHED'), 'fetch-failed');
    equal(reason('npm error code EINTEGRITY'), 'fetch-failed');
    equal(reason('npm error code ENOTFOUND'), undefined);
    equal(reason('npm error code E404'), undefined);
    equal(reason('npm error code EBADENGINE'), undefined);
    equal(
      reason('npm error code ENOTEMPTY\nnpm error path /c/_npx/0123456789abcdef/node_modules/x'),
      'corrupt-cache',
    );
  });

  it('is not looked for in what was printed when there is nothing else to try', () => {
    const unread = startFailed(exit, { commandLine: 'npx x', stderr: '', noise: '' });
    Object.defineProperty(unread, 'details', {
      get: () => {
        throw new Error('read');
      },
    });
    const plan = { command: 'x', args: [], env: {}, cwd: '/', display: 'x' };
    equal(nextAttempt(plan, unread, []), undefined);
    equal(nextAttempt({ ...plan, attempts: [] }, unread, []), undefined);
  });

  it('only what the program ended with counts, not what it said in an answer', () => {
    const facts = { commandLine: 'x', stderr: '', noise: '' };
    equal(attemptReason(exitedEarly({ code: 0, signal: null }, facts)), undefined);
  });
});

describe('the folder of a package that npx broke', () => {
  const hash = '0123456789abcdef';

  for (const [what, output, folder] of [
    [
      'a module of CommonJS',
      `Error: Cannot find module '/home/u/.npm/_npx/${hash}/node_modules/x/cli.js'`,
      `/home/u/.npm/_npx/${hash}`,
    ],
    [
      'a module of ECMAScript',
      `Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'y' imported from /home/u/.npm/_npx/${hash}/node_modules/x/i.js`,
      `/home/u/.npm/_npx/${hash}`,
    ],
    [
      'a requiring module',
      `Error: Cannot find module 'y'\nRequire stack:\n- /home/u/.npm/_npx/${hash}/node_modules/x/i.js`,
      `/home/u/.npm/_npx/${hash}`,
    ],
    [
      'npm',
      `npm error code ENOENT\nnpm error syscall open\nnpm error path /c d/_npx/${hash}/package.json`,
      `/c d/_npx/${hash}`,
    ],
    [
      'npm on Windows',
      `npm ERR! code ENOTEMPTY\nnpm ERR! path C:\\Users\\A B\\npm-cache\\_npx\\${hash}\\node_modules\\x`,
      `C:\\Users\\A B\\npm-cache\\_npx\\${hash}`,
    ],
  ] as const) {
    it(`is named by ${what}`, () => {
      equal(namedNpxFolders(output)[0], folder);
    });
  }

  it('is not taken from the trace of an agent that misses a file of its own', () => {
    const output = `Error: ENOENT: no such file, open '/home/u/.config/x'\n    at /home/u/.npm/_npx/${hash}/node_modules/x/i.js:3`;
    deepEqual(namedNpxFolders(output), []);
  });

  it('is looked for in the beginning of a line only, and a few times at most, whatever an agent prints', () => {
    const path = ` /a/_npx/${hash}/x`;
    // Each path could begin at every blank before it: their number would be that of all pairs.
    const hostile = `ENOENT${path.repeat(1500)}`;
    ok(namedNpxFolders(hostile).length <= 16);
    const lines = Array.from({ length: 5000 }, (_, index) => `ENOENT: open '/${index}/_npx/${hash}/x'`);
    equal(namedNpxFolders(lines.join('\n')).length, 16);
    deepEqual(namedNpxFolders(`ENOENT ${'x'.repeat(2048)} /a/_npx/${hash}/x`), []);
    const blanks = namedNpxFolders(`ENOENT${' /b'.repeat(600)}/_npx/${hash}/x`);
    ok(blanks.length <= 16 && (blanks[0] ?? '').startsWith('/b /b'));
  });

  it('is removed only directly below a folder _npx, and never through a link', async () => {
    const root = temporaryFolder();
    const make = (...names: readonly string[]): string => {
      const path = join(root, ...names);
      mkdirSync(path, { recursive: true });
      return path;
    };
    const kept = [
      make('elsewhere', hash),
      make('_npx', hash, 'node_modules'),
      make('_npx', 'short'),
      make('real', hash),
    ];
    symlinkSync(join(root, 'real'), join(make('linked'), '_npx'));
    const link = join(make('other', '_npx'), hash);
    symlinkSync(join(root, 'real'), link);
    const refused = [
      kept[0] ?? '',
      kept[1] ?? '',
      kept[2] ?? '',
      join(root, 'linked', '_npx', hash),
      link,
      '_npx/x',
    ];
    equal(await removeNpxFolder(refused), undefined);
    for (const path of kept) equal(existsSync(path), true, path);
    equal(await removeNpxFolder([...refused, join(root, '_npx', hash)]), join(root, '_npx', hash));
    equal(existsSync(join(root, '_npx', hash)), false);
    equal(existsSync(join(root, '_npx', 'short')), true);
  });
});

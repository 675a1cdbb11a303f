import { deepStrictEqual, strictEqual } from 'node:assert';
import { displayCommand, splitCommandLine } from '../../../src/acp/agents/commandLine';

describe('command lines', () => {
  it('B04: keeps backslashes on Windows', () => {
    deepStrictEqual(splitCommandLine(String.raw`C:\opt\agents\my.exe --acp "a b"`, 'win32'), [
      String.raw`C:\opt\agents\my.exe`,
      '--acp',
      'a b',
    ]);
  });

  it('B04: follows the rules of Windows for quotes and backslashes', () => {
    deepStrictEqual(splitCommandLine(String.raw`"a\\" \"b\" c\d "e""f" "" "g h"i`, 'win32'), [
      'a\\',
      '"b"',
      'c\\d',
      'e"f',
      '',
      'g hi',
    ]);
  });

  it('follows the rules of a POSIX shell elsewhere', () => {
    deepStrictEqual(splitCommandLine(String.raw`/a\ b/x 'c $d' "e \"f\" \n" '' g"h i"j`, 'linux'), [
      '/a b/x',
      'c $d',
      String.raw`e "f" \n`,
      '',
      'gh ij',
    ]);
  });

  it('shows a command line that could be typed', () => {
    strictEqual(
      displayCommand('/a b/x', ['--acp', "it's", ''], 'darwin'),
      String.raw`'/a b/x' --acp 'it'\''s' ''`,
    );
    strictEqual(
      displayCommand('C:\\a b\\x.exe', ['--acp', 'q"q'], 'win32'),
      String.raw`"C:\a b\x.exe" --acp "q\"q"`,
    );
  });

  for (const platform of ['win32', 'linux'] as const) {
    it(`reads back on ${platform} what it shows`, () => {
      const words = ['C:\\x y\\', 'a"b', "c'd", '', '$x `y` \\', 'plain', 'tab\there'];
      deepStrictEqual(splitCommandLine(displayCommand('cmd', words, platform), platform), ['cmd', ...words]);
    });
  }
});

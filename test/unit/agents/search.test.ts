import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import { join } from 'node:path';
import { nodeProbes } from '../../../src/acp/agents/nodeProbes';
import { findProgram, searchPrograms } from '../../../src/acp/agents/search';
import { FakeFiles, searchDeps, TempFolder } from './fakes';

describe('program search', () => {
  it('reads every directory once, however many programs are looked for', async () => {
    const files = new FakeFiles('/', { '/a/one': true, '/b/two': true, '/b/three': true });
    const { found, searched } = await searchPrograms(
      ['one', 'two', 'three', 'four'],
      { PATH: '/a:/b:/a/:/b' },
      searchDeps('linux', files),
    );
    deepStrictEqual(files.listed, ['/a', '/b']);
    deepStrictEqual(searched, ['/a', '/b']);
    deepStrictEqual([...found].sort(), [
      ['one', '/a/one'],
      ['three', '/b/three'],
      ['two', '/b/two'],
    ]);
  });

  it('takes the first directory of PATH that has an executable of that name', async () => {
    const files = new FakeFiles('/', { '/a/tool': false, '/b/tool': true, '/c/tool': true });
    const { found } = await searchPrograms(['tool'], { PATH: '/a:/b:/c' }, searchDeps('darwin', files));
    strictEqual(found.get('tool'), '/b/tool');
  });

  it('ignores empty and relative entries of PATH', async () => {
    const files = new FakeFiles('/', { 'bin/tool': true, './tool': true, '/b/tool': true });
    const { searched } = await searchPrograms(
      ['tool'],
      { PATH: ':bin:.:~/bin:/b:' },
      searchDeps('linux', files),
    );
    deepStrictEqual(searched, ['/b']);
  });

  it('ignores entries of PATH without a drive on Windows', async () => {
    const files = new FakeFiles('\\', {});
    const { searched } = await searchPrograms(
      ['tool'],
      { Path: String.raw`.;tools;\tools;C:tools;"C:\a b";c:\A B\;\\server\share` },
      searchDeps('win32', files),
    );
    deepStrictEqual(searched, [String.raw`C:\a b`, String.raw`\\server\share`]);
  });

  it('leaves out a directory that hangs or fails, and finds the rest', async () => {
    const files = new FakeFiles('/', { '/net/tool': true, '/bad/tool': true, '/b/tool': true });
    files.hang('/net').breakDown('/bad');
    const { found, hanging } = await searchPrograms(
      ['tool'],
      { PATH: '/net:/bad:/b' },
      searchDeps('linux', files),
    );
    strictEqual(found.get('tool'), '/b/tool');
    deepStrictEqual(hanging, ['/net']);
  });

  it('prefers .exe to .cmd to .bat to .ps1 on Windows, whatever the order in PATHEXT', async () => {
    const files = new FakeFiles('\\', {
      'C:\\n\\one.ps1': true,
      'C:\\n\\one.cmd': true,
      'C:\\n\\one.EXE': true,
      'C:\\n\\two.ps1': true,
      'C:\\n\\two': true,
      'C:\\n\\two.bat': true,
      'C:\\n\\three.ps1': true,
      'C:\\n\\three': true,
    });
    const env = { Path: 'C:\\n', PathExt: '.BAT;.CMD;.VBS;.EXE' };
    const { found } = await searchPrograms(['one', 'two', 'three'], env, searchDeps('win32', files));
    deepStrictEqual([...found.values()], ['C:\\n\\one.EXE', 'C:\\n\\two.bat', 'C:\\n\\three.ps1']);
  });

  it('takes a name with its extension as it is on Windows', async () => {
    const files = new FakeFiles('\\', { 'C:\\n\\npx.cmd': true, 'C:\\n\\npx.exe': true });
    const { path } = await findProgram('NPX.cmd', { PATH: 'C:\\n' }, searchDeps('win32', files));
    strictEqual(path, 'C:\\n\\npx.cmd');
  });

  it('completes the extension of a full path on Windows', async () => {
    const files = new FakeFiles('\\', { 'C:\\n\\npx.cmd': true });
    const { path } = await findProgram('C:\\n\\npx', {}, searchDeps('win32', files));
    strictEqual(path, 'C:\\n\\npx.cmd');
  });

  it('never looks below the current directory', async () => {
    const files = new FakeFiles('/', { './tool': true });
    for (const command of ['./tool', 'bin/tool', '../tool']) {
      const { path } = await findProgram(command, { PATH: '/b' }, searchDeps('linux', files));
      strictEqual(path, undefined, command);
    }
    deepStrictEqual(files.listed, []);
  });

  it('finds real executables, and neither plain files nor directories', async function () {
    if (process.platform === 'win32') this.skip();
    const folder = new TempFolder();
    const program = folder.program('bin/agent', '#!/bin/sh\n');
    folder.file('bin/plain', 'text');
    folder.file('bin/folder/file', 'text');
    const { found } = await searchPrograms(
      ['agent', 'plain', 'folder'],
      { PATH: `/no/such/place:${join(folder.path, 'bin')}` },
      searchDeps(process.platform, nodeProbes),
    );
    folder.remove();
    deepStrictEqual([...found], [['agent', program]]);
    ok(found.size === 1);
  });
});

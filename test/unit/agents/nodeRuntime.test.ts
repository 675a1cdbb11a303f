import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { nodeShim, writeNodeShims } from '../../../src/acp/agents/nodeShims';
import { nodeVersions } from '../../../src/acp/agents/nodeVersion';
import { eventually, isAlive } from '../support';
import { TempFolder } from './fakes';

const env = { PATH: process.env['PATH'] ?? '' };

describe('the version of a Node.js', function () {
  this.timeout(20_000);
  let folder: TempFolder;

  before(function () {
    if (process.platform === 'win32') this.skip();
  });
  beforeEach(() => {
    folder = new TempFolder();
  });
  afterEach(() => folder.remove());

  it('is what it says', async () => {
    equal(await nodeVersions(env)(process.execPath), process.versions.node);
  });

  it('is asked once, and again when the file has changed', async () => {
    const node = folder.program('node', `#!/bin/sh\necho x >> ${folder.path}/asked\necho v20.1.0\n`);
    const ask = nodeVersions(env);
    equal(await ask(node), '20.1.0');
    equal(await ask(node), '20.1.0');
    equal(folder.read('asked'), 'x\n');
    utimesSync(node, new Date(0), new Date(0));
    equal(await ask(node), '20.1.0');
    equal(folder.read('asked'), 'x\nx\n');
  });

  it('is not known of what fails, says something else or is not there', async () => {
    const ask = nodeVersions(env);
    equal(await ask(folder.program('a', '#!/bin/sh\necho v20.1.0; exit 1\n')), undefined);
    equal(await ask(folder.program('b', '#!/bin/sh\necho hello\n')), undefined);
    equal(await ask(folder.file('c', 'no program')), undefined);
    equal(await ask(join(folder.path, 'd')), undefined);
  });

  it('is not known of what the system refuses to start, and asked for again', async function () {
    if (process.platform !== 'linux') return this.skip();
    const node = folder.program('node', '#!/bin/sh\necho v20.1.0\n');
    const ask = nodeVersions(env);
    // Linux starts no file that is being written.
    const writer = openSync(node, 'a');
    equal(await ask(node), undefined);
    closeSync(writer);
    equal(await ask(node), '20.1.0');
    equal(await ask(node, join(node, 'no folder')), undefined);
  });

  it('is that of the folder where it is asked', async () => {
    const node = folder.program('node', '#!/bin/sh\necho "v$(cat .version)"\n');
    const places = ['20.1.0', '22.2.0'].map((version) => {
      folder.file(`of ${version}/.version`, version);
      return join(folder.path, `of ${version}`);
    });
    const ask = nodeVersions(env);
    const versions = await Promise.all(places.map((place) => ask(node, place)));
    deepEqual(versions, ['20.1.0', '22.2.0']);
  });

  it('B07: is not known of one that hangs, and nothing of it goes on', async () => {
    const node = folder.program(
      'node',
      `#!/bin/sh\ntrap '' TERM\necho $$ > ${folder.path}/pid\nsleep 3600\n`,
    );
    equal(await nodeVersions(env, 500)(node), undefined);
    const pid = await eventually(() => Number(folder.read('pid')), 'it ran');
    await eventually(() => !isAlive(pid), 'its end');
  });
});

describe('the shim for the runtime of the editor', () => {
  let folder: TempFolder;

  beforeEach(() => {
    folder = new TempFolder();
  });
  afterEach(() => folder.remove());

  it('runs it as a Node.js, with all its arguments', async function () {
    if (process.platform === 'win32') return this.skip();
    const runtime = folder.program(
      "Code's Helper (Plugin)",
      '#!/bin/sh\nprintf "%s|" "$ELECTRON_RUN_AS_NODE" "$@"\n',
    );
    const directory = await writeNodeShims(join(folder.path, 'a', 'shims'), runtime);
    const { stdout } = spawnSync('node', ['a b', '', '$x'], {
      env: { PATH: `${directory}:/usr/bin:/bin` },
      encoding: 'utf8',
    });
    equal(stdout, '1|a b||$x|');
  });

  it('is written only when it differs', async () => {
    const directory = join(folder.path, 'shims');
    await writeNodeShims(directory, '/opt/code', 'linux');
    const path = join(directory, 'node');
    utimesSync(path, new Date(0), new Date(0));
    await writeNodeShims(directory, '/opt/code', 'linux');
    equal(statSync(path).mtimeMs, 0);
    await writeNodeShims(directory, '/opt/other', 'linux');
    ok(statSync(path).mtimeMs > 0);
    match(folder.read('shims/node'), /other/);
  });

  it('is a batch file on Windows', () => {
    const { name, text } = nodeShim('C:\\100% Code\\Code.exe', 'win32');
    equal(name, 'node.cmd');
    // A path in the code page of the system, which the file cannot be sure of, is not in it.
    match(text, /^"%ACP_WORKBENCH_NODE%" %\*\r$/m);
    match(text, /^[\x20-\x7e\r\n]*$/);
    match(text, /^set ELECTRON_RUN_AS_NODE=1\r$/m);
  });
});

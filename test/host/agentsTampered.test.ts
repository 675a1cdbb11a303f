import * as assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { agentsView, noRow, rowSays } from './agentsRows';
import { chat, notices } from './driver';
import { download, FakeRegistry, tarGz } from './fakeRegistry';
import { contents, installTool, listTool, storageFolder, TOOL, uninstallTool } from './installing';
import { useOwnComputer } from './ownComputer';
import { ui } from './ui';
import { eventually } from './wait';
import type { TarEntry } from '../unit/agents/registry/archives';

const program: TarEntry = { name: 'agent', content: '#!/bin/sh\n', mode: 0o755 };
const gigabyte = 1024 ** 3;

const outside = join(tmpdir(), 'acp-workbench-escaped');

/** What is downloaded, and what is said about it. */
const ARCHIVES: Readonly<Record<string, readonly [archive: Buffer, said: string]>> = {
  'leads out of its folder': [tarGz(program, { name: '../../escaped', content: 'x' }), 'not safe to unpack'],
  'names a full path': [tarGz(program, { name: outside, content: 'x' }), 'not safe to unpack'],
  'leads out by a link': [
    tarGz(
      program,
      { name: 'out', type: 'symlink', target: '../../..' },
      { name: 'out/escaped', content: 'x' },
    ),
    'not safe to unpack',
  ],
  'would fill the disk': [tarGz(program, { name: 'huge', size: 3 * gigabyte }), 'MB unpacked'],
  'lacks the program': [tarGz({ name: 'readme', content: 'x' }), 'does not contain the program'],
};

describe('a download that is not what it should be', () => {
  const computer = useOwnComputer();
  const registry = new FakeRegistry();
  let storage = '';
  let empty: readonly string[] = [];

  before(async () => {
    computer.uses(TOOL.id);
    await registry.start();
    listTool(registry, '1.0.0', computer);
    await registry.use();
    await agentsView.open();
    await installTool();
    await rowSays('Some Tool', /^1 session$/);
    await chat.idle();
    storage = await storageFolder();
    await uninstallTool();
    empty = contents(storage);
    assert.ok(empty.every((path) => !path.includes('some-tool')));
  });
  after(() => registry.stop());
  afterEach(() => notices.clear());

  async function refused(url: string, said: string, hash?: string): Promise<void> {
    registry.list(download({ ...TOOL, version: '2.0.0' }, url, hash));
    await registry.use();
    await installTool();
    await notices.waitFor(said);
    assert.deepEqual(contents(storage), empty);
    assert.ok(!contents(dirname(storage)).some((path) => path.includes('escaped')));
    assert.ok(!existsSync(outside));
    await noRow('Some Tool');
  }

  it('is refused when its checksum is another one', async () => {
    await refused(registry.server.serve('/wrong.tar.gz', tarGz(program)), 'checksum', '0'.repeat(64));
  });

  for (const [trouble, [archive, said]] of Object.entries(ARCHIVES)) {
    it(`is refused when it ${trouble}`, async () => {
      await refused(registry.server.serve('/bad.tar.gz', archive), said);
    });
  }

  it('is refused when it says that it is larger than any agent', async () => {
    const length = String(2 * gigabyte);
    const huge = registry.server.on('/huge.tar.gz', (_request, response) => {
      response.writeHead(200, { 'content-length': length }).write('x');
    });
    await refused(huge, 'larger than 1024 MB');
  });

  it('leaves nothing when it is cancelled', async () => {
    const half = registry.server.on('/slow.tar.gz', (_request, response) => {
      response.writeHead(200, { 'content-length': '1000000' }).write(Buffer.alloc(500_000));
    });
    registry.list(download({ ...TOOL, version: '4.0.0' }, half));
    await registry.use();
    await installTool();
    await eventually(() => contents(storage).some((path) => path.endsWith('download')), {
      what: 'half of a download',
    });
    await notices.press('Installing Some Tool', 'Cancel');
    await eventually(() => contents(storage).join() === empty.join(), { what: 'nothing left' });
    await vscode.commands.executeCommand('notifications.showList');
    assert.equal(await ui.page.count('.notifications-center .notification-list-item'), 0);
    await vscode.commands.executeCommand('notifications.hideList');
  });

  it('can be tried again when it failed', async () => {
    await refused(registry.server.url('/some-tool-3.0.0.tar.gz'), 'could not be downloaded: 404');
    registry.server.serve('/some-tool-3.0.0.tar.gz', tarGz(program));
    await notices.press('could not be downloaded', 'Try again');
    await eventually(() => contents(storage).includes('some-tool/2.0.0/files/agent'), { what: 'the files' });
    await vscode.commands.executeCommand('acpWorkbench.selectAgent', 'demo');
    await uninstallTool();
  });
});

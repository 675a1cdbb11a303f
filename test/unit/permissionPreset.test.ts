import * as assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../src/acp/json';
import { presetOption, type PermissionPreset } from '../../src/acp/permissionPreset';
import { blankToolCall, mergeToolCall } from '../../src/acp/toolCall';
import { SessionBench } from './sessionTools';
import { settled, temporaryFolder } from './support';
import { Session } from '../../src/acp/session';

const options = [
  { optionId: 'always', name: 'Always', kind: 'allow_always' },
  { optionId: 'once', name: 'Once', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
];

/** On a disk without links, unless told otherwise. */
function chosen(
  preset: PermissionPreset,
  fields: JsonObject,
  cwd = '/work',
  real: ((path: string) => string | undefined) | undefined = (path) => path,
): string | undefined {
  return presetOption(preset, mergeToolCall(blankToolCall('t'), fields, true), options, cwd, real);
}

function edit(...paths: readonly string[]): JsonObject {
  return { kind: 'edit', content: paths.map((path) => ({ type: 'diff', path, newText: 'x' })) };
}

describe('permission presets', () => {
  it('ask about everything unless told otherwise', () => {
    assert.equal(chosen('ask', { kind: 'read' }), undefined);
  });

  it('allow reads and searches once, and nothing else', () => {
    assert.equal(chosen('allowReads', { kind: 'read' }), 'once');
    assert.equal(chosen('allowReads', { kind: 'search' }), 'once');
    for (const kind of ['edit', 'delete', 'execute', 'fetch', 'other', 'made-up']) {
      assert.equal(chosen('allowReads', { kind }), undefined, kind);
    }
  });

  it('allow edits only when every file that they name lies in the folder', () => {
    assert.equal(chosen('allowEdits', edit('/work/a.ts', '/work/deep/b.ts')), 'once');
    assert.equal(chosen('allowEdits', edit('/work/a.ts', '/etc/passwd')), undefined);
    assert.equal(chosen('allowEdits', edit('/work/../etc/passwd')), undefined);
    assert.equal(chosen('allowEdits', edit('/workbench/a.ts')), undefined);
    assert.equal(chosen('allowEdits', edit('a.ts')), undefined);
    assert.equal(chosen('allowEdits', { kind: 'edit' }), undefined);
    assert.equal(chosen('allowEdits', { kind: 'execute' }), undefined);
  });

  it('ask about an edit that a link leads out of the folder (B168, B170)', () => {
    const folder = temporaryFolder();
    const outside = temporaryFolder();
    symlinkSync(outside, join(folder, 'docs'));
    symlinkSync(join(outside, 'new'), join(folder, 'nowhere'));
    const allowed = (path: string): string | undefined =>
      presetOption(
        'allowEdits',
        mergeToolCall(blankToolCall('t'), edit(join(folder, path)), true),
        options,
        folder,
      );
    assert.equal(allowed('src/deep/a.ts'), 'once');
    assert.equal(allowed('docs/a.ts'), undefined);
    assert.equal(allowed('nowhere'), undefined);
  });

  it('ask about what decides what is run later', () => {
    for (const path of [
      '.git/hooks/pre-commit',
      '.vscode/tasks.json',
      'a/.GIT/config',
      '.github/workflows/x.yml',
    ])
      assert.equal(chosen('allowEdits', edit(`/work/${path}`)), undefined, path);
  });

  it('know Windows paths', () => {
    assert.equal(chosen('allowEdits', edit('c:\\Work\\a.ts'), 'C:\\work'), 'once');
    assert.equal(chosen('allowEdits', edit('D:\\work\\a.ts'), 'C:\\work'), undefined);
  });

  it('choose by kind, never by name, and ask when the kind is not offered', () => {
    const misnamed = [{ optionId: 'x', name: 'Allow', kind: 'reject_once' }];
    const call = blankToolCall('t');
    assert.equal(presetOption('allowAll', call, misnamed, '/work'), undefined);
    assert.equal(presetOption('rejectAll', call, misnamed, '/work'), 'x');
    assert.equal(presetOption('allowOnce', call, options.slice(0, 1), '/work'), undefined);
    assert.equal(presetOption('allowAll', call, options, '/work'), 'always');
  });

  it('answer a request of the agent at once, shown as answered', async () => {
    const bench = new SessionBench();
    const session = new Session({
      id: 's',
      cwd: '/work',
      peer: bench.peer,
      transcript: bench.transcript,
      changed: () => undefined,
      preset: () => 'allowReads',
    });
    const ask = (kind: string, toolCallId: string): Promise<unknown> =>
      session.askPermission({ toolCall: { toolCallId, kind }, options }, new AbortController().signal);
    assert.deepEqual(await ask('read', 'r'), { outcome: { outcome: 'selected', optionId: 'once' } });
    assert.equal(bench.transcript.tool('r')?.permission?.state, 'answered');
    void ask('execute', 'e');
    await settled();
    assert.equal(session.permissions.open.length, 1);
  });
});

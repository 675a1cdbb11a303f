import * as assert from 'node:assert/strict';
import { mkdir, symlink } from 'node:fs/promises';
import * as vscode from 'vscode';
import { ContextKeys } from '../../src/extension/contextKeys';
import { ReviewFileSystem, type ReviewUris } from '../../src/extension/edits/reviewFs';
import { Reviews } from '../../src/extension/edits/reviews';
import { closeLeftoverReviews } from '../../src/extension/edits/tabs';
import { Transcript } from '../../src/acp/transcript';
import {
  chat,
  inWorkspace,
  noReviewTab,
  onDisk,
  putFile,
  removeFile,
  REVIEW_SCHEME,
  reviewTab,
  reviewTabs,
} from './driver';
import { eventually } from './wait';
import { typeInto, writer } from './writer';

describe('one file with several names', () => {
  before(async () => {
    await chat.open();
    await writer.install();
  });
  after(() => writer.remove());
  beforeEach(async () => {
    await putFile('deep/t.txt', 'deep\n');
    await putFile('t.txt', 'top\n');
    await mkdir(inWorkspace('deep', 'dir'), { recursive: true });
    await symlink(inWorkspace('deep', 'dir'), inWorkspace('alias'), 'dir');
    await writer.fresh();
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    for (const name of ['alias', 'deep', 't.txt']) await removeFile(inWorkspace(name));
  });

  it('reads and writes where the system would, not where the text of the path says (B168)', async () => {
    const path = `${inWorkspace('alias')}/../t.txt`;
    await writer.ask({ path });
    await chat.says(/done: deep/);
    await chat.fresh();
    await writer.ask({ path, content: 'new\n' });
    await reviewTab();
    await writer.accept();
    await chat.says(/done: written/);
    assert.equal(await onDisk(inWorkspace('deep', 't.txt')), 'new\n');
    assert.equal(await onDisk(inWorkspace('t.txt')), 'top\n');
  });

  it('sees and saves unsaved text of an editor that has the file under another name', async () => {
    const real = await putFile('deep/dir/in.txt', 'in\n');
    const document = await typeInto(inWorkspace('alias', 'in.txt'), 'typed\n');
    assert.match(document.uri.path, /alias/);
    await writer.ask({ path: real });
    await chat.says(/done: typed/);
    await chat.fresh();
    await writer.ask({ path: real, content: 'typed\nIN\n' });
    await reviewTab();
    await writer.accept();
    await chat.says(/done: written/);
    assert.equal(await onDisk(real), 'typed\nIN\n');
    assert.equal(document.getText(), 'typed\nIN\n');
    assert.equal(document.isDirty, false);
  });

  it('brings an editor without unsaved text in step too', async () => {
    const real = await putFile('deep/dir/in.txt', 'in\n');
    const document = await vscode.workspace.openTextDocument(inWorkspace('alias', 'in.txt'));
    await vscode.window.showTextDocument(document);
    await writer.ask({ path: real, content: 'IN\n' });
    await reviewTab();
    await writer.accept();
    await chat.says(/done: written/);
    assert.equal(await onDisk(real), 'IN\n');
    await eventually(() => document.getText() === 'IN\n' && !document.isDirty, { what: 'the new text' });
  });
});

describe('review tabs', () => {
  const uri = (side: string): vscode.Uri =>
    vscode.Uri.from({ scheme: REVIEW_SCHEME, path: '/left.txt', query: `r1/${side}` });

  it('closes what an earlier window left open', async () => {
    await vscode.commands.executeCommand('vscode.diff', uri('before'), uri('after'), 'left over');
    await eventually(() => reviewTabs().length === 1, { what: 'the tab' });
    await closeLeftoverReviews();
    await noReviewTab();
  });

  it('lets an edit be decided whose diff never opens', async () => {
    const scheme = 'acp-review-hangs';
    const nothing = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
    const hangs = (): Promise<never> => new Promise(() => undefined);
    const provider = Object.assign(new ReviewFileSystem(), {
      onDidChangeFile: nothing.event,
      stat: hangs,
      readFile: hangs,
    });
    const registered = vscode.workspace.registerFileSystemProvider(scheme, provider);
    class Elsewhere extends ReviewFileSystem {
      override add(...args: Parameters<ReviewFileSystem['add']>): ReviewUris {
        const { before, after } = super.add(...args);
        return { before: before.with({ scheme }), after: after.with({ scheme }) };
      }
    }
    const transcript = new Transcript(() => undefined);
    const reviews = new Reviews(new Elsewhere(), new ContextKeys());
    const decided = reviews.decide(
      {
        path: inWorkspace('none.txt'),
        before: { text: '', file: undefined, isNew: true },
        content: 'new\n',
        sessionKey: 's',
        transcript,
        agentName: 'A',
        apply: async (content) => {
          assert.equal(content, 'new\n');
          return { kind: 'written' };
        },
      },
      new AbortController().signal,
    );
    const [review] = reviews.all;
    assert.ok(review);
    void reviews.accept(review.id);
    assert.equal(await decided, 'accepted');
    reviews.dispose();
    registered.dispose();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
});

import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { RequestError } from '@agentclientprotocol/sdk';
import { CWD, EVERYTHING, demoProgram, startDemo } from './demoClient';
import type { DemoRun, Script } from './demoClient';

const NOTES = join(CWD, 'notes.txt');

describe('demo agent: files', function () {
  // Starts real processes, on machines that may be busy.
  this.timeout(20_000);

  let demo: DemoRun | undefined;
  let files: Map<string, string>;

  before(demoProgram);
  beforeEach(() => {
    files = new Map([
      [NOTES, 'alpha\nbeta\ngamma\n'],
      [join(CWD, 'README.md'), '# Read me\n'],
    ]);
  });
  afterEach(async () => demo?.stop());

  async function start(script: Script = {}): Promise<DemoRun> {
    demo = await startDemo({ files, ...script });
    return demo;
  }

  it('reads a file through the client and reports its lines', async () => {
    const run = await start();
    await run.prompt('read notes.txt');
    ok(run.text().includes('3 lines'));
    ok(run.text().includes('alpha'));
    const call = run.toolCall();
    strictEqual(call['kind'], 'read');
    strictEqual(call['status'], 'completed');
    deepStrictEqual(call['locations'], [{ path: NOTES, line: 1 }]);
  });

  it('honours line and limit', async () => {
    const run = await start();
    await run.prompt('read line 2 limit 1 of notes.txt');
    ok(run.text().includes('1 line of'));
    ok(run.text().includes('beta'));
    deepStrictEqual(run.toolCall()['locations'], [{ path: NOTES, line: 2 }]);
  });

  it('takes an attached file when the prompt names none', async () => {
    const run = await start();
    const uri = pathToFileURL(join(CWD, 'README.md')).href;
    await run.prompt([
      { type: 'text', text: 'please read this' },
      { type: 'resource_link', name: 'README.md', uri },
    ]);
    ok(run.text().includes('# Read me'));
  });

  it('tells the reason when a file cannot be read', async () => {
    const run = await start();
    await run.prompt('read missing.txt');
    ok(run.text().includes('could not read `missing.txt`'));
    strictEqual(run.toolCall()['status'], 'failed');
  });

  it('turns beta into BETA and reports that the client accepted', async () => {
    const run = await start();
    await run.prompt('edit notes.txt');
    strictEqual(files.get(NOTES), 'alpha\nBETA\ngamma\n');
    ok(run.text().includes('was accepted.'));
    const call = run.toolCall();
    strictEqual(call['kind'], 'edit');
    strictEqual(call['status'], 'completed');
    deepStrictEqual(call['content'], [
      { type: 'diff', path: NOTES, newText: 'alpha\nBETA\ngamma\n', oldText: 'alpha\nbeta\ngamma\n' },
    ]);
    deepStrictEqual(call['locations'], [{ path: NOTES, line: 2 }]);
  });

  it('appends a line in the line endings of the file where there is no beta', async () => {
    files.set(NOTES, 'one\r\ntwo');
    const run = await start();
    await run.prompt('propose an edit');
    strictEqual(files.get(NOTES), 'one\r\ntwo\r\nThis line was added by the demo agent.\r\n');
  });

  it('edits README.md when there is no notes.txt', async () => {
    files.delete(NOTES);
    const run = await start();
    await run.prompt('edit');
    ok(files.get(join(CWD, 'README.md'))?.includes('demo agent'));
  });

  it('says so when there is nothing to edit', async () => {
    files.clear();
    const run = await start();
    await run.prompt('edit');
    ok(run.text().includes('nothing I can edit'));
    ok(!run.asked.includes('fs/write_text_file'));
  });

  it('reports a rejected edit with the message of the client', async () => {
    const run = await start({
      write: async () => {
        throw new RequestError(-32000, 'The person rejected the edit');
      },
    });
    await run.prompt('edit notes.txt');
    ok(run.text().includes('was rejected: The person rejected the edit'));
    strictEqual(run.toolCall()['status'], 'failed');
  });

  it('notices that the person changed the proposal before accepting it', async () => {
    const run = await start({
      write: async (path) => {
        files.set(path, 'something else\n');
      },
    });
    await run.prompt('edit notes.txt');
    ok(run.text().includes('differs from what I proposed'));
  });

  it('creates a new file, with a name of its own unless told', async () => {
    const run = await start();
    await run.prompt('new file');
    await run.prompt('new file docs/plan.md');
    ok(files.get(join(CWD, 'demo-notes.md'))?.startsWith('# demo-notes.md'));
    ok(files.has(join(CWD, 'docs/plan.md')));
  });

  it('makes several edits one after the other', async () => {
    const run = await start();
    await run.prompt('several edits');
    const asked = run.asked.filter((method) => method === 'fs/write_text_file');
    strictEqual(asked.length, 3);
    strictEqual(run.text().match(/was accepted\./g)?.length, 3);
    strictEqual(files.get(join(CWD, 'demo-first.md'))?.split('\n').length, 3);
  });

  it('does not bring back a rejected change with the next one', async () => {
    let writes = 0;
    const run = await start({
      write: async (path, content) => {
        writes++;
        if (writes === 1) throw new RequestError(-32000, 'No');
        files.set(path, content);
      },
    });
    await run.prompt('several edits');
    strictEqual(files.get(join(CWD, 'demo-first.md')), 'Third change, in the first file.\n');
  });

  it('sends several edits at once before the first answer', async () => {
    let open = 0;
    let release: () => void = () => undefined;
    const all = new Promise<void>((resolve) => {
      release = resolve;
    });
    const run = await start({
      write: async () => {
        open++;
        if (open === 3) release();
        await all;
      },
    });
    await run.prompt('several edits at once');
    strictEqual(run.text().match(/was accepted\./g)?.length, 3);
  });

  it('says that it cannot, instead of calling, when files are not offered', async () => {
    const run = await start({ capabilities: { ...EVERYTHING, fs: {} } });
    for (const prompt of ['read notes.txt', 'edit notes.txt', 'new file', 'several edits']) {
      run.updates.length = 0;
      await run.prompt(prompt);
      ok(run.text().includes('does not offer'), prompt);
    }
    deepStrictEqual(run.asked, []);
  });

  it('ends at once when a turn is cancelled while an edit waits for its review', async () => {
    const run = await start({ write: () => new Promise(() => undefined) });
    const turn = run.prompt('edit notes.txt');
    await run.until(() => run.asked.includes('fs/write_text_file'), 'the write');
    await run.cancel();
    strictEqual((await turn).stopReason, 'cancelled');
  });
});

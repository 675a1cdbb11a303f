import { deepStrictEqual, match, ok, rejects, strictEqual } from 'node:assert';
import { RequestError } from '@agentclientprotocol/sdk';
import { CWD, demoProgram, startDemo } from './demoClient';
import type { DemoRun } from './demoClient';

describe('demo agent: text and session', function () {
  // Starts real processes, on machines that may be busy.
  this.timeout(20_000);

  let demo: DemoRun;

  before(demoProgram);
  beforeEach(async () => {
    demo = await startDemo();
  });
  afterEach(async () => demo.stop());

  it('introduces itself and what it can take in a prompt', () => {
    deepStrictEqual(demo.initialized.agentInfo, {
      name: 'acp-workbench-demo',
      title: 'Demo agent',
      version: '0.1.0',
    });
    strictEqual(demo.initialized.protocolVersion, 1);
    strictEqual(demo.initialized.agentCapabilities?.loadSession, false);
    deepStrictEqual(demo.initialized.agentCapabilities.promptCapabilities, {
      embeddedContext: true,
      image: true,
    });
    deepStrictEqual(
      demo.initialized.authMethods?.map(({ id }) => id),
      ['demo'],
    );
  });

  it('refuses what needs a login until it was told to log in, and again after logging out', async () => {
    await rejects(demo.prompt('login'), { code: -32000 });
    await demo.logIn();
    await demo.prompt('login');
    match(demo.text(), /logged in/);
    await demo.logOut();
    await rejects(demo.prompt('login'), { code: -32000 });
  });

  it('announces slash commands after the session was made', () => {
    for (const name of ['plan', 'edit', 'run', 'markdown', 'new-file']) {
      ok(demo.commandNames.includes(name), name);
    }
  });

  it('does for a slash command what it does for the word', async () => {
    await demo.prompt('/plan');
    ok(demo.ofKind('plan').length > 0);
  });

  it('says what it is and lists the words for any other prompt', async () => {
    const { stopReason } = await demo.prompt('Hello there');
    strictEqual(stopReason, 'end_turn');
    for (const word of ['demo agent', 'tour', 'markdown', 'permission', 'crash']) {
      ok(demo.text().includes(word), word);
    }
  });

  it('streams rich Markdown in many chunks', async () => {
    await demo.prompt('Show me some markdown, please');
    ok(demo.ofKind('agent_message_chunk').length > 30);
    for (const part of ['# Markdown', '- [x]', '| Part', '```typescript', '](https://']) {
      ok(demo.text().includes(part), part);
    }
  });

  it('thinks in chunks before it answers', async () => {
    await demo.prompt('THINK hard');
    const kinds = demo.updates.map(({ sessionUpdate }) => sessionUpdate);
    ok(demo.ofKind('agent_thought_chunk').length > 3);
    ok(kinds.lastIndexOf('agent_thought_chunk') < kinds.indexOf('agent_message_chunk'));
  });

  it('takes a plan from pending to completed step by step', async () => {
    await demo.prompt('make a plan');
    const states = demo.ofKind('plan').map(({ entries }) => statuses(entries).join(' '));
    deepStrictEqual(states, [
      'pending pending pending',
      'in_progress pending pending',
      'completed in_progress pending',
      'completed completed in_progress',
      'completed completed completed',
    ]);
  });

  it('echoes exactly what follows the word', async () => {
    await demo.prompt('echo  plan *B*: 100 % \n  done');
    strictEqual(demo.text(), 'plan *B*: 100 % \n  done');
  });

  it('lists the content blocks that it received', async () => {
    const long = 'x'.repeat(60);
    await demo.prompt([
      { type: 'text', text: 'attachments' },
      { type: 'resource_link', name: 'a.ts', uri: 'file:///w/a.ts' },
      { type: 'resource', resource: { uri: 'file:///w/b.ts', text: long } },
    ]);
    ok(demo.text().includes('resource_link · file:///w/a.ts'));
    ok(demo.text().includes(`resource · file:///w/b.ts · "${'x'.repeat(40)}"`));
  });

  it('does not take a part of a path for a keyword', async () => {
    await demo.prompt('what about src/plan.md and planning?');
    deepStrictEqual(demo.ofKind('plan'), []);
  });

  it('refuses a prompt for a session that it does not know', async () => {
    await rejects(
      demo.prompt('hi', 'nobody'),
      (error) => error instanceof RequestError && error.code === -32002,
    );
  });

  it('refuses a second prompt while a turn runs, and goes on with the first', async () => {
    const first = demo.prompt('slow 5');
    await demo.until(() => demo.text() !== '', 'the first piece');
    await rejects(demo.prompt('hi'), (error) => error instanceof RequestError && error.code === -32600);
    strictEqual((await first).stopReason, 'end_turn');
  });

  it('gives a tour with thoughts, a plan, a file and a permission', async () => {
    await demo.stop();
    demo = await startDemo({ files: new Map([[`${CWD}/notes.txt`, 'alpha\n']]) });
    await demo.prompt('Show me what you can do');
    for (const kind of ['agent_thought_chunk', 'plan', 'tool_call']) ok(demo.ofKind(kind).length > 0, kind);
    deepStrictEqual(demo.asked, ['fs/read_text_file', 'session/request_permission']);
  });

  it('ends with exit code 0 when its stdin closes, in the middle of a turn too', async () => {
    const turn = demo.prompt('slow 1000');
    turn.catch(() => undefined);
    await demo.until(() => demo.text() !== '', 'the first piece');
    strictEqual(await demo.stop(), 0);
  });

  it('says the same in every run', async () => {
    const other = await startDemo();
    await demo.prompt('tour');
    await other.prompt('tour');
    await other.stop();
    deepStrictEqual(other.updates, demo.updates);
  });
});

function statuses(entries: unknown): readonly string[] {
  return Array.isArray(entries) ? entries.map((entry: { status: string }) => entry.status) : [];
}

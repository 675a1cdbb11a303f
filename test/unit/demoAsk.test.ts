import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import type { RequestPermissionRequest } from '@agentclientprotocol/sdk';
import { CWD, EVERYTHING, demoProgram, startDemo } from './demoClient';
import type { DemoRun, Script } from './demoClient';

describe('demo agent: questions, commands, extras', function () {
  // Starts real processes, on machines that may be busy.
  this.timeout(20_000);

  let demo: DemoRun | undefined;

  before(demoProgram);
  afterEach(async () => demo?.stop());

  async function start(script: Script = {}): Promise<DemoRun> {
    demo = await startDemo(script);
    return demo;
  }

  async function choose(prompt: string, index: number): Promise<RequestPermissionRequest | undefined> {
    let seen: RequestPermissionRequest | undefined;
    const run = await start({
      permission: async (request) => {
        seen = request;
        return { outcome: { outcome: 'selected', optionId: request.options[index]?.optionId ?? '' } };
      },
    });
    await run.prompt(prompt);
    return seen;
  }

  it('asks for a permission with all four kinds and reports the option', async () => {
    const seen = await choose('permission', 1);
    deepStrictEqual(
      seen?.options.map(({ kind }) => kind),
      ['allow_once', 'allow_always', 'reject_once', 'reject_always'],
    );
    ok(demo?.text().includes('allow-always'));
    strictEqual(demo?.toolCall()['status'], 'completed');
  });

  it('does not do what was rejected', async () => {
    await choose('permission', 2);
    ok(demo?.text().includes('reject-once'));
    strictEqual(demo?.toolCall()['status'], 'failed');
  });

  it('reports an option that it never offered', async () => {
    await choose('permission', 99);
    ok(demo?.text().includes('never offered'));
  });

  it('goes on after a cancelled permission when the turn itself was not cancelled', async () => {
    const run = await start();
    const { stopReason } = await run.prompt('permission');
    strictEqual(stopReason, 'end_turn');
    ok(run.text().includes('cancelled'));
  });

  it('ends as cancelled when the turn is cancelled during a permission', async () => {
    const run = await start({ permission: () => new Promise(() => undefined) });
    const turn = run.prompt('permission');
    await run.until(() => run.asked.length > 0, 'the permission');
    await run.cancel();
    strictEqual((await turn).stopReason, 'cancelled');
    strictEqual((await run.prompt('hi')).stopReason, 'end_turn');
  });

  it('offers four choices of one kind', async () => {
    const seen = await choose('choices', 2);
    deepStrictEqual(
      seen?.options.map(({ name }) => name),
      ['Alpha', 'Bravo', 'Charlie', 'Delta'],
    );
    strictEqual(new Set(seen.options.map(({ kind }) => kind)).size, 1);
    ok(demo?.text().includes('charlie'));
  });

  it('asks with a form and reports the answers', async () => {
    const run = await start({
      elicitation: async (request) => {
        deepStrictEqual(request.mode, 'form');
        return { action: 'accept', content: { name: 'Bo', color: 'red', loud: false } };
      },
    });
    await run.prompt('I have a question');
    ok(run.text().includes('name = "Bo", color = "red", loud = false'));
  });

  it('reports that a form was declined', async () => {
    const run = await start({ elicitation: async () => ({ action: 'decline' }) });
    await run.prompt('form');
    ok(run.text().includes('(decline)'));
  });

  it('says that it cannot ask with a form when the client offers none', async () => {
    const run = await start({ capabilities: { ...EVERYTHING, elicitation: {} } });
    await run.prompt('form');
    ok(run.text().includes('does not offer'));
    deepStrictEqual(run.asked, []);
  });

  it('runs three lines of Node by default and reports how it ended', async () => {
    const run = await start({
      terminal: {
        output: 'one\r\n\u001b[32mtwo\u001b[0m\r\n',
        truncated: false,
        exitStatus: { exitCode: 0 },
      },
    });
    await run.prompt('please run a command');
    deepStrictEqual(run.asked, [
      'terminal/create',
      'terminal/wait_for_exit',
      'terminal/output',
      'terminal/release',
    ]);
    strictEqual(run.terminals[0]?.command, process.execPath);
    strictEqual(run.terminals[0].cwd, CWD);
    ok(run.text().includes('exit code 0. Its last line: `two`'));
    deepStrictEqual(run.toolCall()['content'], [{ type: 'terminal', terminalId: 'terminal-1' }]);
    strictEqual(run.toolCall()['status'], 'completed');
  });

  it('runs the command line as typed', async () => {
    const run = await start({ terminal: { output: '', truncated: false, exitStatus: { exitCode: 2 } } });
    await run.prompt('run: ls -la | grep "a  b"');
    strictEqual(run.terminals[0]?.command, 'ls -la | grep "a  b"');
    ok(run.text().includes('exit code 2. It printed nothing.'));
    strictEqual(run.toolCall()['status'], 'failed');
  });

  it('releases the terminal when the turn is cancelled', async () => {
    const run = await start({ terminal: 'runs forever' });
    const turn = run.prompt('run sleep 100');
    await run.until(() => run.asked.includes('terminal/wait_for_exit'), 'the wait');
    await run.cancel();
    strictEqual((await turn).stopReason, 'cancelled');
    await run.until(() => run.asked.includes('terminal/release'), 'the release');
  });

  it('says that it cannot run commands when terminals are not offered', async () => {
    const run = await start({ capabilities: { ...EVERYTHING, terminal: false } });
    await run.prompt('run ls');
    ok(run.text().includes('does not offer terminals'));
    deepStrictEqual(run.asked, []);
  });

  it('shows a picture and a link', async () => {
    const run = await start();
    await run.prompt('image');
    const types = run.ofKind('agent_message_chunk').map(({ content }) => (content as { type: string }).type);
    deepStrictEqual(types, ['text', 'image', 'resource_link']);
  });

  it('sends notices of three severities', async () => {
    const run = await start();
    await run.prompt('notice');
    deepStrictEqual(
      run.ofKind('notice').map(({ severity }) => severity),
      ['info', 'warning', 'error'],
    );
  });

  it('says that it cannot send notices when the client does not take them', async () => {
    const run = await start({ capabilities: { ...EVERYTHING, session: {} } });
    await run.prompt('notice');
    deepStrictEqual(run.ofKind('notice'), []);
    ok(run.text().includes('does not offer'));
  });

  it('reports its usage', async () => {
    const run = await start();
    await run.prompt('usage');
    deepStrictEqual(run.ofKind('usage_update').at(-1), {
      sessionUpdate: 'usage_update',
      used: 53_000,
      size: 200_000,
      cost: { amount: 0.42, currency: 'USD' },
    });
  });
});

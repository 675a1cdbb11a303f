import * as assert from 'node:assert/strict';
import { chmod } from 'node:fs/promises';
import * as vscode from 'vscode';
import {
  anywhere,
  byTestId,
  chat,
  children,
  forgetAgents,
  isAlive,
  noReviewTab,
  putFile,
  reviewTab,
} from './driver';
import { ui } from './ui';
import { eventually } from './wait';

const card = byTestId('error-card');

/** Programs that misbehave, each in its own way, as an agent from the settings. */
async function useAgent(id: string, command: string, args: readonly string[] = [], env = {}): Promise<void> {
  const agents = { [id]: { name: `Agent ${id}`, command, args, env } };
  await vscode.workspace
    .getConfiguration()
    .update('acpWorkbench.agents', agents, vscode.ConfigurationTarget.Global);
  await vscode.commands.executeCommand('acpWorkbench.selectAgent', id);
}

async function nodeAgent(id: string, source: string): Promise<void> {
  const script = await putFile(`${id}.cjs`, source);
  await useAgent(id, process.execPath, [script], { ELECTRON_RUN_AS_NODE: '1' });
}

/** A command that runs long and can be told from everything else on the machine. */
function uniqueNap(): string {
  return `sleep 4${String(process.pid)}.${String(Date.now()).slice(-6)}`;
}

async function showsCard(wanted: RegExp): Promise<void> {
  await eventually(async () => (await ui.webview.texts(card)).some((text) => wanted.test(text)), {
    what: `an error card with ${String(wanted)}`,
  });
}

describe('an agent that cannot be started', () => {
  before(() => chat.open());
  after(async () => {
    await forgetAgents();
  });

  it('says that the command is missing and where it was looked for (B02)', async () => {
    await useAgent('missing', 'no-such-agent-xyz');
    await showsCard(/“no-such-agent-xyz” was not found/);
    assert.equal(await chat.state(), 'failed');
    await ui.page.screenshot('error-missing');
  });

  it('says that a file is not executable', async () => {
    const file = await putFile('plain.sh', 'echo hi\n');
    await chmod(file, 0o644);
    await useAgent('plain', file);
    await showsCard(/cannot be executed/);
  });

  it('shows the end and its stderr when the agent exits at once (B12)', async () => {
    await nodeAgent('quits', `console.error('no licence found'); process.exit(0);`);
    await showsCard(/ended while it was starting \(code 0\)/);
    await ui.webview.click(`${card} [aria-expanded=false]`);
    await showsCard(/no licence found/);
  });

  it('gives up on an agent that never answers, and ends it (B15)', async () => {
    const config = vscode.workspace.getConfiguration();
    await config.update('acpWorkbench.handshakeTimeout', 1, vscode.ConfigurationTarget.Global);
    await nodeAgent('mute', `process.stdin.resume(); setInterval(() => {}, 1000);`);
    await showsCard(/did not answer within 1 seconds/);
    await config.update('acpWorkbench.handshakeTimeout', undefined, vscode.ConfigurationTarget.Global);
    await eventually(() => children('mute.cjs').length === 0, { what: 'the agent is gone' });
  });

  it('recognises Content-Length framing (B36)', async () => {
    await nodeAgent(
      'lsp',
      `process.stdout.write('Content-Length: 2\\r\\n\\r\\n{}'); process.stdin.resume();`,
    );
    await showsCard(/Content-Length/);
  });

  it('refuses a protocol version that it does not speak (B34)', async () => {
    await nodeAgent(
      'future',
      `process.stdin.once('data', () => process.stdout.write('{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":2}}\\n'));`,
    );
    await showsCard(/protocol version 2/);
  });

  it('offers Restart, which starts it once the cause is gone', async () => {
    await nodeAgent('mended', 'process.exit(7);');
    await showsCard(/code 7/);
    const demo = vscode.extensions.getExtension('acp-workbench.acp-workbench')?.extensionPath ?? '';
    await putFile('mended.cjs', `require(${JSON.stringify(`${demo}/dist/demo-agent.js`)});`);
    await ui.webview.click(`${card} [data-action=restart] >> nth=-1`);
    await chat.idle();
    await chat.turn('echo mended');
    await chat.says(/mended/);
  });
});

describe('an agent that ends in the middle', () => {
  before(async () => {
    await chat.open();
    await vscode.commands.executeCommand('acpWorkbench.selectAgent', 'demo');
  });
  beforeEach(async () => {
    if ((await chat.state()) !== 'ready') await vscode.commands.executeCommand('acpWorkbench.restartAgent');
    await chat.fresh();
  });

  async function agentPid(): Promise<number> {
    return (await eventually(() => children('demo-agent.js')[0], { what: 'the agent process' })).pid;
  }

  async function killAgent(): Promise<void> {
    process.kill(await agentPid(), 'SIGKILL');
  }

  async function failedCalmly(): Promise<void> {
    await eventually(async () => (await chat.state()) === 'failed', { what: 'the agent is failed' });
    await showsCard(/ended unexpectedly/);
    assert.equal(await ui.webview.count('[data-status=in_progress], [data-status=pending]'), 0);
    assert.equal(await ui.webview.count(`${byTestId('permission-option')}:not([disabled])`), 0);
    assert.equal(await ui.webview.count(byTestId('review-accept')), 0);
  }

  async function restartWorks(): Promise<void> {
    await ui.webview.click(`${card} [data-action=restart]`);
    await chat.idle();
    await chat.turn('echo back again');
    await chat.says(/back again/);
  }

  it('keeps what was streamed, shows the reason with stderr, and restarts below a visible break (B28)', async () => {
    await chat.send('crash');
    await failedCalmly();
    await showsCard(/code 3/);
    await ui.page.screenshot('error-crash');
    await restartWorks();
    await chat.says(/does not know the messages above/);
  });

  it('settles a prompt that streams', async () => {
    await chat.send('slow 100');
    await ui.webview.waitFor(`${byTestId('entry')}[data-kind=agent]`);
    await killAgent();
    await failedCalmly();
    await restartWorks();
  });

  it('settles an open permission', async () => {
    await chat.send('permission');
    await ui.webview.waitFor(byTestId('permission-option'));
    await killAgent();
    await failedCalmly();
    await restartWorks();
  });

  it('takes a held write away', async () => {
    await chat.send('edit README.md');
    await reviewTab();
    await killAgent();
    await failedCalmly();
    await noReviewTab();
    await restartWorks();
  });

  it('ends the commands it started', async () => {
    const nap = uniqueNap();
    await chat.send(`run: ${nap}`);
    await ui.webview.waitFor(byTestId('terminal-stop'));
    await eventually(() => anywhere(nap).length > 0, { what: 'the command runs' });
    await killAgent();
    await failedCalmly();
    await eventually(() => anywhere(nap).length === 0, { what: 'the command is gone' });
    await restartWorks();
  });

  it('gives a queued prompt back to the composer when the agent is gone', async () => {
    await chat.send('slow 100');
    await ui.webview.waitFor(`${byTestId('entry')}[data-kind=agent]`);
    await chat.send('echo waiting in the queue');
    await ui.webview.waitFor(byTestId('queued'));
    await killAgent();
    await failedCalmly();
    await ui.webview.click(`${card} [data-action=restart]`);
    await chat.idle();
    await eventually(
      async () => (await ui.webview.value(byTestId('composer'))) === 'echo waiting in the queue',
      {
        what: 'the queued prompt in the composer',
      },
    );
    await ui.webview.fill(byTestId('composer'), '');
  });

  it('says so while it is idle as well', async () => {
    await killAgent();
    await failedCalmly();
    await restartWorks();
  });

  it('stops on command with everything it runs, and starts again with the next prompt', async () => {
    const nap = uniqueNap();
    const agent = await agentPid();
    await chat.send(`run: ${nap}`);
    await eventually(() => anywhere(nap).length > 0, { what: 'the command runs' });
    await vscode.commands.executeCommand('acpWorkbench.stopAgent');
    await eventually(async () => (await chat.state()) === 'stopped', { what: 'the agent is stopped' });
    await eventually(() => anywhere(nap).length === 0, { what: 'the command is gone' });
    assert.equal(isAlive(agent), false);
    await chat.turn('echo once more');
    await chat.says(/once more/);
  });
});

import * as assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { ui } from '../host/ui';
import { eventually } from '../host/wait';
import { agentsUnderTest, type AgentUnderTest } from './agentUnderTest';
import {
  answerPermission,
  chooseAgent,
  configureAgents,
  decideReview,
  newSession,
  restartAgent,
  reviewTabs,
  say,
  stopAgent,
  untilAnswered,
  untilDone,
  untilState,
} from './chat';
import { familyOf, untilNothingIsLeft, type Relative } from './family';
import {
  edited,
  endlessCommand,
  inWorkspace,
  lastProgramOf,
  makeFile,
  original,
  printed,
  printingCommand,
  prompt,
} from './scripts';

function describeAgent({ id, name, traits, mark }: AgentUnderTest): void {
  async function askRead(file: string): Promise<void> {
    await say(prompt({ steps: 'read,report', file }));
  }

  async function askEdit(file: string): Promise<void> {
    await say(prompt({ steps: 'edit,report', file }));
  }

  async function askCommand(cmd: string): Promise<void> {
    await say(prompt({ steps: 'shell,report', cmd }, traits.marker));
  }

  async function untilPromptIsAnswered(): Promise<void> {
    await say(prompt({ steps: 'text' }));
    await untilAnswered(/Hello from the script/);
    await untilDone();
  }

  /** After a refusal the model is told or the turn ends; nothing is claimed, and the next prompt is answered. */
  async function untilItGoesOn(): Promise<void> {
    const isTold = traits.afterDenial === 'reports';
    if (isTold) await untilAnswered(/The tool said.*(error|reject|refus|cancel)/is);
    const said = await untilDone();
    if (!isTold) assert.doesNotMatch(said, /The tool said/);
    await untilPromptIsAnswered();
  }

  /** Resolves with all processes of the agent while it runs a command that does not end by itself. */
  async function runEndlessCommand(file: string): Promise<readonly Relative[]> {
    const path = inWorkspace(file);
    await askCommand(endlessCommand(path));
    await answerPermission('allow_once');
    return eventually(
      () => {
        const family = familyOf(mark);
        return family.some(({ command }) => command === lastProgramOf(path)) && family;
      },
      { what: 'the command to run' },
    );
  }

  before(async () => {
    try {
      await chooseAgent(name);
    } catch (error) {
      await ui.page.screenshot(`failed ${id} start`);
      throw error;
    }
  });

  it('runs with the environment of the settings', () => {
    assert.ok(familyOf(mark).length > 0, 'no process carries the mark');
  });

  it('reads a file', async () => {
    makeFile(`${id}-read.txt`, 'the words in the file\n');
    await newSession();
    await askRead(`${id}-read.txt`);
    await untilAnswered(/The tool said.*the words in the file/s);
    await untilDone();
    await ui.webview.waitFor('[data-testid=tool-card][data-status=completed]');
  });

  it('edits a file as scripted when the edit is accepted', async () => {
    const path = makeFile(`${id}-accepted.txt`, original);
    await newSession();
    await askEdit(`${id}-accepted.txt`);
    await answerPermission('allow_once');
    if (traits.edits === 'review') {
      assert.equal(readFileSync(path, 'utf8'), original);
      await decideReview('accept');
    }
    await untilAnswered(/The tool said/);
    await untilDone();
    assert.equal(readFileSync(path, 'utf8'), edited);
    assert.equal(reviewTabs().length, 0);
    await ui.page.screenshot(`${id} edit accepted`);
  });

  if (traits.seesUnsaved) {
    it('edits what the editor holds unsaved', async () => {
      const path = makeFile(`${id}-unsaved.txt`, 'on disk\n');
      const document = await vscode.workspace.openTextDocument(path);
      const edit = new vscode.WorkspaceEdit();
      edit.replace(document.uri, new vscode.Range(0, 0, 1, 0), original);
      assert.ok(await vscode.workspace.applyEdit(edit));
      await newSession();
      await askEdit(`${id}-unsaved.txt`);
      await answerPermission('allow_once');
      await decideReview('accept');
      await untilAnswered(/The tool said/);
      await untilDone();
      assert.equal(readFileSync(path, 'utf8'), edited);
      assert.equal(document.isDirty, false);
    });
  }

  it('leaves a file alone when the edit is rejected, and goes on', async () => {
    const path = makeFile(`${id}-rejected.txt`, original);
    await newSession();
    await askEdit(`${id}-rejected.txt`);
    if (traits.edits === 'review') {
      await answerPermission('allow_once');
      await decideReview('reject');
    } else {
      await answerPermission('reject_once');
    }
    await untilItGoesOn();
    assert.equal(readFileSync(path, 'utf8'), original);
    assert.equal(reviewTabs().length, 0);
    await ui.page.screenshot(`${id} edit rejected`);
  });

  it('runs a command that is allowed, and shows its output', async () => {
    const path = inWorkspace(`${id}-allowed.txt`);
    await newSession();
    await askCommand(printingCommand(path));
    await answerPermission('allow_once');
    await untilAnswered(/The tool said/);
    await untilDone();
    assert.match(readFileSync(path, 'utf8'), printed);
    assert.match(await ui.webview.text('[data-testid=tool-card]'), printed);
    await ui.page.screenshot(`${id} command`);
  });

  it('does not run a command that is denied, and goes on', async () => {
    const path = inWorkspace(`${id}-denied.txt`);
    await newSession();
    await askCommand(printingCommand(path));
    await answerPermission('reject_once');
    await untilItGoesOn();
    assert.equal(existsSync(path), false);
    await ui.page.screenshot(`${id} command denied`);
  });

  it('stops in mid-stream, and answers the next prompt', async () => {
    await newSession();
    await say(prompt({ steps: 'slow', chunks: 600, delay: 50 }));
    await untilAnswered(/piece 3\b/);
    await ui.webview.click('[data-testid=stop]');
    await ui.webview.waitFor('[data-testid=stop-reason][data-reason=cancelled]');
    assert.doesNotMatch(await untilDone(), /piece 600/);
    await untilPromptIsAnswered();
  });

  it('is gone with its running command when it is stopped', async () => {
    await newSession();
    const family = await runEndlessCommand(`${id}-stopped.txt`);
    await stopAgent();
    await untilNothingIsLeft(family, mark);
    await ui.page.screenshot(`${id} stopped`);
  });

  it('starts again after a stop', async () => {
    await restartAgent();
    await untilPromptIsAnswered();
  });

  // Elsewhere a command in a process group of its own cannot be found once the agent is dead.
  const itOnLinux = process.platform === 'linux' ? it : it.skip;
  itOnLinux('is gone with its running command when it dies', async () => {
    const family = await runEndlessCommand(`${id}-died.txt`);
    const agent = family.find(({ parent }) => parent === process.pid);
    assert.ok(agent, 'the agent is no child of the extension host');
    process.kill(agent.pid, 'SIGKILL');
    await untilState('failed');
    await ui.webview.waitFor('[data-testid=error-card]');
    await untilNothingIsLeft(family, mark);
  });

  it('starts once more, and is gone when it is stopped in peace', async () => {
    if ((await ui.webview.count('[data-testid=restart]')) > 0) await restartAgent();
    await untilPromptIsAnswered();
    const family = familyOf(mark);
    await stopAgent();
    await untilNothingIsLeft(family, mark);
  });
}

const agents = agentsUnderTest();

before(() => configureAgents(Object.fromEntries(agents.map(({ id, setting }) => [id, setting]))));

for (const agent of agents) {
  describe(agent.name, () => {
    const { problem } = agent;
    if (problem === undefined) describeAgent(agent);
    else
      it('can be installed from npm', () => {
        assert.fail(problem);
      });
  });
}

import * as assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
  reviewTabs,
  say,
  untilAnswered,
  untilDone,
  untilState,
} from './chat';
import { familyOf } from './family';

const original = 'alpha\nbeta\ngamma\n';
/** The scripted edit of modelServer/tools.mjs. */
const edited = 'alpha\nBETA\ngamma\n';

function workspaceFolder(): string {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(folder, 'no folder is open');
  return folder.uri.fsPath;
}

function inWorkspace(name: string): string {
  return join(workspaceFolder(), name);
}

/** A file that no other test knows. */
function makeFile(name: string, content: string): string {
  const path = inWorkspace(name);
  writeFileSync(path, content);
  return path;
}

function script(parts: Readonly<Record<string, string | number>>, more = ''): string {
  const pairs = Object.entries({ ...parts, dir: workspaceFolder() }).map(([k, v]) => `${k}=${v}`);
  return `Please. [[script ${[...pairs, more].join(' ').trim()}]]`;
}

/** A command whose output is not part of itself, and which no agent takes for harmless. */
function command(file: string): string {
  return `seq_-s-_7_9_|_tee_${file}`;
}

function describeAgent(agent: AgentUnderTest): void {
  const { id, traits, mark } = agent;

  async function askEdit(file: string): Promise<void> {
    await say(script({ steps: 'edit,report', file }));
  }

  async function untilNothingIsLeft(known: ReturnType<typeof familyOf>): Promise<void> {
    await eventually(
      () => {
        const marked = familyOf(mark);
        const left = known.filter(({ pid, command: line }) => isRunning(pid, line));
        const all = [...marked, ...left].map(({ pid, command: line }) => `${String(pid)} ${line}`);
        if (all.length > 0) throw new Error(`left behind: ${all.join('\n')}`);
        return true;
      },
      { deadline: 5000, what: 'the end of every process of the agent' },
    );
  }

  before(async () => {
    try {
      await chooseAgent(agent.name);
    } catch (error) {
      await ui.page.screenshot(`${id} does not start`);
      throw error;
    }
  });

  it('runs with the environment of the settings', () => {
    assert.ok(familyOf(mark).length > 0, 'no process carries the mark');
  });

  it('reads a file', async () => {
    makeFile(`${id}-read.txt`, 'the words in the file\n');
    await newSession();
    await say(script({ steps: 'read,report', file: `${id}-read.txt` }));
    await untilAnswered(/The tool said.*the words in the file/s);
    await untilDone();
    await ui.webview.waitFor('[data-testid=tool-card][data-status=completed]');
  });

  it('edits a file as scripted when the edit is accepted', async () => {
    const path = makeFile(`${id}-accept.txt`, original);
    await newSession();
    await askEdit(`${id}-accept.txt`);
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
    const path = makeFile(`${id}-reject.txt`, original);
    await newSession();
    await askEdit(`${id}-reject.txt`);
    if (traits.edits === 'review') {
      await answerPermission('allow_once');
      await decideReview('reject');
    } else {
      await answerPermission('reject_once');
    }
    await untilGoesOn();
    assert.equal(readFileSync(path, 'utf8'), original);
    assert.equal(reviewTabs().length, 0);
    await ui.page.screenshot(`${id} edit rejected`);
  });

  it('runs a command that is allowed, and shows its output', async () => {
    const path = inWorkspace(`${id}-allowed.txt`);
    await newSession();
    await say(script({ steps: 'shell,report', cmd: command(path) }, traits.marker));
    await answerPermission('allow_once');
    await untilAnswered(/The tool said.*7-8-9/s);
    await untilDone();
    assert.match(readFileSync(path, 'utf8'), /7-8-9/);
    assert.match(await ui.webview.text('[data-testid=tool-card]'), /7-8-9/);
    await ui.page.screenshot(`${id} command`);
  });

  it('does not run a command that is denied, and goes on', async () => {
    const path = inWorkspace(`${id}-denied.txt`);
    await newSession();
    await say(script({ steps: 'shell,report', cmd: command(path) }, traits.marker));
    await answerPermission('reject_once');
    await untilGoesOn();
    assert.equal(existsSync(path), false);
    await ui.page.screenshot(`${id} command denied`);
  });

  /** After a refusal the model is told, or the turn ends; either way nothing is claimed, and a prompt is answered. */
  async function untilGoesOn(): Promise<void> {
    if (traits.afterDenial === 'reports') {
      await untilAnswered(/The tool said.*(error|reject|den(y|ied)|not allow|cancel|doesn't want)/is);
    }
    const said = await untilDone();
    assert.doesNotMatch(said, /All done/);
    if (traits.afterDenial === 'stops') assert.doesNotMatch(said, /The tool said/);
    await say(script({ steps: 'text' }));
    await untilAnswered(/Hello from the script/);
    await untilDone();
  }

  it('stops in mid-stream, and answers the next prompt', async () => {
    await newSession();
    await say(script({ steps: 'slow', chunks: 600, delay: 50 }));
    await untilAnswered(/piece 3\b/);
    await ui.webview.click('[data-testid=stop]');
    await ui.webview.waitFor('[data-testid=stop-reason][data-reason=cancelled]');
    const said = await untilDone();
    assert.doesNotMatch(said, /piece 600/);
    await say(script({ steps: 'text' }));
    await untilAnswered(/Hello from the script/);
    await untilDone();
  });

  it('is gone with its running command when it is stopped', async () => {
    const path = inWorkspace(`${id}-running.txt`);
    await newSession();
    await say(script({ steps: 'shell', cmd: `tail_-f_/dev/null_|_tee_${path}` }, traits.marker));
    await answerPermission('allow_once');
    await eventually(() => familyOf(mark).some(({ command: line }) => line === `tee ${path}`), {
      what: 'the command to run',
    });
    const family = familyOf(mark);
    await vscode.commands.executeCommand('acpWorkbench.stopAgent');
    await untilState('stopped');
    await untilNothingIsLeft(family);
    await ui.page.screenshot(`${id} stopped`);
  });

  it('starts again after a stop', async () => {
    await ui.webview.click('[data-testid=restart]');
    await untilState('ready');
    await say(script({ steps: 'text' }));
    await untilAnswered(/Hello from the script/);
    await untilDone();
    const family = familyOf(mark);
    await vscode.commands.executeCommand('acpWorkbench.stopAgent');
    await untilState('stopped');
    await untilNothingIsLeft(family);
  });
}

/** Whether that very process is still there: a number may be given to another one. */
function isRunning(pid: number, line: string): boolean {
  try {
    process.kill(pid, 0);
    return (
      readFileSync(`/proc/${String(pid)}/cmdline`, 'latin1')
        .replaceAll('\0', ' ')
        .trim() === line
    );
  } catch {
    return false;
  }
}

const agents = agentsUnderTest();

before(() => configureAgents(agents.flatMap(({ setting }) => setting ?? [])));

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

import { existsSync, mkdtempSync, readFileSync, realpathSync } from 'node:fs';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { agentsView } from './agentsRows';
import { chat, notices } from './driver';
import { fakeAgent, nodeProgram } from './fakeAgent';

/** As the person's settings: undefined puts the default back. */
export async function configure(name: string, value: unknown): Promise<void> {
  await vscode.workspace
    .getConfiguration('acpWorkbench')
    .update(name, value, vscode.ConfigurationTarget.Global);
}

export function configured(name: string): unknown {
  return vscode.workspace.getConfiguration('acpWorkbench').inspect(name)?.globalValue;
}

function setVariable(name: string, value: string | undefined): void {
  if (value === undefined) Reflect.deleteProperty(process.env, name);
  else process.env[name] = value;
}

const PLACES = ['PATH', 'HOME', 'XDG_CONFIG_HOME', 'NVM_DIR', 'FNM_DIR', 'PNPM_HOME', 'NPM_CONFIG_PREFIX'];
const SETTINGS = [
  'agents',
  'defaultAgent',
  'registry.url',
  'registry.mode',
  'detection.loginShell',
  'detection.programs',
];

/** What agents are looked for on: programs, a home folder and nothing else that the real computer has. */
export class OwnComputer {
  private readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'acp-own-computer-')));
  private readonly before = new Map<string, string | undefined>();
  private readonly started = new Set<string>();
  readonly bin = join(this.folder, 'bin');
  readonly home = join(this.folder, 'home');
  /** What the fake programs wrote down. */
  readonly log = join(this.folder, 'log');

  async enter(): Promise<void> {
    for (const name of PLACES) {
      this.before.set(name, process.env[name]);
      setVariable(name, undefined);
    }
    await mkdir(this.home);
    await this.put(join(this.bin, 'node'), nodeProgram());
    this.searchFirst();
    process.env['HOME'] = this.home;
    await configure('detection.loginShell', false);
    await configure('registry.mode', 'off');
    await this.lookAgain();
  }

  async leave(): Promise<void> {
    for (const id of this.started) await vscode.commands.executeCommand('acpWorkbench.stopAgent', id);
    for (const [name, value] of this.before) setVariable(name, value);
    for (const name of SETTINGS) await configure(name, undefined);
    await notices.clear();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await agentsView.close();
    await this.lookAgain();
    await vscode.commands.executeCommand('acpWorkbench.selectAgent', 'demo');
    await chat.idle();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** `text`: an agent unless given. */
  async addProgram(name: string, text = fakeAgent(name, this.log)): Promise<string> {
    return this.put(join(this.bin, name), text);
  }

  /** These directories are searched first. */
  searchFirst(...directories: readonly string[]): void {
    process.env['PATH'] = [...directories, this.bin, '/usr/bin', '/bin'].join(':');
  }

  async removeProgram(name: string): Promise<void> {
    await rm(join(this.bin, name), { force: true });
  }

  async put(path: string, text: string): Promise<string> {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    await chmod(path, 0o755);
    return path;
  }

  /** To be stopped in the end. */
  uses(...ids: readonly string[]): void {
    for (const id of ids) this.started.add(id);
  }

  notes(): readonly string[] {
    if (!existsSync(this.log)) return [];
    return readFileSync(this.log, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  }

  async lookAgain(): Promise<void> {
    await vscode.commands.executeCommand('acpWorkbench.refreshAgents');
  }
}

/** For the tests of one suite. */
export function useOwnComputer(): OwnComputer {
  const computer = new OwnComputer();
  before(async () => {
    await computer.enter();
    await chat.open();
  });
  after(() => computer.leave());
  return computer;
}

import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { pick } from './agentsRows';
import { fakeAgent } from './fakeAgent';
import { download, sha256, tarGz, type FakeRegistry } from './fakeRegistry';
import type { OwnComputer } from './ownComputer';
import { eventually } from './wait';

export const TOOL = { id: 'some-tool', name: 'Some Tool' } as const;

/** Makes the registry list this version of the tool: an archive with one program. */
export function listTool(registry: FakeRegistry, version: string, computer: OwnComputer): void {
  const content = fakeAgent(`tool-${version}`, computer.log);
  const archive = tarGz({ name: 'agent', content, mode: 0o755 });
  const url = registry.server.serve(`/some-tool-${version}.tar.gz`, archive);
  registry.list(download({ ...TOOL, version }, url, sha256(archive)));
}

/** Finds it in the registry and says yes to the question. */
export async function installTool(): Promise<void> {
  await askForTool();
  await pick.choose('Install');
  await pick.closed();
}

/** Resolves when the question is there. */
export async function askForTool(): Promise<void> {
  void vscode.commands.executeCommand('acpWorkbench.installAgent');
  await pick.waitFor('Which agent do you want to install?');
  await pick.lists(TOOL.name);
  await pick.choose(TOOL.name);
  await pick.waitFor('Install Some Tool?');
}

export async function uninstallTool(): Promise<void> {
  const done = vscode.commands.executeCommand('acpWorkbench.uninstallAgent', TOOL.id);
  await pick.waitFor('Uninstall Some Tool?');
  await pick.choose('Uninstall');
  await done;
}

/** Text of the page that tells why an agent is, or is not, there. */
export async function explained(id: string, wanted = ''): Promise<string> {
  await vscode.commands.executeCommand('acpWorkbench.explainAgent', id);
  return explainedPage(id, wanted);
}

/** The page that is open, once it has the text. */
export function explainedPage(id: string, wanted = ''): Promise<string> {
  const text = (): string => {
    const document = vscode.window.activeTextEditor?.document;
    return document?.uri.query === id ? document.getText() : '';
  };
  return eventually(() => text().includes(wanted) && text(), { what: `the page about ${id} with ${wanted}` });
}

/** Where the extension keeps what it installs; asked while the tool is installed. */
export async function storageFolder(): Promise<string> {
  const page = await explained(TOOL.id, 'Started as');
  await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  const [, program = ''] = /Started as\n +(\S+)/.exec(page) ?? [];
  // <folder>/<id>/<version>/files/agent
  return dirname(dirname(dirname(dirname(program))));
}

/** Everything in the folder, as paths below it. */
export function contents(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(name))
    .sort();
}

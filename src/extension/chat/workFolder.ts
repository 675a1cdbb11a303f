import { CancellationTokenSource, window, workspace, type Memento, type Uri } from 'vscode';
import { mkdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { folderNotOnDisk, untrustedWorkspace } from '../../acp/errors/start';
import type { AgentOffer } from '../agents/directory';
import { text } from '../text';
import { firstFolder, rootsOf, seenFrom, type Root, type WorkFolder } from './roots';

const KEY = 'folders';

type Agent = Pick<AgentOffer, 'id' | 'name'>;

/** The folders that agents work in, and which of several the person has chosen for whom. */
export class WorkFolders {
  /** Ids of agents whose question was closed. */
  private readonly declined = new Set<string>();

  /** @param scratch where an agent works when no folder is open: never the root or the home of the person */
  constructor(
    private readonly state: Memento,
    private readonly scratch: Uri,
  ) {}

  /** @throws AgentError in an untrusted workspace, or when the folder is not on disk */
  async of(agentId: string): Promise<WorkFolder> {
    if (!workspace.isTrusted) throw untrustedWorkspace();
    const open = workspace.workspaceFolders ?? [];
    const editor = window.activeTextEditor;
    const active = editor === undefined ? undefined : workspace.getWorkspaceFolder(editor.document.uri);
    const chosen = this.chosen[agentId];
    const folder = firstFolder(open.flatMap(onDisk), chosen, active?.uri.fsPath);
    const wanted = active ?? open[0];
    if (wanted !== undefined && wanted.uri.scheme !== 'file' && folder?.chosen !== true)
      throw folderNotOnDisk(wanted.uri.scheme);
    if (folder !== undefined) return folder;
    const path = this.scratch.fsPath;
    await mkdir(path, { recursive: true });
    return { name: basename(path), path, scratch: true, others: [], chosen: false };
  }

  /** Asks unless the person has left the question open before, in this window: then it is the usual folder. */
  async pickOnce(agent: Agent, folder: WorkFolder, signal: AbortSignal): Promise<WorkFolder | undefined> {
    if (this.declined.has(agent.id)) return undefined;
    const picked = await this.pick(agent, folder, signal);
    if (picked === undefined && !signal.aborted) this.declined.add(agent.id);
    return picked;
  }

  /** Puts the choice to the person, and remembers it for this agent. Undefined when nothing was chosen. */
  async pick({ id, name }: Agent, folder: WorkFolder, signal?: AbortSignal): Promise<WorkFolder | undefined> {
    const cancel = new CancellationTokenSource();
    const end = (): void => {
      cancel.cancel();
    };
    signal?.addEventListener('abort', end, { once: true });
    if (signal?.aborted === true) end();
    try {
      const items = inOrder(folder).map((root) => ({ label: root.name, description: root.path, root }));
      const options = { title: text.whichFolder(name), ignoreFocusOut: true, matchOnDescription: true };
      const picked = await window.showQuickPick(items, options, cancel.token);
      if (picked === undefined) return undefined;
      const { path } = picked.root;
      await this.state.update(KEY, { ...this.chosen, [id]: path });
      return { ...seenFrom(folder, path), chosen: true };
    } finally {
      signal?.removeEventListener('abort', end);
      cancel.dispose();
    }
  }

  private get chosen(): Readonly<Record<string, string>> {
    return this.state.get<Readonly<Record<string, string>>>(KEY) ?? {};
  }
}

function onDisk({ name, uri }: { readonly name: string; readonly uri: Uri }): readonly Root[] {
  return uri.scheme === 'file' ? [{ name, path: uri.fsPath }] : [];
}

/** As the explorer lists them. */
function inOrder(folder: WorkFolder): readonly Root[] {
  const order = (workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
  return [...rootsOf(folder)].sort((a, b) => order.indexOf(a.path) - order.indexOf(b.path));
}

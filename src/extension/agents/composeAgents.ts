import { Uri, window, workspace, type ExtensionContext } from 'vscode';
import { join } from 'node:path';
import { AgentInstalls } from '../../acp/agents/registry/installs';
import type { ProcessLedger } from '../../acp/processLedger';
import { commandLines } from '../../acp/processTable';
import { RegistryStore } from '../../acp/agents/registry/store';
import type { Log } from '../../acp/ports';
import { Disposables } from '../disposables';
import { settings, views } from '../ids';
import { readSettings } from '../settings';
import type { AgentActivity } from './agentLook';
import { AgentManager } from './agentManager';
import { AgentsTree } from './agentsTree';
import { Consent } from './consent';
import { EditorDirectory } from './editorDirectory';
import { ExplainPages } from './explainPages';
import { ExtensionAgents } from './extensionAgents';
import { Machine } from './machine';
import { RegistryAgents } from './registryAgents';
import { UpdateNotice } from './updateNotice';

export interface AgentSystemParts {
  readonly context: ExtensionContext;
  readonly log: Log;
  readonly ledger: ProcessLedger;
  readonly secretsOf: (id: string) => Promise<Readonly<Record<string, string>>>;
  readonly activity: (id: string) => AgentActivity | undefined;
}

export interface AgentSystem {
  readonly owned: Disposables;
  readonly machine: Machine;
  readonly directory: EditorDirectory;
  readonly extensions: ExtensionAgents;
  readonly manager: AgentManager;
  readonly tree: AgentsTree;
  /** Removes what interrupted installations left. Never rejects. */
  sweep(): Promise<void>;
}

/** Everything that finds, installs and lists agents. */
export function composeAgents({ context, log, ledger, secretsOf, activity }: AgentSystemParts): AgentSystem {
  const owned = new Disposables();
  const { globalStorageUri: storage, extensionUri } = context;
  const consent = new Consent(context.globalState);
  const machine = new Machine({ storage, log });
  const extensions = owned.add(new ExtensionAgents());
  const root = Uri.joinPath(storage, 'agents').fsPath;
  const installs = new AgentInstalls({
    root,
    platform: process.platform,
    fetch,
    now: Date.now,
    inUse: (id, version) => runsFrom(join(root, id, version)),
  });
  const store = (): RegistryStore => registryStore(storage, extensionUri);
  const registry = owned.add(new RegistryAgents({ store, installs, runners: () => machine.runners(), log }));
  const directory = owned.add(
    new EditorDirectory({ extensionUri, machine, registry, extensions, secretsOf, consent, log }),
  );
  const tree = owned.add(
    new AgentsTree({ directory, activity, defaultAgent: () => readSettings().defaultAgent }),
  );
  const view = owned.add(window.createTreeView(views.agentList, { treeDataProvider: tree }));
  // The registry is asked when somebody looks at what it offers, not before.
  owned.add(
    view.onDidChangeVisibility(({ visible }) => {
      if (visible) void registry.update();
    }),
  );
  owned.add(new ExplainPages(directory));
  owned.add(new UpdateNotice(registry, context.globalState));
  owned.add(
    workspace.onDidChangeConfiguration((event) => {
      const affected = (...keys: readonly string[]): boolean =>
        keys.some((key) => event.affectsConfiguration(key));
      if (affected(settings.detectPrograms, settings.useLoginShell)) directory.refresh('programs');
      if (affected(settings.agents, settings.defaultAgent, settings.listExtensionAgents))
        directory.refresh('settings');
      if (affected(settings.registryMode, settings.registryUrl)) {
        registry.forget();
        registry.changed();
        if (view.visible) void registry.update();
      }
    }),
  );
  owned.add(
    workspace.onDidChangeWorkspaceFolders(() => {
      directory.rescan(true);
    }),
  );
  // What may be asked depends on it: the login shell, and programs of common names.
  owned.add(
    workspace.onDidGrantWorkspaceTrust(() => {
      directory.refresh('programs');
    }),
  );
  const manager = new AgentManager({
    directory,
    registry,
    isRunning: (id) => isBusy(activity(id)),
    ledger,
    log,
  });
  const sweep = (): Promise<void> => installs.sweep().catch(() => undefined);
  return { owned, machine, directory, extensions, manager, tree, sweep };
}

/** From its start to its end, whether there is a session or not. */
function isBusy(activity: AgentActivity | undefined): boolean {
  return activity !== undefined && activity.state !== 'stopped' && activity.state !== 'failed';
}

/** Whether a program of this folder runs, started by whichever window. */
async function runsFrom(folder: string): Promise<boolean> {
  return (await commandLines()).some((line) => line.includes(folder));
}

function registryStore(storage: Uri, extensionUri: Uri): RegistryStore {
  const snapshot = Uri.joinPath(extensionUri, 'media', 'registry.json');
  return new RegistryStore({
    url: readSettings().registryUrl,
    cacheFile: Uri.joinPath(storage, 'registry.json').fsPath,
    fetch,
    now: Date.now,
    snapshot: async () =>
      JSON.parse(new TextDecoder().decode(await workspace.fs.readFile(snapshot))) as unknown,
  });
}

import { env, ThemeIcon, Uri, window, type QuickInputButton, type QuickPickItem } from 'vscode';
import { filterAgents } from '../../acp/agents/registry/filter';
import type { RegistryAgent } from '../../acp/agents/registry/document';
import { text, translate } from '../text';
import type { AgentDirectory } from './directory';
import type { RegistryAgents } from './registryAgents';
import type { Choice } from '../../acp/agents/registry/choose';

interface RegistryItem extends QuickPickItem {
  readonly id: string;
  readonly website: string | undefined;
}

/** Everything that can be installed, to be searched by name, description and author. @returns the id of the chosen one */
export async function browseRegistry(
  registry: RegistryAgents,
  directory: AgentDirectory,
): Promise<string | undefined> {
  const pick = window.createQuickPick<RegistryItem>();
  pick.title = text.whichInstall();
  pick.placeholder = text.searchRegistry();
  pick.busy = true;
  let agents: readonly RegistryAgent[] = [];
  let choices: ReadonlyMap<string, Choice> = new Map();
  let here = new Set<string>();
  const draw = (): void => {
    // The search is ours, so that it ranks; VS Code would filter the result again.
    pick.items = filterAgents(agents, pick.value).map((agent) =>
      toItem(agent, choices.get(agent.id), here.has(agent.id)),
    );
  };
  const load = async (): Promise<void> => {
    const view = await registry.read();
    agents = [...view.agents.values()];
    choices = view.choices;
    here = new Set((await directory.list()).filter(({ usable }) => usable).map(({ id }) => id));
    draw();
  };
  pick.onDidChangeValue(draw);
  pick.onDidTriggerItemButton(({ item }) => {
    if (item.website !== undefined) void env.openExternal(Uri.parse(item.website, true));
  });
  pick.show();
  void load()
    .then(() => registry.update())
    .then(async (result) => {
      if (result?.error !== undefined)
        pick.title = result.source === 'cache' ? text.registryKept() : text.registryBundled();
      await load();
    })
    .finally(() => {
      pick.busy = false;
    });
  return new Promise((resolve) => {
    pick.onDidAccept(() => {
      resolve(pick.selectedItems[0]?.id);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
  });
}

function toItem(agent: RegistryAgent, choice: Choice | undefined, isHere: boolean): RegistryItem {
  const { id, name, version, description } = agent;
  const website = agent.website ?? agent.repository;
  const button: QuickInputButton = { iconPath: new ThemeIcon('link-external'), tooltip: text.openWebsite() };
  return {
    id,
    website,
    label: name,
    description: isHere ? `${version} · ${text.alreadyHere()}` : version,
    detail: choice?.kind === 'none' ? translate(choice.reason) : description,
    alwaysShow: true,
    buttons: website === undefined ? [] : [button],
  };
}

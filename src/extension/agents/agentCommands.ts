import {
  commands as vscodeCommands,
  ConfigurationTarget,
  ThemeIcon,
  Uri,
  window,
  workspace,
  type QuickPickItem,
} from 'vscode';
import { asObject, asString } from '../../acp/json';
import type { Chat } from '../chat/chat';
import { commands, EXPLAIN_SCHEME, settings, WALKTHROUGH, type CommandName } from '../ids';
import { text } from '../text';
import type { AgentManager } from './agentManager';
import { configureAgent } from './configure';
import type { AgentDirectory, AgentOffer, RefreshScope } from './directory';
import { importAgents } from './importAgents';
import type { AgentSecrets } from './secrets';

export interface AgentCommandParts {
  readonly chat: Chat;
  readonly directory: AgentDirectory;
  readonly manager: AgentManager;
  readonly secrets: AgentSecrets;
  readonly openChat: () => Promise<void>;
}

type Handlers = Readonly<Record<AgentCommandName, (...args: readonly unknown[]) => unknown>>;
type AgentCommandName = Extract<
  CommandName,
  | 'startAgent'
  | 'installAgent'
  | 'updateAgent'
  | 'uninstallAgent'
  | 'chooseVersion'
  | 'setDefaultAgent'
  | 'configureAgent'
  | 'explainAgent'
  | 'refreshAgents'
  | 'importAgents'
  | 'openWalkthrough'
>;

/**
 * Commands about one agent. Each takes the agent as argument, an id or a node of the agents view, and asks when there
 * is none.
 */
export function agentCommandHandlers({
  chat,
  directory,
  manager,
  secrets,
  openChat,
}: AgentCommandParts): Handlers {
  const start = async (offer: AgentOffer): Promise<void> => {
    await openChat();
    await chat.select(offer);
  };
  const choose = async (
    argument: unknown,
    title: string,
    fits: (offer: AgentOffer) => boolean = () => true,
  ): Promise<AgentOffer | undefined> => {
    const id = agentId(argument);
    if (id !== undefined) return directory.find(id);
    return pickOffer((await directory.list()).filter(fits), title);
  };
  return {
    startAgent: async (argument) => {
      const offer = await choose(argument, text.selectAgent());
      if (offer === undefined) return;
      if (offer.usable) return start(offer);
      const installed = await manager.install(offer);
      if (installed !== undefined) await start(installed);
    },
    installAgent: async (argument) => {
      const fits = (offer: AgentOffer): boolean => offer.canInstall && !offer.usable;
      const offer =
        agentId(argument) === undefined
          ? await manager.browse()
          : await choose(argument, text.whichInstall(), fits);
      const installed = offer && (await manager.install(offer));
      if (installed !== undefined) await start(installed);
    },
    updateAgent: async (argument) => {
      const offer = await choose(argument, text.whichUpdate(), ({ update }) => update !== undefined);
      if (offer !== undefined) await manager.update(offer);
    },
    uninstallAgent: async (argument) => {
      const offer = await choose(argument, text.whichUninstall(), isInstalledHere);
      if (offer !== undefined) await manager.uninstall(offer);
    },
    chooseVersion: async (argument) => {
      const offer = await choose(argument, text.whichVersionOf(), isInstalledHere);
      if (offer !== undefined) await manager.chooseVersion(offer);
    },
    setDefaultAgent: async (argument) => {
      const offer = await choose(argument, text.whichDefault(), ({ usable }) => usable);
      if (offer === undefined) return;
      await workspace.getConfiguration().update(settings.defaultAgent, offer.id, ConfigurationTarget.Global);
    },
    configureAgent: async (argument) => {
      const offer = await choose(argument, text.whichConfigure(), ({ id }) => id !== 'demo');
      if (offer !== undefined) await configureAgent(offer.id);
    },
    explainAgent: async (argument) => {
      const offer = await choose(argument, text.whichExplain());
      if (offer === undefined) return;
      const page = Uri.from({ scheme: EXPLAIN_SCHEME, path: `/${offer.name}.txt`, query: offer.id });
      await window.showTextDocument(await workspace.openTextDocument(page), { preview: true });
    },
    refreshAgents: async (scope) => {
      directory.refresh(isScope(scope) ? scope : 'all');
      await directory.list();
    },
    importAgents: () => importAgents(secrets),
    openWalkthrough: () =>
      vscodeCommands.executeCommand('workbench.action.openWalkthrough', WALKTHROUGH, false),
  };
}

/** An id, or what the agents view hands over. */
export function agentId(argument: unknown): string | undefined {
  return asString(argument) ?? asString(asObject(argument)['id']);
}

interface OfferItem extends QuickPickItem {
  readonly offer: AgentOffer;
}

async function pickOffer(offers: readonly AgentOffer[], title: string): Promise<AgentOffer | undefined> {
  if (offers.length === 0) {
    const again = text.lookAgain();
    const answer = await window.showInformationMessage(text.noSuchAgent(), again);
    if (answer === again) await vscodeCommands.executeCommand(commands.refreshAgents);
    return undefined;
  }
  const items = offers.map((offer): OfferItem => ({
    label: offer.name,
    description: offer.version ?? '',
    detail: offer.detail,
    iconPath: new ThemeIcon(offer.usable ? 'hubot' : 'cloud-download'),
    offer,
  }));
  return (await window.showQuickPick(items, { title, matchOnDetail: true }))?.offer;
}

function isInstalledHere({ origins }: AgentOffer): boolean {
  return origins.includes('installed');
}

function isScope(value: unknown): value is RefreshScope {
  return ['all', 'programs', 'registry', 'extensions', 'settings'].includes(String(value));
}

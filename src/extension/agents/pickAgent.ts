import { commands as vscodeCommands, QuickPickItemKind, ThemeIcon, window, type QuickPickItem } from 'vscode';
import { commands, settings } from '../ids';
import { text } from '../text';
import type { AgentDirectory, AgentOffer } from './directory';

interface AgentItem extends QuickPickItem {
  readonly offer?: AgentOffer;
  readonly run?: () => Thenable<unknown>;
}

const runInstall = (): Thenable<unknown> => vscodeCommands.executeCommand(commands.installAgent);
const openAgentSettings = (): Thenable<unknown> =>
  vscodeCommands.executeCommand('workbench.action.openSettings', settings.agents);

/** The picker: agents that can be started first, then what is one step away, then the way to add one. */
export async function pickAgent(
  directory: AgentDirectory,
  current: string | undefined,
): Promise<AgentOffer | undefined> {
  const pick = window.createQuickPick<AgentItem>();
  pick.title = text.selectAgent();
  pick.matchOnDetail = true;
  pick.busy = true;
  pick.show();
  // Something may have been installed since the last look.
  directory.rescan();
  void directory.list().then(
    (offers) => {
      pick.items = agentItems(offers, current);
      pick.busy = false;
    },
    () => {
      pick.busy = false;
    },
  );
  const chosen = await new Promise<AgentItem | undefined>((resolve) => {
    pick.onDidAccept(() => {
      resolve(pick.selectedItems[0]);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
  });
  if (chosen === undefined) return undefined;
  await chosen.run?.();
  return chosen.offer;
}

function agentItems(offers: readonly AgentOffer[], current: string | undefined): readonly AgentItem[] {
  const item = (offer: AgentOffer): AgentItem => ({
    label: offer.name,
    detail: offer.detail,
    iconPath: new ThemeIcon(offer.id === current ? 'check' : offer.usable ? 'hubot' : 'plug'),
    offer,
  });
  return [
    ...offers.filter(({ usable }) => usable).map(item),
    ...offers.filter(({ availability }) => availability === 'needsAdapter').map(item),
    { label: '', kind: QuickPickItemKind.Separator },
    { label: text.moreAgents(), iconPath: new ThemeIcon('cloud-download'), run: runInstall },
    { label: text.addAgent(), iconPath: new ThemeIcon('add'), run: openAgentSettings },
  ];
}

import { ConfigurationTarget, window, workspace, type QuickPickItem } from 'vscode';
import { homedir } from 'node:os';
import type { ForeignAgents } from '../../acp/agents/foreign';
import type { ForeignEntry } from '../../acp/agents/foreignEntries';
import { asObject } from '../../acp/json';
import { settings } from '../ids';
import { text, translate } from '../text';

interface ForeignItem extends QuickPickItem {
  readonly id: string;
  readonly entry: ForeignEntry;
}

/** Agents that the person has set up in another editor, to be copied into the settings here. Nothing is written there. */
export async function importAgents(): Promise<void> {
  const { readForeignAgents } = await import('../../acp/agents/foreign');
  const found = await readForeignAgents({ platform: process.platform, home: homedir(), env: process.env });
  const config = workspace.getConfiguration();
  const own = asObject(config.inspect<unknown>(settings.agents)?.globalValue);
  for (const problem of found.flatMap(({ problems }) => problems)) {
    void window.showWarningMessage(translate(problem));
  }
  const items = found.flatMap((editor) => toItems(editor, own));
  if (items.length === 0) {
    await window.showInformationMessage(text.importNothing());
    return;
  }
  const title = text.importTitle();
  const chosen = await window.showQuickPick(items, { title, canPickMany: true, matchOnDetail: true });
  if (chosen === undefined || chosen.length === 0) return;
  const added = Object.fromEntries(chosen.map(({ id, entry }) => [id, entry]));
  await config.update(settings.agents, { ...own, ...added }, ConfigurationTarget.Global);
  await window.showInformationMessage(text.imported(chosen.length));
}

/** What is here already is not ticked: it would be replaced. */
function toItems({ editor, entries }: ForeignAgents, own: Readonly<Record<string, unknown>>): ForeignItem[] {
  return Object.entries(entries).map(([id, entry]) => {
    const isKnown = Object.hasOwn(own, id);
    return {
      id,
      entry,
      label: entry.name,
      description: isKnown ? `${editor} · ${text.importKnown()}` : editor,
      detail: [entry.command, ...entry.args].join(' '),
      picked: !isKnown,
    };
  });
}

import { ConfigurationTarget, window, workspace, type QuickPickItem } from 'vscode';
import { homedir } from 'node:os';
import { isCredential } from '../../acp/agents/credentials';
import type { ForeignAgents } from '../../acp/agents/foreign';
import type { ForeignEntry } from '../../acp/agents/foreignEntries';
import { asObject } from '../../acp/json';
import { settings } from '../ids';
import { text, translate } from '../text';
import type { AgentSecrets } from './secrets';

interface ForeignItem extends QuickPickItem {
  readonly id: string;
  readonly entry: ForeignEntry;
}

/** Agents that the person has set up in another editor, to be copied into the settings here. Nothing is written there. */
export async function importAgents(secrets: AgentSecrets): Promise<void> {
  const { readForeignAgents } = await import('../../acp/agents/foreign');
  const found = await readForeignAgents({ platform: process.platform, home: homedir(), env: process.env });
  const config = workspace.getConfiguration();
  const own = asObject(config.inspect<unknown>(settings.agents)?.globalValue);
  for (const problem of found.flatMap(({ problems }) => problems)) {
    void window.showWarningMessage(translate(problem));
  }
  const items = withOwnIds(found.flatMap((editor) => toItems(editor, own)));
  if (items.length === 0) {
    await window.showInformationMessage(text.importNothing());
    return;
  }
  const title = text.importTitle();
  const chosen = await window.showQuickPick(items, { title, canPickMany: true, matchOnDetail: true });
  if (chosen === undefined || chosen.length === 0) return;
  const added: Record<string, ForeignEntry> = {};
  for (const { id, entry } of chosen) {
    const { open, keys } = parted(entry.env ?? {});
    // Keys do not belong into settings, which are synced and shown.
    if (Object.keys(keys).length > 0) await secrets.set(id, keys);
    const { env: _, ...rest } = entry;
    added[id] = { ...rest, ...(Object.keys(open).length > 0 ? { env: open } : {}) };
  }
  await config.update(settings.agents, { ...own, ...added }, ConfigurationTarget.Global);
  await window.showInformationMessage(text.imported(chosen.length));
}

/** Both editors may have one of the same name. */
function withOwnIds(items: readonly ForeignItem[]): readonly ForeignItem[] {
  const taken = new Set<string>();
  return items.map((item) => {
    let { id } = item;
    for (let count = 2; taken.has(id); count++) id = `${item.id}-${String(count)}`;
    taken.add(id);
    return { ...item, id };
  });
}

/** A value that stands for a variable of the environment is no key, and null removes one. */
function parted(env: NonNullable<ForeignEntry['env']>): {
  readonly open: NonNullable<ForeignEntry['env']>;
  readonly keys: Readonly<Record<string, string>>;
} {
  const open: Record<string, string | null> = {};
  const keys: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== null && isCredential(name) && !value.includes('${')) keys[name] = value;
    else open[name] = value;
  }
  return { open, keys };
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

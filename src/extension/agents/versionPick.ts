import { window, type QuickPickItem } from 'vscode';
import type { InstalledAgent } from '../../acp/agents/registry/manifest';
import { text } from '../text';

export type WantedVersion = { readonly kind: 'latest' } | { readonly kind: 'pin'; readonly version: string };

interface VersionItem extends QuickPickItem {
  readonly wanted: WantedVersion | 'other';
}

/** @param latest version of the registry, where it lists the agent */
export async function askVersion(
  name: string,
  own: InstalledAgent,
  latest: string | undefined,
): Promise<WantedVersion | undefined> {
  const items: VersionItem[] = [
    ...(latest === undefined
      ? []
      : [{ label: text.versionLatest(latest), wanted: { kind: 'latest' } } satisfies VersionItem]),
    {
      label: text.versionKeep(own.version),
      detail: text.versionKeepDetail(),
      wanted: { kind: 'pin', version: own.version },
    },
    // Of a download only what the registry lists has an address.
    ...(own.kind === 'binary' ? [] : [{ label: text.versionOther(), wanted: 'other' } satisfies VersionItem]),
  ];
  const picked = await window.showQuickPick(items, { title: text.versionTitle(name) });
  if (picked?.wanted !== 'other') return picked?.wanted;
  const version = await window.showInputBox({
    title: text.versionTitle(name),
    prompt: text.versionPrompt(),
    value: own.version,
    validateInput: (value) => (/^\d+(\.[\w-]+)+$/.test(value.trim()) ? undefined : text.versionInvalid()),
  });
  return version === undefined ? undefined : { kind: 'pin', version: version.trim() };
}

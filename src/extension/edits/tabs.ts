import { TabInputText, TabInputTextDiff, window, type Tab, type Uri } from 'vscode';

/** The tab that shows `uri`, alone or as the right side of a diff. */
export function diffTabOf(uri: Uri): Tab | undefined {
  return tabsOf(uri)[0];
}

export async function closeDiffTabs(uri: Uri): Promise<void> {
  const tabs = tabsOf(uri);
  if (tabs.length > 0) await window.tabGroups.close(tabs, true);
}

function tabsOf(uri: Uri): readonly Tab[] {
  const key = uri.toString();
  return window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ input }) => {
      if (input instanceof TabInputTextDiff) return input.modified.toString() === key;
      return input instanceof TabInputText && input.uri.toString() === key;
    });
}

import { TabInputText, TabInputTextDiff, window, type Tab, type Uri } from 'vscode';
import { REVIEW_SCHEME } from '../ids';

/** The tab that shows `uri`, alone or as the right side of a diff. */
export function diffTabOf(uri: Uri): Tab | undefined {
  return tabsOf(uri)[0];
}

export async function closeDiffTabs(uri: Uri): Promise<void> {
  const tabs = tabsOf(uri);
  if (tabs.length > 0) await window.tabGroups.close(tabs, true);
}

/**
 * Closes what an earlier window left open: its reviews are over. A tab with unsaved typing stays, because closing it
 * would lose that or ask.
 */
export async function closeLeftoverReviews(): Promise<void> {
  const leftovers = allTabs().filter(({ input, isDirty }) => {
    const uris =
      input instanceof TabInputTextDiff
        ? [input.original, input.modified]
        : input instanceof TabInputText
          ? [input.uri]
          : [];
    return !isDirty && uris.some(({ scheme }) => scheme === REVIEW_SCHEME);
  });
  if (leftovers.length > 0) await window.tabGroups.close(leftovers, true);
}

function tabsOf(uri: Uri): readonly Tab[] {
  const key = uri.toString();
  return allTabs().filter(({ input }) => {
    if (input instanceof TabInputTextDiff) return input.modified.toString() === key;
    return input instanceof TabInputText && input.uri.toString() === key;
  });
}

function allTabs(): readonly Tab[] {
  return window.tabGroups.all.flatMap(({ tabs }) => tabs);
}

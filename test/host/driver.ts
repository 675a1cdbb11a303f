import * as assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile, writeFile, rm, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { ui } from './ui';
import { eventually } from './wait';

export const REVIEW_SCHEME = 'acp-review';

export function byTestId(id: string): string {
  return `[data-testid=${id}]`;
}

/** Absolute path in the workspace under test. */
export function inWorkspace(...names: readonly string[]): string {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  assert.ok(folder !== undefined, 'the tests need a workspace folder');
  return join(folder, ...names);
}

export async function putFile(name: string, content: string | Uint8Array): Promise<string> {
  const path = inWorkspace(name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  return path;
}

export async function onDisk(path: string): Promise<string> {
  return readFile(path, 'utf8');
}

export async function removeFile(path: string): Promise<void> {
  await rm(path, { force: true, recursive: true });
}

/** What a person does with the chat. */
export const chat = {
  async open(): Promise<void> {
    await vscode.commands.executeCommand('acpWorkbench.openChat');
    await ui.webview.waitFor(byTestId('composer'));
  },

  /** An empty conversation with a running demo agent. */
  async fresh(): Promise<void> {
    await chat.open();
    await eventually(async () => (await chat.state()) !== 'starting', { what: 'the agent has started' });
    await vscode.commands.executeCommand('acpWorkbench.newSession');
    await chat.idle();
    await eventually(async () => (await ui.webview.count(byTestId('entry'))) === 0, {
      what: 'an empty transcript',
    });
  },

  state(): Promise<string | null> {
    return ui.webview.attr(byTestId('agent-state'), 'data-state');
  },

  async idle(): Promise<void> {
    await eventually(async () => (await chat.state()) === 'ready', {
      what: 'the agent is ready',
      deadline: 30_000,
    });
  },

  /** Types into the composer and presses Enter. */
  async send(text: string): Promise<void> {
    await ui.webview.fill(byTestId('composer'), text);
    await ui.webview.pressOn(byTestId('composer'), 'Enter');
    await eventually(async () => (await ui.webview.value(byTestId('composer'))) === '', {
      what: 'an empty composer',
    });
  },

  /** Sends a prompt and waits for the end of its turn. */
  async turn(text: string): Promise<void> {
    await chat.send(text);
    await ui.webview.waitFor(`${byTestId('entry')}[data-kind=user]:has-text(${JSON.stringify(text)})`);
    await chat.idle();
  },

  transcript(): Promise<string> {
    return ui.webview.text(byTestId('transcript'));
  },

  async says(wanted: RegExp): Promise<void> {
    await eventually(async () => wanted.test(await chat.transcript()), {
      what: `${String(wanted)} in the transcript`,
    });
  },
};

/** Takes the first row of the quick pick that is open, as a person does: arrow key, then Enter. */
export async function takeFirstRow(): Promise<void> {
  await ui.page.waitFor('.quick-input-widget:visible .quick-input-list-row');
  await eventually(
    async () => {
      if ((await ui.page.count('.quick-input-widget:visible .monaco-list-row.focused')) > 0) return true;
      await ui.page.press('ArrowDown');
      return false;
    },
    { what: 'a row of the pick is active' },
  );
  await ui.page.press('Enter');
}

/** Takes the agents of a test out of the settings, and shows the demo agent again. */
export async function forgetAgents(): Promise<void> {
  await vscode.workspace
    .getConfiguration()
    .update('acpWorkbench.agents', undefined, vscode.ConfigurationTarget.Global);
  await vscode.commands.executeCommand('acpWorkbench.selectAgent', 'demo');
}

/** Closes the pick or question that is open: again, since a key that comes before it has the focus goes nowhere. */
export async function escapePick(): Promise<void> {
  const box = '.quick-input-widget:visible .quick-input-box input';
  await eventually(
    async () => {
      if (!(await ui.page.visible(box))) return true;
      await ui.page.pressOn(box, 'Escape').catch(() => undefined);
      return false;
    },
    { what: 'the question is closed' },
  );
}

/** Notifications: a window that runs tests shows no toasts, so they are looked up in the list. */
export const notices = {
  /** Leaves the list open. @returns what finds it there */
  async show(text: string): Promise<string> {
    await showNotice(text);
    return noticeWith(text);
  },

  async waitFor(text: string): Promise<void> {
    await showNotice(text);
    await vscode.commands.executeCommand('notifications.hideList');
  },

  async press(text: string, button: string): Promise<void> {
    await showNotice(text);
    await ui.page.click(`${noticeWith(text)} .monaco-button:has-text(${JSON.stringify(button)})`);
  },

  async clear(): Promise<void> {
    await vscode.commands.executeCommand('notifications.clearAll');
  },
};

async function showNotice(text: string): Promise<void> {
  await eventually(
    async () => {
      await vscode.commands.executeCommand('notifications.showList');
      return (await ui.page.count(noticeWith(text))) > 0;
    },
    { what: `a notification with ${text}` },
  );
}

function noticeWith(text: string): string {
  return `.notifications-center .notification-list-item:has-text(${JSON.stringify(text)})`;
}

/** Open diff tabs of edits that wait for a decision. */
export function reviewTabs(): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(
      ({ input }) => input instanceof vscode.TabInputTextDiff && input.modified.scheme === REVIEW_SCHEME,
    );
}

export async function reviewTab(): Promise<vscode.Tab> {
  return eventually(() => reviewTabs()[0], { what: 'a review tab' });
}

export async function noReviewTab(): Promise<void> {
  await eventually(() => reviewTabs().length === 0, { what: 'the review tab is closed' });
}

export function proposalUri(tab: vscode.Tab): vscode.Uri {
  const { input } = tab;
  assert.ok(input instanceof vscode.TabInputTextDiff);
  return input.modified;
}

export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

function processTable(): readonly ProcessRow[] {
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
    .split('\n')
    .flatMap((line) => {
      const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
      return pid !== undefined && parent !== undefined && command !== undefined
        ? [{ pid: Number(pid), parent: Number(parent), command }]
        : [];
    });
}

/** Processes that this extension host started, at any depth, whose command line has the text. */
export function children(text: string): readonly ProcessRow[] {
  const rows = processTable();
  const family = new Set([process.pid]);
  for (let grew = true; grew;) {
    const found = rows.filter(({ pid, parent }) => family.has(parent) && !family.has(pid));
    for (const { pid } of found) family.add(pid);
    grew = found.length > 0;
  }
  return rows.filter(({ pid, command }) => family.has(pid) && command.includes(text));
}

/** Processes anywhere on the machine whose command line has the text: it must be one of a kind. */
export function anywhere(text: string): readonly ProcessRow[] {
  return processTable().filter(({ command }) => command.includes(text));
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

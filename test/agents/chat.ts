// The chat as a person uses it: everything goes through what is on the screen.
import * as vscode from 'vscode';
import { ui } from '../host/ui';
import { eventually } from '../host/wait';

const composer = '[data-testid=composer]';
const agentState = '[data-testid=agent-state]';
const said = (kind: 'user' | 'agent'): string => `[data-testid=entry][data-kind=${kind}]`;
const openPermission = '[data-testid=tool-card] .permission[data-state=open]';

/** Milliseconds for what an agent does on a slow machine. */
const deadline = 60_000;

export type AgentState = 'stopped' | 'ready' | 'working' | 'waiting' | 'failed';
export type Answer = 'allow_once' | 'reject_once';

/** What a person writes into the settings. */
export async function configureAgents(entries: Readonly<Record<string, object | undefined>>): Promise<void> {
  await vscode.workspace
    .getConfiguration()
    .update('acpWorkbench.agents', entries, vscode.ConfigurationTarget.Global);
}

/** Chooses an agent in the picker; it is started and ready afterwards. */
export async function chooseAgent(name: string): Promise<void> {
  const chosen = vscode.commands.executeCommand('acpWorkbench.selectAgent');
  await ui.page.click(`.quick-input-list .monaco-list-row:has-text("${name}")`, { timeout: deadline });
  await chosen;
  await eventually(async () => (await ui.webview.text('[data-testid=agent-button]')).includes(name), {
    what: `${name} in the header`,
  });
  await untilState('ready');
}

interface Page {
  readonly document: { querySelector(selector: string): { id: string } | null };
}

/** An empty conversation with the same agent, drawn: what is typed earlier belongs to the one before. */
export async function newSession(): Promise<void> {
  await ui.webview.evaluate((selector) => {
    const drawn = (globalThis as unknown as Page).document.querySelector(selector);
    if (drawn !== null) drawn.id = 'before';
  }, '[data-testid=transcript]');
  await vscode.commands.executeCommand('acpWorkbench.newSession');
  await ui.webview.waitFor('#before', { state: 'detached' });
  await untilState('ready');
}

/** With the button in the header, and with what the settings say now. */
export async function restartAgent(): Promise<void> {
  const goOn = '[data-testid=error-card] [data-action=goOn]';
  const before = await ui.webview.count(goOn);
  await ui.webview.click('[data-testid=restart]');
  // An agent that was killed may have lost its session: then the person is asked, and goes on in a new one.
  const asked = async (): Promise<boolean> => (await ui.webview.count(goOn)) > before;
  const started = async (): Promise<boolean> =>
    (await ui.webview.attr('[data-testid=agent-state]', 'data-state')) === 'ready';
  await eventually(async () => (await asked()) || (await started()), {
    deadline: 60_000,
    what: 'the agent, or the question what to do without its session',
  });
  if (await asked()) await ui.webview.click(`${goOn} >> nth=-1`);
  await untilState('ready');
}

export async function stopAgent(): Promise<void> {
  await vscode.commands.executeCommand('acpWorkbench.stopAgent');
  await untilState('stopped');
}

export async function untilState(wanted: AgentState): Promise<void> {
  await eventually(
    async () => {
      const state = await ui.webview.attr(agentState, 'data-state');
      if (state !== wanted && state === 'failed') {
        throw new Error(`it failed: ${(await ui.webview.texts('[data-testid=error-card]')).join('\n')}`);
      }
      return state === wanted;
    },
    { deadline, what: `the state ${wanted}` },
  );
}

/** Types a prompt and presses Enter; resolves when the prompt is in the transcript. */
export async function say(prompt: string): Promise<void> {
  const before = await ui.webview.count(said('user'));
  await ui.webview.fill(composer, prompt);
  await ui.webview.pressOn(composer, 'Enter');
  await eventually(async () => (await ui.webview.count(said('user'))) === before + 1, {
    what: 'the prompt in the transcript',
  });
  await eventually(async () => (await ui.webview.value(composer)) === '', { what: 'an empty composer' });
}

/** All that the agent has said in this conversation. */
export async function answers(): Promise<string> {
  return (await ui.webview.texts(said('agent'))).join('\n');
}

export async function untilAnswered(pattern: RegExp): Promise<string> {
  return eventually(
    async () => {
      const text = await answers();
      if (!pattern.test(text)) throw new Error(`the agent said: ${text}`);
      return text;
    },
    { deadline, what: `an answer that matches ${String(pattern)}` },
  );
}

/** The end of a turn, and all that the agent has said until then. */
export async function untilDone(): Promise<string> {
  await untilState('ready');
  return answers();
}

/** Clicks an answer in the card of the tool call that asks. */
export async function answerPermission(answer: Answer): Promise<void> {
  const button = `${openPermission} [data-testid=permission-option][data-kind=${answer}]`;
  await ui.webview.waitFor(button, { timeout: deadline });
  const answered = await ui.webview.count('[data-testid=permission-outcome]');
  await ui.webview.click(button);
  await eventually(
    async () => (await ui.webview.count('[data-testid=permission-outcome]')) === answered + 1,
    { what: 'the outcome in the card' },
  );
}

/** Tabs that show an edit under review. */
export function reviewTabs(): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(
      ({ input }) => input instanceof vscode.TabInputTextDiff && input.modified.scheme === 'acp-review',
    );
}

/** Waits for the diff, decides in the card, and sees the diff close. */
export async function decideReview(decision: 'accept' | 'reject'): Promise<void> {
  await eventually(() => reviewTabs().length === 1, { deadline, what: 'the diff of the edit' });
  await ui.webview.click(`[data-testid=review-${decision}]`);
  await eventually(() => reviewTabs().length === 0, { what: 'the diff to close' });
}

import * as vscode from 'vscode';
import { ui } from './ui';
import { eventually } from './wait';

const header = '.pane-header[aria-label*="Agents"]';
const pane = `.pane:has(> ${header})`;

/** The agents view, as a person sees it. */
export const agentsView = {
  pane,

  async open(): Promise<void> {
    await vscode.commands.executeCommand('acpWorkbench.agentList.focus');
    await ui.page.waitFor(`${header}[aria-expanded=true]`);
  },

  async close(): Promise<void> {
    if ((await ui.page.count(`${header}[aria-expanded=true]`)) > 0) await ui.page.click(`${header} .title`);
  },

  /** Text of the welcome; empty when the view lists agents. */
  async welcome(): Promise<string> {
    return (await ui.page.texts(`${pane} .welcome-view:visible`)).join('\n');
  },

  names(): Promise<string[]> {
    return ui.page.texts(`${pane} .monaco-list-row .label-name`);
  },
};

/** Of the agent with this name, or of the group of agents to be installed. */
export function row(name: string): string {
  return `${pane} .monaco-list-row:has(.monaco-icon-label[aria-label=${JSON.stringify(name)}])`;
}

export async function rowSays(name: string, wanted: RegExp): Promise<void> {
  let last = '';
  await eventually(
    async () => {
      last = (await ui.page.texts(`${row(name)} .label-description`)).join();
      return (await ui.page.count(row(name))) === 1 && wanted.test(last);
    },
    { what: `the row ${name} to say ${String(wanted)}`, deadline: 20_000 },
  ).catch((error: unknown) => {
    throw new Error(`${String(error)}; it says “${last}”`, { cause: error });
  });
}

export async function noRow(name: string): Promise<void> {
  await eventually(async () => (await ui.page.count(row(name))) === 0, { what: `no row ${name}` });
}

/** A button of the row, which shows while the mouse is over it. */
export async function pressInRow(name: string, button: string): Promise<void> {
  await ui.page.hover(row(name));
  await ui.page.click(`${row(name)} .action-label[aria-label^=${JSON.stringify(button)}]`);
}

/** An entry of its context menu. A menu takes no mouse button right after it has opened, the keyboard it takes. */
export async function chooseInRow(name: string, entry: string): Promise<void> {
  await ui.page.click(row(name), { button: 'right' });
  await ui.page.hover(`.monaco-menu .action-label:has-text(${JSON.stringify(entry)}) >> nth=0`);
  await ui.page.press('Enter');
}

const widget = '.quick-input-widget:visible';

/** The quick pick that is open. */
export const pick = {
  row: (text: string) => `${widget} .quick-input-list-row:has-text(${JSON.stringify(text)})`,

  async waitFor(title: string): Promise<void> {
    await ui.page.waitFor(`${widget} .quick-input-title:has-text(${JSON.stringify(title)})`);
  },

  async closed(): Promise<void> {
    await ui.page.waitFor('.quick-input-widget', { state: 'hidden' });
  },

  /** Waits for exactly these labels. */
  async lists(...labels: readonly string[]): Promise<void> {
    const wanted = labels.join();
    await eventually(
      async () =>
        (await ui.page.texts(`${widget} .quick-input-list-rows > :first-child .label-name`)).join() ===
        wanted,
      { what: `a pick with ${wanted}` },
    );
  },

  /** It fades in. */
  async settled(): Promise<void> {
    await ui.page.waitFor(widget);
    await eventually(
      () =>
        ui.page.evaluate(() => {
          const page = globalThis as unknown as {
            readonly document: { getAnimations(): readonly { readonly playState: string }[] };
          };
          return page.document.getAnimations().every(({ playState }) => playState !== 'running');
        }),
      { what: 'nothing moves' },
    );
  },

  rows(): Promise<string[]> {
    return ui.page.texts(`${widget} .quick-input-list-row`);
  },

  async type(text: string): Promise<void> {
    await ui.page.fill(`${widget} .quick-input-box input`, text);
  },

  async choose(text: string): Promise<void> {
    await ui.page.click(`${pick.row(text)} >> nth=0`);
  },
};

import { commands as vscodeCommands, type ExtensionContext } from 'vscode';
import type { AcpWorkbenchApi } from './api';
import { compose, type Composed } from './compose';
import { commands } from './ids';

let composed: Composed | undefined;

export function activate(context: ExtensionContext): AcpWorkbenchApi {
  composed = compose(context);
  context.subscriptions.push(composed.owned);
  if (process.env['ACP_WORKBENCH_OPEN_CHAT'] === '1') void vscodeCommands.executeCommand(commands.openChat);
  return composed.api;
}

/** VS Code waits for this: agents get the chance to end in order; what is left is killed on disposal. */
export async function deactivate(): Promise<void> {
  await composed?.chat.shutDown();
  composed = undefined;
}

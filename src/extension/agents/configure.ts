import { commands as vscodeCommands, ConfigurationTarget, workspace } from 'vscode';
import { asObject } from '../../acp/json';
import { settings } from '../ids';

/**
 * Opens the person's settings at the entry of an agent. One that has none yet gets an empty one, which changes nothing:
 * completion offers what may stand in it.
 */
export async function configureAgent(id: string): Promise<void> {
  const config = workspace.getConfiguration();
  const entries = asObject(config.inspect<unknown>(settings.agents)?.globalValue);
  if (!Object.hasOwn(entries, id)) {
    await config.update(settings.agents, { ...entries, [id]: {} }, ConfigurationTarget.Global);
  }
  await vscodeCommands.executeCommand('workbench.action.openSettingsJson', {
    revealSetting: { key: settings.agents, edit: true },
  });
}

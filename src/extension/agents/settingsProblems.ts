import { commands as vscodeCommands, window } from 'vscode';
import { unknownOverrides, type ConfiguredAgent } from '../../acp/agents/configured';
import { settings } from '../ids';
import { readSettings } from '../settings';
import { text, translate } from '../text';
import type { AgentDirectory } from './directory';

/** Mistakes in the agents setting are said once, the first of them, with the way to mend it. */
export async function reportSettingsProblems(directory: AgentDirectory): Promise<void> {
  const { agents, problems } = readSettings();
  const problem = problems[0] ?? (await lostOverride(agents, directory));
  if (problem === undefined) return;
  const open = text.openSettings();
  const answer = await window.showWarningMessage(text.settingsProblem(problem), open);
  if (answer === open) await vscodeCommands.executeCommand('workbench.action.openSettings', settings.agents);
}

/** An entry that starts nothing by itself, for an id nobody knows. Only for such entries is the machine searched here. */
async function lostOverride(
  agents: readonly ConfiguredAgent[],
  directory: AgentDirectory,
): Promise<string | undefined> {
  if (agents.every(({ launch }) => launch !== undefined)) return undefined;
  const ids = new Set((await directory.list()).map(({ id }) => id));
  for (const { id, disabled } of agents) if (disabled === true) ids.add(id);
  const [lost] = unknownOverrides(agents, (id) => ids.has(id), settings.agents);
  return lost === undefined ? undefined : translate(lost);
}

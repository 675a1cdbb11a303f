import { commands as vscodeCommands, window, type Disposable, type Memento } from 'vscode';
import { commands } from '../ids';
import { text } from '../text';
import type { RegistryAgents } from './registryAgents';

const KEY = 'announcedUpdates';

/** Says once for each new version of an installed agent that it is there. */
export class UpdateNotice implements Disposable {
  private readonly listening: Disposable;

  constructor(
    private readonly registry: RegistryAgents,
    private readonly state: Memento,
  ) {
    this.listening = registry.onDidChange(() => void this.look());
  }

  dispose(): void {
    this.listening.dispose();
  }

  private async look(): Promise<void> {
    const { updates, agents } = await this.registry.read();
    const said = this.state.get<Readonly<Record<string, string>>>(KEY) ?? {};
    const fresh = [...updates].filter(([id, version]) => said[id] !== version);
    if (fresh.length === 0) return;
    await this.state.update(KEY, { ...said, ...Object.fromEntries(fresh) });
    for (const [id, version] of fresh) void announce(id, agents.get(id)?.name ?? id, version);
  }
}

async function announce(id: string, name: string, version: string): Promise<void> {
  const update = text.update();
  const answer = await window.showInformationMessage(text.updateAvailable(name, version), update);
  if (answer === update) await vscodeCommands.executeCommand(commands.updateAgent, id);
}

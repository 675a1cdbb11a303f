import { StatusBarAlignment, window, type Disposable } from 'vscode';
import type { AgentView } from '../../shared/view';
import { commands } from '../ids';

const ICONS: Readonly<Record<AgentView['state'], string>> = {
  stopped: 'circle-outline',
  starting: 'loading~spin',
  ready: 'hubot',
  working: 'loading~spin',
  waiting: 'bell-dot',
  failed: 'error',
};

/** The agent and its state in the status bar: the one shown, or another one that waits for the person. */
export class StatusItem implements Disposable {
  private readonly item = window.createStatusBarItem('acpWorkbench.agent', StatusBarAlignment.Right, 100);

  show(shown: AgentView, waitingElsewhere: AgentView | undefined): void {
    const agent = shown.state === 'waiting' ? shown : (waitingElsewhere ?? shown);
    this.item.text = `$(${ICONS[agent.state]}) ${agent.name}`;
    this.item.tooltip = agent.detail ?? '';
    this.item.accessibilityInformation = { label: `${agent.name}: ${agent.detail ?? agent.state}` };
    this.item.command =
      agent === shown
        ? commands.openChat
        : { command: commands.selectAgent, title: agent.name, arguments: [agent.id] };
    this.item.show();
  }

  dispose(): void {
    this.item.dispose();
  }
}

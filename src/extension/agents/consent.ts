import type { Memento } from 'vscode';
import { createHash } from 'node:crypto';
import type { Candidate } from '../../acp/agents/agent';
import type { LaunchSource } from '../../acp/agents/launchSource';
import { text, translate } from '../text';
import { confirmPick } from './confirmPick';

const KEY = 'contributedAgents';

/** Whether the person agreed to run what another extension brings, asked once for each way in which it is started. */
export class Consent {
  private readonly asking = new Map<string, Promise<boolean>>();

  constructor(private readonly state: Memento) {}

  given(agent: Candidate, launch: LaunchSource): Promise<boolean> {
    const mark = markOf(agent.id, launch);
    if (this.agreed.includes(mark)) return Promise.resolve(true);
    const open = this.asking.get(mark) ?? this.ask(agent, launch, mark);
    this.asking.set(mark, open);
    return open.finally(() => this.asking.delete(mark));
  }

  private get agreed(): readonly string[] {
    return this.state.get<readonly string[]>(KEY) ?? [];
  }

  private async ask(agent: Candidate, launch: LaunchSource, mark: string): Promise<boolean> {
    const yes = await confirmPick({
      title: text.consentTitle(agent.name),
      yes: { label: text.consentYes(), detail: text.installDetail.runs(commandOf(launch)), icon: 'play' },
      facts: [translate(agent.reason), text.consentKeys(agent.id), text.installDetail.rights()],
    });
    if (yes) await this.state.update(KEY, [...this.agreed, mark]);
    return yes;
  }
}

function commandOf(launch: LaunchSource): string {
  switch (launch.kind) {
    case 'program':
      return [launch.command, ...launch.args].join(' ');
    case 'remote':
      return launch.url;
    default:
      return [launch.kind, launch.package, ...launch.args].join(' ');
  }
}

function markOf(id: string, launch: LaunchSource): string {
  return createHash('sha256')
    .update(JSON.stringify([id, launch]))
    .digest('hex');
}

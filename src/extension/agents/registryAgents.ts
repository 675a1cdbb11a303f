import { EventEmitter, type Disposable } from 'vscode';
import type { Candidate } from '../../acp/agents/agent';
import { catalogue } from '../../acp/agents/catalogue';
import {
  chooseDistribution,
  launchOfInstalled,
  type Available,
  type Choice,
} from '../../acp/agents/registry/choose';
import type { RegistryAgent } from '../../acp/agents/registry/document';
import type { AgentInstalls } from '../../acp/agents/registry/installs';
import type { InstalledAgent } from '../../acp/agents/registry/manifest';
import type { RegistryResult, RegistryStore } from '../../acp/agents/registry/store';
import { phrase } from '../../acp/errors';
import type { Log } from '../../acp/ports';
import { readSettings } from '../settings';

/** What the registry offers here, and what the person took from it. */
export interface RegistryView {
  readonly candidates: readonly Candidate[];
  readonly agents: ReadonlyMap<string, RegistryAgent>;
  /** How each would be installed on this computer, by id. */
  readonly choices: ReadonlyMap<string, Choice>;
  readonly installed: ReadonlyMap<string, InstalledAgent>;
  /** Newer version, by id. */
  readonly updates: ReadonlyMap<string, string>;
}

export interface RegistryParts {
  readonly store: () => RegistryStore;
  readonly installs: AgentInstalls;
  /** What there is to run packages with. */
  readonly runners: () => Promise<Available>;
  readonly log: Log;
}

/** The ACP registry on this machine: read from what is there at once, and brought up to date when somebody looks. */
export class RegistryAgents implements Disposable {
  private readonly changes = new EventEmitter<void>();
  private store: RegistryStore | undefined;
  readonly onDidChange = this.changes.event;

  constructor(private readonly parts: RegistryParts) {}

  get installs(): AgentInstalls {
    return this.parts.installs;
  }

  /** Another address, or the registry switched on: it is another store. */
  forget(): void {
    this.store = undefined;
  }

  async read(): Promise<RegistryView> {
    const installed = new Map((await this.installs.list()).map((agent) => [agent.id, agent]));
    const agents = new Map(
      (await this.document({ network: false }))?.document.agents.map((agent) => [agent.id, agent]) ?? [],
    );
    const available = await this.parts.runners();
    const choices = new Map(
      [...agents].map(([id, agent]) => [
        id,
        chooseDistribution(agent, process.platform, process.arch, available),
      ]),
    );
    const updates = installed.size === 0 ? new Map<string, string>() : await updatesOf(installed, agents);
    return {
      candidates: [
        ...[...installed.values()].map((own) => installedCandidate(own, agents.get(own.id))),
        ...[...agents.values()].map((agent) => listedCandidate(agent, choices.get(agent.id))),
      ],
      agents,
      choices,
      installed,
      updates,
    };
  }

  /** Asks the registry, at most hourly unless forced; says so when there is news. Undefined when it is switched off. */
  async update({ force = false }: { readonly force?: boolean } = {}): Promise<RegistryResult | undefined> {
    const before = await this.document({ network: false });
    const after = await this.document({ network: true, force });
    if (after?.error !== undefined)
      this.parts.log.info(`[registry] ${after.error.template} ${after.error.args.join(' ')}`);
    for (const problem of after?.document.ignored ?? []) this.parts.log.info(`[registry] ignored ${problem}`);
    if (JSON.stringify(after?.document) !== JSON.stringify(before?.document)) this.changes.fire();
    return after;
  }

  /** Something was installed or removed. */
  changed(): void {
    this.changes.fire();
  }

  dispose(): void {
    this.changes.dispose();
  }

  private async document(how: {
    readonly network: boolean;
    readonly force?: boolean;
  }): Promise<RegistryResult | undefined> {
    const { registryMode } = readSettings();
    if (registryMode === 'off') return undefined;
    this.store ??= this.parts.store();
    return how.network && registryMode === 'online'
      ? this.store.get({ force: how.force ?? false })
      : this.store.peek();
  }
}

async function updatesOf(
  installed: ReadonlyMap<string, InstalledAgent>,
  agents: ReadonlyMap<string, RegistryAgent>,
): Promise<ReadonlyMap<string, string>> {
  // Comparing versions takes a library: only for who has something to compare.
  const { updateOf } = await import('../../acp/agents/registry/updates');
  const updates = new Map<string, string>();
  for (const [id, own] of installed) {
    const listed = agents.get(id);
    const update = listed && updateOf(own, listed);
    if (update !== undefined) updates.set(id, update);
  }
  return updates;
}

function installedCandidate(own: InstalledAgent, listed: RegistryAgent | undefined): Candidate {
  return {
    id: own.id,
    // One name for an agent, however it came here.
    name: catalogue.find(({ id }) => id === own.id)?.name ?? listed?.name ?? own.id,
    origin: 'installed',
    availability: 'ready',
    launch: launchOfInstalled(own),
    reason: phrase('Installed from the registry, version {0}.', own.version),
    version: own.version,
  };
}

function listedCandidate(agent: RegistryAgent, choice: Choice | undefined): Candidate {
  const { id, name, version, description } = agent;
  const none = choice?.kind === 'none' ? choice.reason : undefined;
  const website = agent.website ?? agent.repository;
  return {
    id,
    name,
    origin: 'registry',
    availability: none === undefined ? 'notInstalled' : 'unavailable',
    reason: none ?? phrase('Can be installed from the registry.'),
    version,
    description,
    ...(website === undefined ? {} : { website }),
    ...(agent.license === undefined ? {} : { license: agent.license }),
  };
}

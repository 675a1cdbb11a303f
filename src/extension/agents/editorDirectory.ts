import { env, EventEmitter, Uri, workspace, type Disposable } from 'vscode';
import { homedir } from 'node:os';
import { mergeCandidates, type Candidate, type MergedAgent } from '../../acp/agents/agent';
import { catalogue } from '../../acp/agents/catalogue';
import type { ConfiguredAgent } from '../../acp/agents/configured';
import { credentialNames } from '../../acp/agents/credentials';
import { detect, type DetectedAgent } from '../../acp/agents/detect';
import { baseEnvironment, withVariables } from '../../acp/agents/environment';
import { nodeScriptLaunch } from '../../acp/agents/launch';
import { redact } from '../../acp/redact';
import { present } from '../../acp/agents/present';
import { SourceCache } from '../../acp/agents/sources';
import { english, phrase } from '../../acp/errors';
import type { Log } from '../../acp/ports';
import { Disposables } from '../disposables';
import { readSettings } from '../settings';
import { text } from '../text';
import type { AgentDirectory, AgentOffer, RefreshScope } from './directory';
import { explanation } from './explanation';
import type { Consent } from './consent';
import type { Contributions, ExtensionAgents } from './extensionAgents';
import type { Machine } from './machine';
import { Offers, type AgentParts } from './offers';
import { programCandidates, programSearch } from './programs';
import type { RegistryAgents, RegistryView } from './registryAgents';

export const DEMO_ID = 'demo';

/** Milliseconds for the search of this machine; the login shell and each directory have limits of their own. */
const SEARCH_LIMIT = 15_000;

/** Milliseconds in which one look at the programs is enough for lists that are opened. */
const RESCAN_MS = 30_000;

interface Sources {
  readonly programs: readonly DetectedAgent[];
  readonly registry: RegistryView;
  readonly extensions: Contributions;
}

/** What all sources say, by what they say it about. */
interface Merged {
  readonly agents: readonly MergedAgent[];
  readonly entries: ReadonlyMap<string, ConfiguredAgent>;
  readonly contributed: ReadonlyMap<string, ConfiguredAgent>;
  readonly registry: RegistryView | undefined;
}

export interface DirectoryParts {
  readonly extensionUri: Uri;
  readonly machine: Machine;
  readonly registry: RegistryAgents;
  readonly extensions: ExtensionAgents;
  /** Variables with keys that the person keeps in the secret storage, for one agent. */
  readonly secretsOf: (id: string) => Promise<Readonly<Record<string, string>>>;
  readonly consent: Consent;
  readonly log: Log;
}

/**
 * All agents: the built-in one, the person's settings, other extensions, programs found on this machine and the registry,
 * merged by id. A source that fails costs only what it would have said.
 */
export class EditorDirectory implements AgentDirectory, Disposable {
  private readonly owned = new Disposables();
  private readonly changes = this.owned.add(new EventEmitter<void>());
  private readonly offers: Offers;
  private readonly sources: SourceCache<Sources>;
  private scanned = 0;
  readonly onDidChange = this.changes.event;

  constructor(private readonly parts: DirectoryParts) {
    const { machine, registry } = parts;
    this.offers = new Offers(machine, parts.secretsOf, parts.consent);
    this.sources = new SourceCache<Sources>({
      programs: { load: () => this.searchPrograms(), timeLimit: SEARCH_LIMIT },
      registry: { load: () => registry.read() },
      extensions: { load: () => Promise.resolve(this.readExtensions()) },
    });
    for (const name of ['registry', 'extensions'] as const) {
      this.owned.add(
        parts[name].onDidChange(() => {
          this.forget(name);
        }),
      );
    }
  }

  async list(): Promise<readonly AgentOffer[]> {
    const merged = await this.merged();
    const offers = merged.agents
      .filter(({ id }) => merged.entries.get(id)?.disabled !== true)
      .map((agent) => this.offers.make(agent, partsOf(agent, merged)));
    return [...offers, this.demo()];
  }

  /** Looks only as far as needed: the demo agent and one that the settings start need no search of the machine. */
  async find(id: string): Promise<AgentOffer | undefined> {
    if (id === DEMO_ID) return this.demo();
    const entry = readSettings().agents.find((agent) => agent.id === id);
    if (entry?.disabled === true) return undefined;
    const own = entry && settingsCandidate(entry);
    if (entry !== undefined && own !== undefined) {
      return this.offers.make({ ...own, candidates: [own] }, { entry, canInstall: false });
    }
    return (await this.list()).find((offer) => offer.id === id);
  }

  rescan(always = false): void {
    const now = Date.now();
    // To tell programs of common names apart some are started: not at every opening of a list.
    if (!always && now - this.scanned < RESCAN_MS) return;
    this.scanned = now;
    this.forget('programs');
  }

  refresh(scope: RefreshScope = 'all'): void {
    // The settings say nothing about the environment: the login shell is not asked again for them.
    if (scope !== 'settings') this.parts.machine.forget();
    if (scope === 'all' || scope === 'programs') this.sources.invalidate('programs');
    if (scope === 'all' || scope === 'registry') {
      this.parts.registry.forget();
      this.sources.invalidate('registry');
      void this.parts.registry.update({ force: true });
    }
    if (scope === 'all' || scope === 'extensions') this.sources.invalidate('extensions');
    this.changes.fire();
  }

  /** Page that tells why an agent is, or is not, there. */
  async explain(id: string): Promise<string> {
    const { agents } = await this.merged();
    const agent = agents.find((known) => known.id === id);
    if (agent === undefined) return '';
    const program = (await this.value('programs'))?.find((found) => found.id === id);
    const command = agent.launch && (await this.commandOf(agent));
    // It is meant to be copied to somebody who helps.
    return redact(
      explanation(agent, {
        searched: program?.searched ?? [],
        hanging: program?.hanging ?? [],
        passedOver: program?.passedOver ?? [],
        remote: env.remoteName,
        credentials: await this.credentialsOf(id),
        shellProblem: this.parts.machine.shellProblem,
        command,
      }),
    );
  }

  dispose(): void {
    this.owned.dispose();
  }

  /** Which keys reach the agent: those of the environment unless they are kept back, and those set for it (B127). */
  private async credentialsOf(id: string): Promise<readonly string[]> {
    const entry = readSettings().agents.find((agent) => agent.id === id);
    const { variables } = await this.parts.machine.base();
    const own = Object.keys(await this.parts.secretsOf(id));
    const around = entry?.passCredentials === false ? [] : credentialNames(variables);
    return [...around.filter((name) => !own.includes(name)), ...own.map(text.explain.fromSecrets)];
  }

  /** Nothing is planned, which may start a Node.js, in a workspace that is not trusted, nor anything asked. */
  private async commandOf({ id, origin }: MergedAgent): Promise<string | undefined> {
    if (!workspace.isTrusted || origin === 'extension') return undefined;
    const offer = await this.find(id);
    const plan = await offer?.plan(homedir()).catch(() => undefined);
    return plan?.display;
  }

  private async merged(): Promise<Merged> {
    const { agents: configured, listExtensionAgents } = readSettings();
    const entries = new Map(configured.map((agent) => [agent.id, agent]));
    const [programs, registry, contributed] = await Promise.all([
      this.value('programs'),
      this.value('registry'),
      listExtensionAgents ? this.value('extensions') : undefined,
    ]);
    const candidates: readonly Candidate[] = [
      ...configured.flatMap((agent) => settingsCandidate(agent) ?? []),
      ...(contributed?.candidates ?? []),
      ...programCandidates(programs ?? []),
      ...(registry?.candidates ?? []),
    ];
    return {
      agents: sorted(mergeCandidates(candidates)),
      entries,
      contributed: contributed?.agents ?? new Map(),
      registry,
    };
  }

  private forget(name: keyof Sources): void {
    this.sources.invalidate(name);
    this.changes.fire();
  }

  /** What the source gives, or gave before it failed. */
  private async value<Name extends keyof Sources>(name: Name): Promise<Sources[Name] | undefined> {
    const result = await this.sources.get(name);
    if (result.ok) return result.value;
    this.parts.log.warn(`[agents] source failed source=${name}: ${result.reason}`);
    return result.last;
  }

  private readExtensions(): Contributions {
    const contributions = this.parts.extensions.read();
    for (const problem of contributions.problems) this.parts.log.warn(`[agents] ${english(problem)}`);
    return contributions;
  }

  private async searchPrograms(): Promise<readonly DetectedAgent[]> {
    if (!readSettings().detectPrograms) return [];
    const { variables } = await this.parts.machine.base();
    return detect(catalogue, variables, programSearch(workspace.isTrusted));
  }

  private demo(): AgentOffer {
    const script = Uri.joinPath(this.parts.extensionUri, 'dist', 'demo-agent.js').fsPath;
    const { platform } = process;
    return {
      id: DEMO_ID,
      name: text.demoAgent(),
      detail: text.demoDetail(),
      usable: true,
      availability: 'ready',
      origins: ['demo'],
      canInstall: false,
      defaults: {},
      // No login shell is asked: the first agent a newcomer meets starts at once.
      plan: async (cwd) => {
        const own = baseEnvironment({ platform, processEnv: process.env, shellEnv: {}, installed: [] });
        const base = withVariables(own, await this.parts.secretsOf(DEMO_ID));
        const request = { script, args: [], runtime: process.execPath, env: {}, cwd };
        return nodeScriptLaunch(request, { platform, home: homedir(), base });
      },
    };
  }
}

function settingsCandidate({ id, name, launch }: ConfiguredAgent): Candidate | undefined {
  if (launch === undefined) return undefined;
  const reason = phrase('From your settings.');
  return { id, name: name ?? id, origin: 'settings', availability: 'ready', launch, reason };
}

function partsOf({ id, origin }: MergedAgent, { entries, contributed, registry }: Merged): AgentParts {
  const update = registry?.updates.get(id);
  return {
    canInstall: registry?.candidates.some(isInstallable(id)) === true,
    ...present({ entry: entries.get(id), update }),
    ...(origin === 'extension' ? present({ contributed: contributed.get(id) }) : {}),
  };
}

function isInstallable(id: string): (candidate: Candidate) => boolean {
  return (candidate) => candidate.id === id && candidate.availability === 'notInstalled';
}

/** What can be started first, each part by name. */
function sorted(agents: readonly MergedAgent[]): readonly MergedAgent[] {
  const rank = ({ availability }: MergedAgent): number =>
    availability === 'ready' ? 0 : availability === 'needsAdapter' ? 1 : 2;
  return [...agents].sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
}

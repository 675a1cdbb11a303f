import { homedir } from 'node:os';
import type { MergedAgent } from '../../acp/agents/agent';
import type { ConfiguredAgent } from '../../acp/agents/configured';
import { overrideLaunch } from '../../acp/agents/override';
import { present } from '../../acp/agents/present';
import type { LaunchSource, NpxLaunch, UvxLaunch } from '../../acp/agents/launchSource';
import { prefetchSource } from '../../acp/agents/prefetch';
import { english, type AgentError } from '../../acp/errors';
import { agentNotInstalled, needsAdapter } from '../../acp/errors/start';
import { stopped } from '../../acp/errors/wire';
import type { LaunchPlan } from '../../acp/launchPlan';
import { translate } from '../text';
import type { Consent } from './consent';
import type { AgentOffer, LaunchVariant } from './directory';
import type { Machine, PlanOptions } from './machine';

/** What is known about an agent beside what its sources say. */
export interface AgentParts {
  /** What the person set for it. */
  readonly entry?: ConfiguredAgent;
  /** What the extension that brings it wants its sessions to start with. */
  readonly contributed?: ConfiguredAgent;
  readonly update?: string;
  readonly canInstall: boolean;
}

/** Turns what is known about agents into what the rest of the extension works with. */
export class Offers {
  constructor(
    private readonly machine: Machine,
    private readonly secretsOf: (id: string) => Promise<Readonly<Record<string, string>>>,
    private readonly consent: Consent,
  ) {}

  make(agent: MergedAgent, { entry, contributed, update, canInstall }: AgentParts): AgentOffer {
    const { id, availability, description, website, license, version } = agent;
    const name = entry?.name ?? agent.name;
    return {
      id,
      name,
      detail: translate(agent.reason),
      usable: availability === 'ready',
      availability,
      origins: [...new Set(agent.candidates.map(({ origin }) => origin))],
      ...present({ description, website, license, version, update }),
      canInstall,
      defaults: present({
        mode: entry?.mode ?? contributed?.mode,
        model: entry?.model ?? contributed?.model,
        config: entry?.config ?? contributed?.config,
      }),
      plan: (cwd, variant) => this.plan({ ...agent, name }, entry, cwd, variant),
      planFetch: (source) => this.planFetch(agent.id, entry, source),
    };
  }

  private async plan(
    agent: MergedAgent,
    entry: ConfiguredAgent | undefined,
    cwd: string,
    variant: LaunchVariant | undefined,
  ): Promise<LaunchPlan> {
    const { id, launch } = agent;
    if (launch === undefined) throw notStartable(agent);
    // Another extension may not have programs run, or get at keys, by taking the id of an agent.
    if (agent.origin === 'extension' && !(await this.consent.given(agent, launch))) throw stopped();
    // An entry of the person's own is complete; that of another source is changed by what they wrote.
    const own = agent.origin === 'settings' || entry === undefined ? launch : overrideLaunch(launch, entry);
    const environment = await this.environmentOf(id, entry);
    const source = agent.origin === 'settings' ? own : belowSecrets(own, environment.secrets ?? {}, entry);
    return this.machine.plan(varied(source, variant), {
      cwd,
      ...environment,
      versionFrom: agent.origin === 'installed' ? 'registry' : 'person',
    });
  }

  private async planFetch(
    id: string,
    entry: ConfiguredAgent | undefined,
    source: NpxLaunch | UvxLaunch,
  ): Promise<LaunchPlan> {
    const env = { ...source.env, ...entry?.env };
    return this.machine.plan(prefetchSource({ ...source, env }), {
      cwd: homedir(),
      ...(await this.environmentOf(id, entry)),
      versionFrom: 'registry',
    });
  }

  private async environmentOf(
    id: string,
    entry: ConfiguredAgent | undefined,
  ): Promise<Pick<PlanOptions, 'secrets' | 'passCredentials'>> {
    return { secrets: await this.secretsOf(id), passCredentials: entry?.passCredentials !== false };
  }
}

function notStartable({ name, reason, availability }: MergedAgent): AgentError {
  if (availability === 'needsAdapter') return needsAdapter(name, english(reason));
  return agentNotInstalled(name, english(reason));
}

/** What others than the person say about the environment counts less than the keys that they have set. */
function belowSecrets(
  source: LaunchSource,
  secrets: Readonly<Record<string, string>>,
  entry: ConfiguredAgent | undefined,
): LaunchSource {
  if (source.kind === 'remote') return source;
  const own = Object.entries(source.env).filter(
    ([name]) => !Object.hasOwn(secrets, name) || Object.hasOwn(entry?.env ?? {}, name),
  );
  return { ...source, env: Object.fromEntries(own) };
}

/** The agent's own login or the like: in the same environment, or it would end up elsewhere. */
function varied(source: LaunchSource, variant: LaunchVariant | undefined): LaunchSource {
  if (variant === undefined || source.kind === 'remote') return source;
  const env = { ...source.env, ...variant.env };
  if (variant.command !== undefined)
    return {
      kind: 'program',
      command: variant.command,
      args: variant.args,
      env,
      ...present({ cwd: source.cwd }),
    };
  const { otherArgs: _, ...rest } = source;
  return { ...rest, args: [...source.args, ...variant.args], env };
}

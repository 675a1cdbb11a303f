import { homedir } from 'node:os';
import type { MergedAgent } from '../../acp/agents/agent';
import type { ConfiguredAgent } from '../../acp/agents/configured';
import { overrideLaunch } from '../../acp/agents/override';
import type { LaunchSource, NpxLaunch, UvxLaunch } from '../../acp/agents/launchSource';
import { prefetchSource } from '../../acp/agents/prefetch';
import { english, type AgentError } from '../../acp/errors';
import { agentNotInstalled, needsAdapter } from '../../acp/errors/start';
import type { LaunchPlan } from '../../acp/launchPlan';
import { translate } from '../text';
import type { AgentOffer, LaunchVariant } from './directory';
import type { Machine, PlanOptions } from './machine';

/** What is known about an agent beside what its sources say. */
export interface AgentParts {
  /** What the person, or the extension that brings it, set for it. */
  readonly entry?: ConfiguredAgent;
  readonly update?: string;
  readonly canInstall: boolean;
}

/** Turns what is known about agents into what the rest of the extension works with. */
export class Offers {
  constructor(
    private readonly machine: Machine,
    private readonly secretsOf: (id: string) => Promise<Readonly<Record<string, string>>>,
  ) {}

  make(agent: MergedAgent, { entry, update, canInstall }: AgentParts): AgentOffer {
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
      defaults: present({ mode: entry?.mode, model: entry?.model, config: entry?.config }),
      permissions: entry?.permissions ?? 'ask',
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
    // An entry of the person's own is complete; that of another source is changed by what they wrote.
    const own = agent.origin === 'settings' || entry === undefined ? launch : overrideLaunch(launch, entry);
    return this.machine.plan(varied(own, variant), {
      cwd,
      ...(await this.environmentOf(id, entry)),
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

/** The agent's own login or the like: in the same environment, or it would end up elsewhere. */
function varied(source: LaunchSource, variant: LaunchVariant | undefined): LaunchSource {
  if (variant === undefined || source.kind === 'remote') return source;
  const env = { ...source.env, ...variant.env };
  if (variant.command !== undefined)
    return { kind: 'program', command: variant.command, args: variant.args, env };
  const { otherArgs: _, ...rest } = source;
  return { ...rest, args: [...source.args, ...variant.args], env };
}

type Present<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

function present<T extends object>(fields: T): Present<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<T>;
}

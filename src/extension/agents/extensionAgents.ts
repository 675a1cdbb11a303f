import { Disposable, EventEmitter, extensions } from 'vscode';
import type { Candidate } from '../../acp/agents/agent';
import { parseAgents, type ConfiguredAgent } from '../../acp/agents/configured';
import { english, phrase, type Phrase } from '../../acp/errors';
import { asObject, asString, isObject, type JsonObject } from '../../acp/json';
import { Disposables } from '../disposables';

/** Field of `contributes` in the manifest of another extension. */
const POINT = 'acpAgents';

/** What is taken from a descriptor beside the fields of a settings entry. */
interface Facts {
  readonly description?: string;
  readonly website?: string;
}

interface Contribution extends Facts {
  readonly agent: ConfiguredAgent;
  /** Name of the extension that contributes it. */
  readonly by: string;
}

export interface Contributions {
  readonly candidates: readonly Candidate[];
  /** Everything a session of it starts with, by agent id. */
  readonly agents: ReadonlyMap<string, ConfiguredAgent>;
  readonly problems: readonly Phrase[];
}

/**
 * Agents of other extensions: declared in their manifests (`contributes.acpAgents`, a record by id with the fields of
 * an entry of acpWorkbench.agents), or registered through our API while they are active.
 */
export class ExtensionAgents implements Disposable {
  private readonly owned = new Disposables();
  private readonly changes = this.owned.add(new EventEmitter<void>());
  private readonly registered = new Map<string, Contribution>();
  readonly onDidChange = this.changes.event;

  constructor() {
    this.owned.add(
      extensions.onDidChange(() => {
        this.changes.fire();
      }),
    );
  }

  /**
   * Until the result is disposed of.
   * @throws Error that says what is wrong with the descriptor
   */
  register(descriptor: unknown): Disposable {
    const fields = asObject(descriptor);
    const { id, ...entry } = fields;
    const name = asString(id) ?? '';
    const { contributions, problems } = readEntries({ [name]: entry }, 'registerAgent', undefined);
    const [contribution] = contributions;
    const [problem] = problems;
    if (contribution === undefined || problem !== undefined) {
      throw new Error(english(problem ?? phrase('registerAgent needs an object with an id.')));
    }
    if (this.registered.has(name)) throw new Error(`registerAgent: “${name}” is registered already.`);
    this.registered.set(name, contribution);
    this.changes.fire();
    return new Disposable(() => {
      if (this.registered.get(name) !== contribution) return;
      this.registered.delete(name);
      this.changes.fire();
    });
  }

  read(): Contributions {
    const problems: Phrase[] = [];
    const all = [...this.registered.values()];
    for (const { id, extensionPath, packageJSON } of extensions.all) {
      const declared = asObject(asObject(packageJSON)['contributes'])[POINT];
      if (declared === undefined) continue;
      const found = readEntries(declared, `${id} (${POINT})`, extensionPath);
      all.push(...found.contributions);
      problems.push(...found.problems);
    }
    const byId = new Map<string, Contribution>();
    for (const contribution of all) {
      const { agent, by } = contribution;
      const first = byId.get(agent.id);
      if (first === undefined) byId.set(agent.id, contribution);
      else problems.push(phrase('{0}: “{1}” is brought by {2} already.', by, agent.id, first.by));
    }
    const chosen = [...byId.values()];
    return {
      candidates: chosen.map(toCandidate),
      agents: new Map(chosen.map(({ agent }) => [agent.id, agent])),
      problems,
    };
  }

  dispose(): void {
    this.owned.dispose();
  }
}

/** @param folder of the extension: what its entries name relative to themselves lies there */
function readEntries(
  value: unknown,
  by: string,
  folder: string | undefined,
): { readonly contributions: readonly Contribution[]; readonly problems: readonly Phrase[] } {
  const entries = asObject(value);
  const facts = new Map<string, Facts>();
  const bare: Record<string, unknown> = {};
  for (const [id, entry] of Object.entries(entries)) {
    if (!isObject(entry)) {
      bare[id] = entry;
      continue;
    }
    const { description, website, ...fields } = entry;
    facts.set(id, factsOf({ description, website }));
    bare[id] = folder === undefined ? fields : located(fields, folder);
  }
  const { agents, problems } = parseAgents(isObject(value) ? bare : value, {
    setting: by,
    platform: process.platform,
  });
  const startable = agents.filter(({ launch }) => launch !== undefined).map(withoutDecisions);
  const incomplete = agents
    .filter(({ launch }) => launch === undefined)
    .map(({ id }) => phrase('{0}: add a command, npx, uvx or url to start it.', `${by}.${id}`));
  return {
    contributions: startable.map((agent) => ({ agent, by, ...facts.get(agent.id) })),
    problems: [...problems, ...incomplete],
  };
}

/** What the person alone decides: no extension allows its agent anything. */
function withoutDecisions({
  permissions: _,
  passCredentials: __,
  disabled: ___,
  ...agent
}: ConfiguredAgent): ConfiguredAgent {
  return agent;
}

function factsOf({ description, website }: JsonObject): Facts {
  const said = asString(description);
  const site = asString(website);
  return {
    ...(said === undefined ? {} : { description: said }),
    ...(site === undefined ? {} : { website: site }),
  };
}

/** `${extensionPath}` everywhere, and a command such as ./bin/agent. */
function located(fields: JsonObject, folder: string): JsonObject {
  const text = JSON.stringify(fields, (key, value: unknown) => {
    if (typeof value !== 'string') return value;
    const place = value.replaceAll('${extensionPath}', folder);
    return key === 'command' && /^\.[\\/]/.test(place) ? `${folder}/${place.slice(2)}` : place;
  });
  return asObject(JSON.parse(text));
}

function toCandidate({ agent, by, description, website }: Contribution): Candidate {
  return {
    id: agent.id,
    name: agent.name ?? agent.id,
    origin: 'extension',
    availability: 'ready',
    ...(agent.launch === undefined ? {} : { launch: agent.launch }),
    reason: phrase('Contributed by the extension {0}.', by),
    ...(description === undefined ? {} : { description }),
    ...(website === undefined ? {} : { website }),
  };
}

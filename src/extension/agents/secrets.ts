import { EventEmitter, type Disposable, type SecretStorage } from 'vscode';
import { isVariableName } from '../../acp/login';
import { keepSecret } from '../../acp/redact';

type Values = Readonly<Record<string, string>>;

/**
 * Environment variables with keys, an own set for each agent. They are kept in the secret storage of the editor and
 * nowhere else: names may be shown, values go to the agent's process only.
 */
export class AgentSecrets implements Disposable {
  private readonly changes = new EventEmitter<string>();
  /** The id of an agent whose variables changed in this window. */
  readonly onDidChange = this.changes.event;
  /** One change after the other: each reads what the one before wrote. */
  private writing: Promise<unknown> = Promise.resolve();

  constructor(private readonly storage: SecretStorage) {}

  /** Variables to start this agent with. */
  async environment(agentId: string): Promise<Values> {
    const values = parse(await this.storage.get(keyOf(agentId)));
    for (const value of Object.values(values)) keepSecret(value);
    return values;
  }

  async names(agentId: string): Promise<readonly string[]> {
    return Object.keys(await this.environment(agentId)).sort();
  }

  /** Adds or replaces variables; an empty value removes one, because agents take an empty key for a key. */
  set(agentId: string, values: Values): Promise<void> {
    for (const value of Object.values(values)) keepSecret(value);
    return this.change(agentId, (before) => ({ ...before, ...values }));
  }

  delete(agentId: string, name: string): Promise<void> {
    return this.change(agentId, (before) => ({ ...before, [name]: '' }));
  }

  dispose(): void {
    this.changes.dispose();
  }

  private change(agentId: string, edit: (before: Values) => Values): Promise<void> {
    const changed = this.writing.then(async () => {
      const before = await this.environment(agentId);
      const after = Object.fromEntries(Object.entries(edit(before)).filter(([, value]) => value !== ''));
      if (same(before, after)) return;
      if (Object.keys(after).length === 0) await this.storage.delete(keyOf(agentId));
      else await this.storage.store(keyOf(agentId), JSON.stringify(after));
      this.changes.fire(agentId);
    });
    this.writing = changed.catch(() => undefined);
    return changed;
  }
}

function keyOf(agentId: string): string {
  return `acpWorkbench.environment.${agentId}`;
}

/** What cannot be read counts as not there: then it is asked for again. */
function parse(stored: string | undefined): Values {
  try {
    const value: unknown = JSON.parse(stored ?? '{}');
    if (typeof value !== 'object' || value === null) return {};
    const pairs = Object.entries(value).filter(
      (pair): pair is [string, string] => isVariableName(pair[0]) && typeof pair[1] === 'string',
    );
    return Object.fromEntries(pairs);
  } catch {
    return {};
  }
}

function same(a: Values, b: Values): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}

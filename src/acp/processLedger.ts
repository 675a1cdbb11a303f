import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asNumber, asObject, asString } from './json';
import { sendSignal } from './killTree';
import type { Log } from './ports';
import { identify, isRunning, markedProcesses, type ProcessIdentity } from './processTable';

interface ProcessRecord {
  readonly agent: ProcessIdentity;
  /** The extension host that started it. */
  readonly owner: ProcessIdentity;
  /** `NAME=value` in the environment of the agent and all that it started. */
  readonly mark: string;
}

interface Recorded {
  readonly pid?: number | undefined;
  readonly mark?: string | undefined;
  /** Never rejects. */
  readonly exited: Promise<unknown>;
}

/**
 * The agents that run, one small file each, so that what a crashed extension host left behind is ended at the next
 * start: only where pid and start time still match, and what carries the mark of such an agent.
 */
export class ProcessLedger {
  constructor(
    /** Absolute; made when needed. */
    private readonly folder: string,
    private readonly log: Log,
  ) {}

  /** Has a record of what runs, as long as it runs. Nothing of what runs elsewhere. */
  keep({ pid, mark, exited }: Recorded): void {
    if (pid === undefined || mark === undefined) return;
    const recorded = this.record(pid, mark).catch(() => undefined);
    void exited
      .then(() => recorded)
      .then(() => this.forget(pid))
      .catch(() => undefined);
  }

  async record(pid: number, mark: string): Promise<void> {
    const [agent, owner] = await Promise.all([identify(pid), identify(process.pid)]);
    if (agent === undefined || owner === undefined) return;
    await mkdir(this.folder, { recursive: true });
    await writeFile(this.file(pid), JSON.stringify({ agent, owner, mark } satisfies ProcessRecord));
  }

  async forget(pid: number): Promise<void> {
    await rm(this.file(pid), { force: true });
  }

  /** Ends what the owners that are gone left behind. Returns how many processes that were. Never rejects. */
  async reap(): Promise<number> {
    const names = await readdir(this.folder).catch(() => []);
    let ended = 0;
    for (const name of names.filter((entry) => entry.endsWith('.json'))) {
      const path = join(this.folder, name);
      const record = parseRecord(await readFile(path, 'utf8').catch(() => ''));
      if (record !== undefined && !(await isGone(record.owner))) continue;
      if (record !== undefined) ended += await this.end(record);
      await rm(path, { force: true }).catch(() => undefined);
    }
    if (ended > 0) this.log.info(`[process] ended leftovers count=${String(ended)}`);
    return ended;
  }

  private async end({ agent, mark }: ProcessRecord): Promise<number> {
    const leftovers = await markedProcesses(mark);
    const group = (await isRunning(agent)) === true ? [-agent.pid] : [];
    const targets = [...group, ...leftovers];
    for (const target of targets) sendSignal(target, 'SIGKILL');
    return new Set([...group.map(Math.abs), ...leftovers]).size;
  }

  private file(pid: number): string {
    return join(this.folder, `${String(pid)}.json`);
  }
}

/** Only when that is certain: what cannot be told counts as running, and its agents are left alone. */
async function isGone(owner: ProcessIdentity): Promise<boolean> {
  return (await isRunning(owner)) === false;
}

function parseRecord(text: string): ProcessRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { agent, owner, mark } = asObject(value);
  const parsedAgent = parseIdentity(agent);
  const parsedOwner = parseIdentity(owner);
  if (parsedAgent === undefined || parsedOwner === undefined || typeof mark !== 'string' || mark === '')
    return undefined;
  return { agent: parsedAgent, owner: parsedOwner, mark };
}

function parseIdentity(value: unknown): ProcessIdentity | undefined {
  const fields = asObject(value);
  const pid = asNumber(fields['pid']);
  const started = asString(fields['started']);
  if (pid === undefined || pid <= 1 || started === undefined) return undefined;
  return { pid, started };
}

import { join } from 'node:path';
import { AgentError } from '../../errors';
import { installStopped, notInstalled, storageFailed } from '../../errors/install';
import { packageAt, pinnedPackage, type ChosenDistribution } from './choose';
import { isAgentId, isAgentVersion, type BinaryTarget, type RegistryAgent } from './document';
import { download } from './download';
import type { Fetch } from './fetchSafely';
import { InstallFolders } from './installFolders';
import type { BinaryManifest, InstalledAgent, Manifest } from './manifest';

export interface AgentInstallsOptions {
  /** Full path; made when needed. Everything below it is ours. */
  readonly root: string;
  readonly platform: NodeJS.Platform;
  readonly fetch: Fetch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Whether programs of this version run, in any window: it is not removed then. Not so unless given. */
  readonly inUse?: (id: string, version: string) => boolean | Promise<boolean>;
  /** Milliseconds after which an unfinished install counts as interrupted; an hour unless given. */
  readonly leftoverAge?: number;
  /** Milliseconds to wait for a folder that something holds open; 200 unless given, up to ten times. */
  readonly busyWait?: number;
  /** Limits of a download and of what it unpacks to; see there for what counts unless given. */
  readonly limits?: {
    readonly maxDownload?: number;
    readonly stallLimit?: number;
    readonly maxEntries?: number;
    readonly maxBytes?: number;
  };
}

export type InstallProgress =
  | { readonly step: 'download'; readonly received: number; readonly total: number | undefined }
  | { readonly step: 'unpack' };

export interface InstallRequest {
  readonly signal?: AbortSignal;
  readonly progress?: (progress: InstallProgress) => void;
}

/**
 * What a person has installed out of the registry, one folder for each version: `<root>/<id>/<version>/` with
 * install.json and, for downloads, files/. A version appears there complete or not at all, also when two windows
 * install it at once.
 */
export class AgentInstalls {
  private readonly folders: InstallFolders;
  /** The last change of each agent; the next one waits for it. */
  private readonly changes = new Map<string, Promise<unknown>>();

  constructor(private readonly options: AgentInstallsOptions) {
    this.folders = new InstallFolders(options);
  }

  /**
   * Downloads and unpacks the version of the registry, or for a package writes down that the person agreed to it.
   * What is installed already is not downloaded again. Older versions are removed when they are not in use.
   * @throws AgentError install-failed, or stopped when the signal says so; nothing has changed then
   */
  async install(
    agent: RegistryAgent,
    target: ChosenDistribution,
    request: InstallRequest = {},
  ): Promise<InstalledAgent> {
    return this.change(agent.id, async () => {
      const present = await this.folders.readVersion(agent.id, agent.version);
      if (present === undefined || !isSame(present, target)) await this.add(agent, target, request);
      await this.folders.setCurrent(agent.id, agent.version);
      await this.folders.removeOthers(agent.id);
      return this.expectInstalled(agent.id);
    });
  }

  /** Undefined when it is not installed, or what is there cannot be used. Never rejects. */
  async installed(id: string): Promise<InstalledAgent | undefined> {
    return isAgentId(id) ? this.folders.readCurrent(id) : undefined;
  }

  /** In the order of their ids. Never rejects. */
  async list(): Promise<readonly InstalledAgent[]> {
    const found = await Promise.all((await this.folders.ids()).map((id) => this.installed(id)));
    return found.filter((agent) => agent !== undefined);
  }

  /** Also while it runs: what cannot be removed then is removed at a later start. */
  async uninstall(id: string): Promise<void> {
    if (isAgentId(id)) await this.change(id, () => this.folders.removeAgent(id));
  }

  /**
   * Stays at a version: it is offered no updates. A package is started at that version from now on; of a download
   * the version has to be there. Undefined: follows the registry again.
   * @throws AgentError when there is no such version
   */
  async pin(id: string, version: string | undefined): Promise<InstalledAgent> {
    return this.change(id, async () => {
      const present = await this.expectInstalled(id);
      if (version !== undefined && version !== present.version) await this.provide(present, version);
      await this.folders.setPointer(id, {
        current: version ?? present.version,
        ...(version === undefined ? {} : { pinned: version }),
      });
      return this.expectInstalled(id);
    });
  }

  /** Removes what interrupted installs and removals left, and versions that were in use. For the start. Never rejects. */
  async sweep(): Promise<void> {
    await this.folders.removeLeftovers(this.options.now());
    for (const id of await this.folders.ids()) {
      await this.change(id, () => this.folders.removeOthers(id)).catch(() => undefined);
    }
  }

  private async add(
    agent: RegistryAgent,
    target: ChosenDistribution,
    request: InstallRequest,
  ): Promise<void> {
    if (!isAgentId(agent.id) || !isAgentVersion(agent.version))
      throw new Error(`not from a registry: ${agent.id}`);
    const facts = { id: agent.id, version: agent.version, installedAt: this.options.now() };
    await this.place(agent.id, agent.version, request.signal, async (folder) => {
      if (target.kind === 'binary')
        return { ...facts, ...(await this.fetchInto(folder, target.target, request)) };
      const { args, env, command } = target.distribution;
      const spec = pinnedPackage(target, agent.version);
      return {
        ...facts,
        kind: target.kind,
        package: spec,
        args,
        env,
        ...(command === undefined ? {} : { command }),
      };
    });
  }

  private async fetchInto(
    folder: string,
    target: BinaryTarget,
    { signal, progress }: InstallRequest,
  ): Promise<Omit<BinaryManifest, 'id' | 'version' | 'installedAt'>> {
    const { platform, fetch, limits = {} } = this.options;
    const { archive: url, args, env, sha256 } = target;
    const file = join(folder, 'download');
    const fetched = await download(
      {
        url,
        file,
        ...(sha256 === undefined ? {} : { sha256 }),
        ...(signal === undefined ? {} : { signal }),
        ...(limits.maxDownload === undefined ? {} : { maxBytes: limits.maxDownload }),
        ...(limits.stallLimit === undefined ? {} : { stallLimit: limits.stallLimit }),
        progress: (received, total) => progress?.({ step: 'download', received, total }),
      },
      fetch,
    );
    progress?.({ step: 'unpack' });
    const { cmd } = await (
      await import('./unpack')
    ).unpack({
      archive: file,
      name: fileName(url),
      folder: this.folders.files(folder),
      cmd: target.cmd,
      platform,
      ...(signal === undefined ? {} : { signal }),
      ...(limits.maxEntries === undefined ? {} : { maxEntries: limits.maxEntries }),
      ...(limits.maxBytes === undefined ? {} : { maxBytes: limits.maxBytes }),
    });
    await this.folders.remove(file);
    return { kind: 'binary', url, sha256: fetched.sha256, cmd, args, env };
  }

  /** Makes another version of something installed available. */
  private async provide(present: InstalledAgent, version: string): Promise<void> {
    const { id, kind } = present;
    if (!isAgentVersion(version)) throw notInstalled(`${id} ${version}`);
    if ((await this.folders.readVersion(id, version)) !== undefined) return;
    if (kind === 'binary') throw notInstalled(`${id} ${version}`);
    const { args, env, command } = present;
    await this.place(id, version, undefined, async () => ({
      id,
      version,
      kind,
      package: packageAt(kind, present.package, version),
      ...(command === undefined ? {} : { command }),
      args,
      env,
      installedAt: this.options.now(),
    }));
  }

  /** `fill` puts the files into a temporary folder, which then becomes the version. */
  private async place(
    id: string,
    version: string,
    signal: AbortSignal | undefined,
    fill: (folder: string) => Promise<Manifest>,
  ): Promise<void> {
    const folder = await this.folders.makeTemporary().catch((error: unknown) => {
      throw storageFailed(this.options.root, error);
    });
    try {
      const manifest = await fill(folder);
      if (signal?.aborted === true) throw installStopped();
      await this.folders.commit(folder, id, version, manifest);
    } catch (error) {
      await this.folders.remove(folder);
      throw error instanceof AgentError ? error : storageFailed(this.options.root, error);
    }
  }

  private async expectInstalled(id: string): Promise<InstalledAgent> {
    const installed = await this.installed(id);
    if (installed === undefined) throw notInstalled(id);
    return installed;
  }

  private change<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
    const earlier = this.changes.get(id) ?? Promise.resolve();
    const result = earlier.then(work);
    const settled = result.catch(() => undefined);
    this.changes.set(id, settled);
    void settled.then(() => {
      if (this.changes.get(id) === settled) this.changes.delete(id);
    });
    return result;
  }
}

/** Whether downloading it again would bring the same; to write a package down again costs nothing. */
function isSame(present: InstalledAgent, target: ChosenDistribution): boolean {
  if (present.kind !== 'binary' || target.kind !== 'binary') return false;
  const { sha256, archive, args, env } = target.target;
  if (JSON.stringify([args, env]) !== JSON.stringify([present.args, present.env])) return false;
  return sha256 === undefined ? archive === present.url : sha256 === present.sha256;
}

function fileName(url: string): string {
  return new URL(url).pathname.split('/').at(-1) ?? '';
}

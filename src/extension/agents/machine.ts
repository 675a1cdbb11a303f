import { Uri, workspace } from 'vscode';
import { homedir, userInfo } from 'node:os';
import { baseEnvironment, type BaseEnvironment } from '../../acp/agents/environment';
import { withoutCredentials } from '../../acp/agents/credentials';
import { installDirectories } from '../../acp/agents/installDirectories';
import { planLaunch, type PlanDeps, type PlanRequest } from '../../acp/agents/launch';
import type { LaunchSource } from '../../acp/agents/launchSource';
import { LoginShell } from '../../acp/agents/loginShell';
import { nodeProbes, readSmallText } from '../../acp/agents/nodeProbes';
import { writeNodeShims } from '../../acp/agents/nodeShims';
import { nodeVersions } from '../../acp/agents/nodeVersion';
import { availableRunners, type Available } from '../../acp/agents/registry/choose';
import { emptyNpxFolder } from '../../acp/agents/npxFolder';
import type { LaunchPlan } from '../../acp/launchPlan';
import type { Log } from '../../acp/ports';
import { readSettings } from '../settings';

export interface MachineParts {
  /** The extension's folder for all workspaces. */
  readonly storage: Uri;
  readonly log: Log;
}

export interface PlanOptions extends PlanRequest {
  /** False: API keys of the surrounding environment are left out. */
  readonly passCredentials: boolean;
}

/** The computer that agents run on: the person's environment, asked for once, and plans that are made with it. */
export class Machine {
  private readonly shell: LoginShell;
  private environment: Promise<BaseEnvironment> | undefined;
  private versions: PlanDeps['nodeVersion'] | undefined;
  private problem: string | undefined;

  constructor(private readonly parts: MachineParts) {
    this.shell = new LoginShell({
      platform: process.platform,
      shell: process.env['SHELL'] ?? loginShellOfUser(),
      processEnv: process.env,
      runtime: process.execPath,
    });
  }

  /** Why the login shell gave nothing; `off` when it was not asked, undefined when it answered. */
  get shellProblem(): string | undefined {
    return this.problem;
  }

  /** Variables for children: those of the person, without the editor's own. */
  base(): Promise<BaseEnvironment> {
    this.environment ??= this.resolve();
    return this.environment;
  }

  /** What there is to run packages with. */
  async runners(): Promise<Available> {
    const { variables } = await this.base();
    return availableRunners(variables, { platform: process.platform, probes: nodeProbes });
  }

  /** Asks everything again when it is next needed. */
  forget(): void {
    this.shell.forget();
    this.environment = undefined;
    this.versions = undefined;
  }

  /** @throws AgentError */
  async plan(source: LaunchSource, { passCredentials, ...request }: PlanOptions): Promise<LaunchPlan> {
    const full = await this.base();
    const base = passCredentials ? full : { ...full, variables: withoutCredentials(full.variables) };
    const forbidden = workspaceFolders();
    return planLaunch(source, { ...request, forbidden }, this.deps(base));
  }

  private deps(base: BaseEnvironment): PlanDeps {
    this.versions ??= nodeVersions(base.variables);
    return {
      platform: process.platform,
      probes: nodeProbes,
      home: homedir(),
      base,
      readText: readSmallText,
      runtime: { path: process.execPath, version: process.versions.node },
      nodeVersion: this.versions,
      nodeShims: () => writeNodeShims(Uri.joinPath(this.parts.storage, 'node').fsPath, process.execPath),
      npxFolder: () => emptyNpxFolder(Uri.joinPath(this.parts.storage, 'npx').fsPath),
    };
  }

  private async resolve(): Promise<BaseEnvironment> {
    const { platform } = process;
    // Start-up files of a shell are programs too: in a workspace that is not trusted nothing is started.
    const asks = readSettings().useLoginShell && workspace.isTrusted;
    const answer = asks ? await this.shell.ask() : { variables: {}, problem: 'off' };
    this.problem = answer.problem;
    if (answer.problem !== undefined) this.parts.log.info(`[env] login shell: ${answer.problem}`);
    const { variables } = answer;
    const installed = await installDirectories(
      { ...variables, ...process.env },
      { platform, home: homedir(), probes: nodeProbes },
    );
    return baseEnvironment({ platform, processEnv: process.env, shellEnv: variables, installed });
  }
}

/** Programs in them are never taken by their name: a workspace must not decide what is started. */
export function workspaceFolders(): readonly string[] {
  return (workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
}

function loginShellOfUser(): string | undefined {
  try {
    return userInfo().shell ?? undefined;
  } catch {
    return undefined;
  }
}

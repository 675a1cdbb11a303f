import { Uri } from 'vscode';
import { homedir, userInfo } from 'node:os';
import { catalogue } from '../../acp/agents/catalogue';
import { detect, type DetectedAgent } from '../../acp/agents/detect';
import { baseEnvironment, type BaseEnvironment } from '../../acp/agents/environment';
import { installDirectories } from '../../acp/agents/installDirectories';
import { nodeScriptLaunch, programLaunch, type LaunchDeps } from '../../acp/agents/launch';
import { LoginShell } from '../../acp/agents/loginShell';
import { nodeProbes, readSmallText } from '../../acp/agents/nodeProbes';
import type { ConfiguredAgent } from '../../acp/agents/configured';
import { english, phrase } from '../../acp/errors';
import { needsAdapter } from '../../acp/errors/start';
import type { Log } from '../../acp/ports';
import type { LaunchPlan } from '../../acp/process';
import { readSettings } from '../settings';
import { text, translate } from '../text';
import type { AgentDirectory, AgentOffer, LaunchVariant } from './directory';

export const DEMO_ID = 'demo';

/** Agents from three sources: built in, the person's settings, and programs found on this machine. */
export class EditorDirectory implements AgentDirectory {
  private readonly shell: LoginShell;
  private environment: Promise<BaseEnvironment> | undefined;
  private detected: Promise<readonly DetectedAgent[]> | undefined;

  constructor(
    private readonly extensionUri: Uri,
    private readonly log: Log,
  ) {
    this.shell = new LoginShell({
      platform: process.platform,
      shell: process.env['SHELL'] ?? loginShellOfUser(),
      processEnv: process.env,
      runtime: process.execPath,
    });
  }

  /** Variables for children: those of the person, without the editor's own. */
  base(): Promise<BaseEnvironment> {
    this.environment ??= this.resolveEnvironment();
    return this.environment;
  }

  async list(): Promise<readonly AgentOffer[]> {
    const configured = readSettings().agents.map((agent) => this.configured(agent));
    const detected = (await this.detect())
      .filter((agent) => agent.state !== 'notFound')
      .map((agent) => this.found(agent));
    const offers = [this.demo(), ...configured, ...detected];
    return offers.filter((offer, index) => offers.findIndex((other) => other.id === offer.id) === index);
  }

  /** Looks only as far as needed: the demo agent and configured ones need no search of the machine. */
  async find(id: string): Promise<AgentOffer | undefined> {
    const configured = readSettings().agents.find((agent) => agent.id === id);
    if (configured !== undefined) return this.configured(configured);
    if (id === DEMO_ID) return this.demo();
    return (await this.list()).find((offer) => offer.id === id);
  }

  refresh(): void {
    this.shell.forget();
    this.environment = undefined;
    this.detected = undefined;
  }

  private async resolveEnvironment(): Promise<BaseEnvironment> {
    const { platform } = process;
    const { variables, problem } = await this.shell.ask();
    if (problem !== undefined) this.log.warn(`[env] login shell gave nothing: ${problem}`);
    const installed = await installDirectories(
      { ...variables, ...process.env },
      {
        platform,
        home: homedir(),
        probes: nodeProbes,
      },
    );
    return baseEnvironment({ platform, processEnv: process.env, shellEnv: variables, installed });
  }

  private async detect(): Promise<readonly DetectedAgent[]> {
    this.detected ??= this.base().then(({ variables }) =>
      detect(catalogue, variables, { platform: process.platform, probes: nodeProbes }),
    );
    return this.detected;
  }

  private demo(): AgentOffer {
    const script = Uri.joinPath(this.extensionUri, 'dist', 'demo-agent.js').fsPath;
    const { platform } = process;
    // No login shell is asked: the first agent a newcomer meets starts at once.
    const base = baseEnvironment({ platform, processEnv: process.env, shellEnv: {}, installed: [] });
    return {
      id: DEMO_ID,
      name: text.demoAgent(),
      detail: text.demoDetail(),
      usable: true,
      plan: (cwd) =>
        Promise.resolve(
          nodeScriptLaunch(
            { script, args: [], runtime: process.execPath, env: {}, cwd },
            { platform, home: homedir(), base },
          ),
        ),
    };
  }

  private configured(agent: ConfiguredAgent): AgentOffer {
    return {
      id: agent.id,
      name: agent.name,
      detail: text.agentFromSettings(),
      usable: true,
      plan: (cwd, variant) => this.program(agent, cwd, variant),
    };
  }

  private found(agent: DetectedAgent): AgentOffer {
    const { path, state } = agent;
    if (path === undefined || state !== 'ready') {
      const hint = agent.npmPackage === undefined ? agent.website : `npm install -g ${agent.npmPackage}`;
      return {
        id: agent.id,
        name: agent.name,
        detail: text.agentNeedsAdapter(),
        usable: false,
        plan: () => Promise.reject(needsAdapter(agent.name, english(phrase('Install it with: {0}.', hint)))),
      };
    }
    return {
      id: agent.id,
      name: agent.name,
      detail: translate(agent.reason),
      usable: true,
      plan: (cwd, variant) => this.program({ command: path, args: agent.args, env: agent.env }, cwd, variant),
    };
  }

  private async program(
    own: Pick<ConfiguredAgent, 'command' | 'args' | 'env'>,
    cwd: string,
    variant?: LaunchVariant,
  ): Promise<LaunchPlan> {
    const deps: LaunchDeps = {
      platform: process.platform,
      probes: nodeProbes,
      home: homedir(),
      base: await this.base(),
      readText: readSmallText,
    };
    const command = variant?.command ?? own.command;
    const args = [...(variant?.command === undefined ? own.args : []), ...(variant?.args ?? [])];
    // The same environment as the agent's, or a login would end up elsewhere.
    return programLaunch({ command, args, env: { ...own.env, ...variant?.env }, cwd }, deps);
  }
}

function loginShellOfUser(): string | undefined {
  try {
    return userInfo().shell ?? undefined;
  } catch {
    return undefined;
  }
}

import { workspace } from 'vscode';
import { parseAgents, type ConfiguredAgent } from '../acp/agents/configured';
import { registryUrl } from '../acp/agents/registry/store';
import { settings } from './ids';
import { translate } from './text';

export interface Settings {
  readonly agents: readonly ConfiguredAgent[];
  /** Mistakes in the agents setting, a sentence each. */
  readonly problems: readonly string[];
  readonly defaultAgent: string;
  /** Seconds. */
  readonly handshakeTimeout: number;
  /** Seconds. */
  readonly stopGrace: number;
  readonly permissionPrompt: 'auto' | 'quickPick' | 'card';
  /** Seconds; 0 = never. */
  readonly turnTimeout: number;
  readonly turnTimeoutAction: 'ask' | 'stop' | 'forceStop';
  /** Seconds; 0 = never. */
  readonly cancelTimeout: number;
  /** Minutes; 0 = never. */
  readonly idleRelease: number;
  /** Seconds. */
  readonly installTimeout: number;
  readonly detectPrograms: boolean;
  readonly useLoginShell: boolean;
  readonly listExtensionAgents: boolean;
  readonly registryMode: 'online' | 'offline' | 'off';
  readonly registryUrl: string;
}

export function readSettings(): Settings {
  const config = workspace.getConfiguration();
  const options = { setting: settings.agents, platform: process.platform };
  const { agents, problems } = parseAgents(userValue(settings.agents), options);
  const silence = config.get<string>(settings.turnTimeoutAction);
  const wanted = config.get<unknown>(settings.defaultAgent);
  const mode = userValue(settings.registryMode);
  const address = userValue(settings.registryUrl);
  const prompt = config.get<string>(settings.permissionPrompt);
  return {
    agents,
    problems: problems.map(translate),
    defaultAgent: typeof wanted === 'string' && wanted !== '' ? wanted : 'demo',
    handshakeTimeout: within(config.get(settings.handshakeTimeout), 1, 3600, 60),
    stopGrace: within(config.get(settings.stopGrace), 0, 60, 2),
    turnTimeout: within(config.get(settings.turnTimeout), 0, 86_400, 180),
    turnTimeoutAction: silence === 'stop' || silence === 'forceStop' ? silence : 'ask',
    cancelTimeout: within(config.get(settings.cancelTimeout), 0, 3600, 10),
    idleRelease: within(config.get(settings.idleRelease), 0, 10_080, 60),
    installTimeout: within(config.get(settings.installTimeout), 1, 7200, 600),
    detectPrograms: config.get(settings.detectPrograms) !== false,
    useLoginShell: config.get(settings.useLoginShell) !== false,
    listExtensionAgents: config.get(settings.listExtensionAgents) !== false,
    registryMode: mode === 'offline' || mode === 'off' ? mode : 'online',
    registryUrl: typeof address === 'string' && address !== '' ? address : registryUrl,
    permissionPrompt: prompt === 'quickPick' || prompt === 'card' ? prompt : 'auto',
  };
}

/** Commands to run come from the user's or the machine's settings only, whatever a workspace says. */
function userValue(key: string): unknown {
  const found = workspace.getConfiguration().inspect<unknown>(key);
  return found?.globalValue ?? found?.defaultValue;
}

/** The limits are those of the manifest, which VS Code shows but does not enforce. */
function within(value: unknown, minimum: number, maximum: number, fallback: number): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) return fallback;
  return Math.min(maximum, Math.max(minimum, value));
}

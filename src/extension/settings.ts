import { workspace } from 'vscode';
import { parseAgents, type ConfiguredAgent } from '../acp/agents/configured';
import { settings } from './ids';

export interface Settings {
  readonly agents: readonly ConfiguredAgent[];
  /** Entries that cannot be used, each with a sentence that says why. */
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
}

export function readSettings(): Settings {
  const config = workspace.getConfiguration();
  const { agents, problems } = parseAgents(userValue(settings.agents), settings.agents);
  const silence = config.get<string>(settings.turnTimeoutAction);
  const prompt = config.get<string>(settings.permissionPrompt);
  return {
    agents,
    problems,
    defaultAgent: config.get<string>(settings.defaultAgent) ?? 'demo',
    handshakeTimeout: positive(config.get(settings.handshakeTimeout), 60),
    stopGrace: positive(config.get(settings.stopGrace), 2),
    turnTimeout: positive(config.get(settings.turnTimeout), 180),
    turnTimeoutAction: silence === 'stop' || silence === 'forceStop' ? silence : 'ask',
    cancelTimeout: positive(config.get(settings.cancelTimeout), 10),
    idleRelease: positive(config.get(settings.idleRelease), 60),
    installTimeout: positive(config.get(settings.installTimeout), 600),
    permissionPrompt: prompt === 'quickPick' || prompt === 'card' ? prompt : 'auto',
  };
}

/** Commands to run come from the user's or the machine's settings only, whatever a workspace says. */
function userValue(key: string): unknown {
  const found = workspace.getConfiguration().inspect<unknown>(key);
  return found?.globalValue ?? found?.defaultValue;
}

function positive(value: unknown, fallback: number): number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : fallback;
}

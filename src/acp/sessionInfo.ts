import { asArray, asNumber, asObject, asString, isObject, type JsonObject } from './json';

export interface PlanEntry {
  readonly content: string;
  readonly status: string;
  readonly priority: string | undefined;
}

export interface Command {
  readonly name: string;
  readonly description: string;
  readonly hint: string | undefined;
}

export interface Mode {
  readonly id: string;
  readonly name: string;
}

export interface Usage {
  /** Tokens. */
  readonly used: number;
  /** Tokens the context holds. */
  readonly size: number;
  readonly cost: { readonly amount: number; readonly currency: string } | undefined;
}

/** What the agent last said about the session as a whole. Replaced, never merged, except where noted. */
export interface SessionInfo {
  readonly title: string | undefined;
  readonly plan: readonly PlanEntry[];
  readonly commands: readonly Command[];
  readonly modes: readonly Mode[];
  readonly modeId: string | undefined;
  /** Ids from the older list of models; agents with a config option for it may leave it out. */
  readonly models: readonly string[];
  readonly modelId: string | undefined;
  /** The complete list as the agent sent it; read by id. */
  readonly configOptions: readonly JsonObject[];
  readonly usage: Usage | undefined;
}

export const emptyInfo: SessionInfo = {
  title: undefined,
  plan: [],
  commands: [],
  modes: [],
  modeId: undefined,
  models: [],
  modelId: undefined,
  configOptions: [],
  usage: undefined,
};

/** The next state, the same object when nothing changed, or undefined when the update kind is unknown. */
export function applyInfo(info: SessionInfo, update: JsonObject): SessionInfo | undefined {
  switch (update['sessionUpdate']) {
    case 'plan':
      return { ...info, plan: parsePlan(update['entries']) };
    case 'available_commands_update':
      return { ...info, commands: parseCommands(update['availableCommands']) };
    case 'current_mode_update': {
      const modeId = asString(update['currentModeId']) ?? asString(update['modeId']);
      return modeId === undefined ? info : { ...info, modeId };
    }
    case 'config_option_update':
      return { ...info, configOptions: parseConfigOptions(update['configOptions']) };
    case 'session_info_update':
      return 'title' in update ? { ...info, title: asString(update['title']) } : info;
    case 'usage_update':
      return { ...info, usage: parseUsage(update) };
    case 'compaction_summary_chunk':
      return info;
    default:
      return undefined;
  }
}

/** Modes and options from the answer to session/new or session/load. */
export function infoFromAnswer(info: SessionInfo, answer: JsonObject): SessionInfo {
  const modes = asObject(answer['modes']);
  const models = asObject(answer['models']);
  return {
    ...info,
    models: asArray(models['availableModels'])
      .filter(isObject)
      .flatMap((model) => asString(model['modelId']) ?? []),
    modelId: asString(models['currentModelId']) ?? info.modelId,
    modes: asArray(modes['availableModes']).filter(isObject).flatMap(parseMode),
    modeId: asString(modes['currentModeId']) ?? info.modeId,
    configOptions: Array.isArray(answer['configOptions'])
      ? parseConfigOptions(answer['configOptions'])
      : info.configOptions,
  };
}

/** Name of the mode to show: the config option of category mode first, then the older modes list. */
export function modeName(info: SessionInfo): string | undefined {
  const option = optionOfCategory(info, 'mode');
  if (option !== undefined) {
    const value = asString(option['currentValue']);
    const chosen = choicesOf(option).find((choice) => choice['value'] === value && value !== undefined);
    return asString(chosen?.['name']) ?? value;
  }
  return info.modes.find((mode) => mode.id === info.modeId)?.name ?? info.modeId;
}

/** The config option that stands for the mode, the model and so on. */
export function optionOfCategory(info: SessionInfo, category: string): JsonObject | undefined {
  return info.configOptions.find((option) => option['category'] === category);
}

/** The values that a select offers, those in groups included. */
export function choicesOf(option: JsonObject): readonly JsonObject[] {
  return asArray(option['options'])
    .filter(isObject)
    .flatMap((choice) => [choice, ...asArray(choice['options']).filter(isObject)]);
}

function parsePlan(entries: unknown): readonly PlanEntry[] {
  return asArray(entries)
    .filter(isObject)
    .map((entry) => ({
      content: asString(entry['content']) ?? '',
      status: asString(entry['status']) ?? 'pending',
      priority: asString(entry['priority']),
    }));
}

function parseCommands(commands: unknown): readonly Command[] {
  return asArray(commands)
    .filter(isObject)
    .flatMap((command) => {
      const name = asString(command['name'])?.replace(/^\//, '');
      if (name === undefined || name === '') return [];
      const hint = asString(asObject(command['input'])['hint']);
      return [{ name, description: asString(command['description']) ?? '', hint }];
    });
}

function parseMode(mode: JsonObject): readonly Mode[] {
  const id = asString(mode['id']);
  return id === undefined ? [] : [{ id, name: asString(mode['name']) ?? id }];
}

function parseConfigOptions(options: unknown): readonly JsonObject[] {
  return asArray(options)
    .filter(isObject)
    .filter((option) => typeof option['id'] === 'string');
}

function parseUsage(update: JsonObject): Usage | undefined {
  const used = asNumber(update['used']);
  const size = asNumber(update['size']);
  if (used === undefined || size === undefined) return undefined;
  const cost = asObject(update['cost']);
  const amount = asNumber(cost['amount']);
  return {
    used,
    size,
    cost: amount === undefined ? undefined : { amount, currency: asString(cost['currency']) ?? '' },
  };
}

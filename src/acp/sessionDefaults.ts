import { AgentError, phrase, type Phrase } from './errors';
import { asString, type JsonObject } from './json';
import type { Session } from './session';
import { choicesOf, optionOfCategory } from './sessionInfo';

/** What a person wants every new session of an agent to start with. */
export interface SessionDefaults {
  readonly mode?: string;
  readonly model?: string;
  /** Values by the id of a config option. */
  readonly config?: Readonly<Record<string, string | boolean>>;
}

/**
 * Sets mode, model and config options of a new session, each only if the agent offers it and has another value now.
 * Never rejects. @returns a sentence for each that could not be set
 */
export async function applyDefaults(session: Session, defaults: SessionDefaults): Promise<readonly Phrase[]> {
  const problems: Phrase[] = [];
  // The model first: it may decide which other options there are.
  if (defaults.model !== undefined) problems.push(...(await setModel(session, defaults.model)));
  if (defaults.mode !== undefined) problems.push(...(await setMode(session, defaults.mode)));
  for (const [id, value] of Object.entries(defaults.config ?? {})) {
    problems.push(...(await setOption(session, id, value)));
  }
  return problems;
}

async function setMode(session: Session, mode: string): Promise<readonly Phrase[]> {
  const { info } = session.transcript;
  const option = optionOfCategory(info, 'mode');
  if (option !== undefined) return setOption(session, optionId(option), mode);
  if (!info.modes.some(({ id }) => id === mode)) return [phrase('The agent offers no mode “{0}”.', mode)];
  if (info.modeId === mode) return [];
  return attempt(phrase('The mode “{0}” could not be set.', mode), () => session.setMode(mode));
}

async function setModel(session: Session, model: string): Promise<readonly Phrase[]> {
  const { info } = session.transcript;
  const option = optionOfCategory(info, 'model');
  if (option !== undefined) return setOption(session, optionId(option), model);
  if (!info.models.includes(model)) return [phrase('The agent offers no model “{0}”.', model)];
  if (info.modelId === model) return [];
  return attempt(phrase('The model “{0}” could not be set.', model), () => session.setModel(model));
}

async function setOption(session: Session, id: string, value: string | boolean): Promise<readonly Phrase[]> {
  const option = session.transcript.info.configOptions.find((offered) => offered['id'] === id);
  if (option === undefined) return [phrase('The agent has no option “{0}”.', id)];
  if (option['currentValue'] === value) return [];
  if (!accepts(option, value)) {
    return [phrase('The agent’s option “{0}” does not offer “{1}”.', id, String(value))];
  }
  const failed = phrase('The option “{0}” could not be set to “{1}”.', id, String(value));
  return attempt(failed, () => session.setConfigOption(id, value));
}

function accepts(option: JsonObject, value: string | boolean): boolean {
  if (option['type'] === 'boolean') return typeof value === 'boolean';
  const choices = choicesOf(option);
  return choices.length === 0 || choices.some((choice) => choice['value'] === value);
}

function optionId(option: JsonObject): string {
  return asString(option['id']) ?? '';
}

async function attempt(failed: Phrase, action: () => Promise<void>): Promise<readonly Phrase[]> {
  try {
    await action();
    return [];
  } catch (error) {
    if (error instanceof AgentError) return [failed];
    throw error;
  }
}

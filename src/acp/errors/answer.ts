import { asNumber, asString, isObject, jsonText, type JsonObject } from '../json';
import type { ErrorAnswer } from './requests';

/** An error answer with everything that its kind can be told by. */
export interface ReadAnswer extends ErrorAnswer {
  /** All words in it, cut to a length that is quick to search. */
  readonly text: string;
  /** HTTP status of the service behind the agent, if one is named. */
  readonly status: number | undefined;
  readonly data: unknown;
}

/** Characters of a title, and of the text that is searched. */
const TITLE_LENGTH = 300;
const SEARCHED_LENGTH = 8000;
/** Messages that say nothing: what matters is in the data then. */
const SAYS_NOTHING =
  /^(?:internal(?: server)? error|server error|invalid params|invalid request|error|unknown error)[.:]?$/i;

export function readAnswer(method: string, code: number, message: string, data: unknown): ReadAnswer {
  const said = errorDetails(data);
  const text = [message, said]
    .filter((part) => part !== '')
    .join('\n')
    .slice(0, SEARCHED_LENGTH);
  const lead = SAYS_NOTHING.test(message.trim()) && said !== '' ? said : message;
  const title = oneLine(lead);
  return {
    method,
    code,
    message: title,
    // Whatever the title does not show whole is kept below it.
    details: lead === message && title === message.trim() ? said : text,
    text,
    status: httpStatus(code, data, text),
    data,
  };
}

/** Agents put the real reason into `error.data`, as a string or as `{details}`. */
function errorDetails(data: unknown): string {
  if (data === undefined || data === null) return '';
  if (typeof data === 'string') return data;
  if (isObject(data)) {
    const { details } = data;
    if (typeof details === 'string') return details;
    if (Object.keys(data).length === 0) return '';
  }
  return jsonText(data, 2);
}

function oneLine(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.length > TITLE_LENGTH ? `${line.slice(0, TITLE_LENGTH)}…` : line;
}

const STATUS_IN_TEXT: readonly RegExp[] = [
  /\b(?:status(?:[ _-]?code)?|http(?:\/[\d.]+)?|(?:http|api) error|error(?: code)?)["']?\s*[:=]?\s*\(?([45]\d\d)\b/i,
  /"code"\s*:\s*([45]\d\d)\b/,
  /\b([45]\d\d) (?:unauthorized|forbidden|too many requests|payment required|service unavailable)\b/i,
];

/** Some agents answer with the HTTP status as code, some name it in the data, most in their words. */
function httpStatus(code: number, data: unknown, text: string): number | undefined {
  const inner = isObject(data) && isObject(data['error']) ? data['error'] : undefined;
  const named = [data, inner].filter(isObject).flatMap(statusFields);
  const found = [code, ...named].find((value) => value >= 400 && value < 600);
  if (found !== undefined) return found;
  for (const pattern of STATUS_IN_TEXT) {
    const [, status] = pattern.exec(text) ?? [];
    if (status !== undefined) return Number(status);
  }
  return undefined;
}

function statusFields(fields: JsonObject): readonly number[] {
  return ['status', 'statusCode', 'status_code', 'httpStatus', 'code'].flatMap((key) => {
    const value = asNumber(fields[key]) ?? Number(asString(fields[key]) ?? Number.NaN);
    return Number.isInteger(value) ? [value] : [];
  });
}

const SECONDS_UNTIL =
  /\b(?:resets?_in_seconds|retry[-_ ]?after(?:[-_ ]?seconds)?)["']?\s*[:=]?\s*"?(\d{1,9})\b(?!\s*(?:ms|m|h))/i;
const DELAY = /"retryDelay"\s*:\s*"([\d.]+ ?\w{1,10})"/;
const EPOCH = /\b(?:resets?_at["']?\s*[:=]\s*|limit reached\|)(\d{10})\b/i;
const SAID = /\b(?:try|retry)(?: again)? ((?:in|at|after|on) (?:[^.;\n"|]|\.(?=\d)){1,60})/i;
const RESETS = /\bresets? (?:(?:at|in|on) )?((?:[^.;\n"|]|\.(?=\d)){1,60})/i;

/** When to try again, as a person would say it; undefined when the agent names no time. */
export function retryTimeOf({ text }: ReadAnswer): string | undefined {
  const [, seconds] = SECONDS_UNTIL.exec(text) ?? [];
  if (seconds !== undefined) return `in ${seconds} s`;
  const [, epoch] = EPOCH.exec(text) ?? [];
  if (epoch !== undefined)
    return `${new Date(Number(epoch) * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const [, delay] = DELAY.exec(text) ?? [];
  if (delay !== undefined) return `in ${delay}`;
  const [, words] = SAID.exec(text) ?? RESETS.exec(text) ?? [];
  return words?.trim();
}

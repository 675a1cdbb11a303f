import { phrase } from '../errors';
import type { Phrase } from '../errors';
import type { JsonObject } from '../json';
import { isObject } from '../json';

/**
 * The fields of one entry. A field that is absent or null gives undefined and is fine; a wrong one gives
 * undefined and a sentence, and makes the entry unusable: starting it without would be something else than
 * what was asked for.
 */
export class EntryFields {
  readonly problems: Phrase[] = [];
  /** False after a mistake that the entry cannot be used with. */
  usable = true;

  constructor(
    private readonly entry: JsonObject,
    private readonly where: string,
  ) {}

  has(field: string): boolean {
    return Object.hasOwn(this.entry, field) && (this.entry[field] ?? undefined) !== undefined;
  }

  names(): readonly string[] {
    return Object.keys(this.entry);
  }

  path(field: string): string {
    return `${this.where}.${field}`;
  }

  /** Says something that the entry can be used in spite of. */
  warn(problem: Phrase): void {
    this.problems.push(problem);
  }

  /** The value; where it is undefined, the entry cannot be used. */
  need<Value>(value: Value | undefined, problem: Phrase): Value | undefined {
    if (value === undefined) this.fail(problem);
    return value;
  }

  fail(problem: Phrase): void {
    this.usable = false;
    this.problems.push(problem);
  }

  text(field: string): string | undefined {
    if (!this.has(field)) return undefined;
    const value = this.entry[field];
    const usable = typeof value === 'string' && value.trim() !== '' && !value.includes('\0');
    return this.need(
      usable ? value : undefined,
      phrase('{0}: write a text that is not empty, in quotes.', this.path(field)),
    );
  }

  flag(field: string): boolean | undefined {
    if (!this.has(field)) return undefined;
    const value = this.entry[field];
    const usable = typeof value === 'boolean' ? value : undefined;
    return this.need(usable, phrase('{0}: write true or false, without quotes.', this.path(field)));
  }

  choice<Choice extends string>(field: string, choices: readonly Choice[]): Choice | undefined {
    if (!this.has(field)) return undefined;
    const found = choices.find((choice) => choice === this.entry[field]);
    return this.need(found, phrase('{0}: write one of {1}.', this.path(field), choices.join(', ')));
  }

  list(field: string): readonly string[] | undefined {
    if (!this.has(field)) return undefined;
    const value = this.entry[field];
    const isList = Array.isArray(value) && value.every((item): item is string => typeof item === 'string');
    return this.need(
      isList ? [...value] : undefined,
      phrase('{0}: write a list of texts, such as {1}.', this.path(field), '["acp"]'),
    );
  }

  /** Environment variables. */
  variables(field: string): Readonly<Record<string, string | null>> | undefined {
    if (!this.has(field)) return undefined;
    const isValue = (value: unknown): value is string | null => value === null || typeof value === 'string';
    const isName = (name: string): boolean => /^[^=\0]+$/.test(name);
    return this.need(
      recordOf(this.entry[field], isValue, isName),
      phrase(
        '{0}: write an object with a text for each variable, or null to remove it, such as {1}.',
        this.path(field),
        '{ "LOG_LEVEL": "debug", "OPENAI_API_KEY": null }',
      ),
    );
  }

  headers(field: string): Readonly<Record<string, string>> | undefined {
    if (!this.has(field)) return undefined;
    const isValue = (value: unknown): value is string => typeof value === 'string' && !/[\0\r\n]/.test(value);
    const isName = (name: string): boolean => /^[\w!#$%&'*+.^`|~-]+$/.test(name);
    return this.need(
      recordOf(this.entry[field], isValue, isName),
      phrase(
        '{0}: write an object with a text for each header, such as {1}.',
        this.path(field),
        '{ "X-Team": "blue" }',
      ),
    );
  }

  options(field: string): Readonly<Record<string, string | boolean>> | undefined {
    if (!this.has(field)) return undefined;
    const isValue = (value: unknown): value is string | boolean =>
      typeof value === 'string' || typeof value === 'boolean';
    return this.need(
      recordOf(this.entry[field], isValue, () => true),
      phrase(
        '{0}: write an object with a text, true or false for each option, such as {1}.',
        this.path(field),
        '{ "thinking": "high" }',
      ),
    );
  }
}

function recordOf<Value>(
  value: unknown,
  isValue: (item: unknown) => item is Value,
  isName: (name: string) => boolean,
): Readonly<Record<string, Value>> | undefined {
  if (!isObject(value)) return undefined;
  const pairs: (readonly [string, Value])[] = [];
  for (const [name, item] of Object.entries(value)) {
    if (!isName(name) || !isValue(item)) return undefined;
    pairs.push([name, item]);
  }
  // Makes own properties of every name, __proto__ included.
  return Object.fromEntries(pairs);
}

import { runInNewContext } from 'node:vm';
import { asArray, asNumber, asObject, asString, isObject, type JsonObject } from './json';
import type { ElicitationValue } from './ports';

export interface FormChoice {
  readonly value: string;
  readonly label: string;
}

interface FieldBase {
  readonly name: string;
  readonly title: string;
  readonly description: string | undefined;
  readonly required: boolean;
}

/** One field of a form elicitation, https://agentclientprotocol.com/protocol/elicitation. */
export type FormField = FieldBase &
  (
    | {
        readonly kind: 'text';
        readonly initial: string;
        readonly minLength: number | undefined;
        readonly maxLength: number | undefined;
        readonly pattern: string | undefined;
      }
    | {
        readonly kind: 'number';
        readonly integer: boolean;
        readonly initial: number | undefined;
        readonly minimum: number | undefined;
        readonly maximum: number | undefined;
      }
    | { readonly kind: 'boolean'; readonly initial: boolean }
    | {
        readonly kind: 'choice';
        readonly choices: readonly FormChoice[];
        readonly initial: string | undefined;
      }
    | {
        readonly kind: 'choices';
        readonly choices: readonly FormChoice[];
        readonly initial: readonly string[];
      }
  );

export type FieldProblem =
  | { readonly kind: 'required' | 'notNumber' | 'notInteger' }
  | { readonly kind: 'atLeast' | 'atMost' | 'tooShort' | 'tooLong'; readonly bound: number }
  | { readonly kind: 'noMatch'; readonly pattern: string };

/** The fields of a flat JSON schema, in its order. A property of an unknown type becomes a text field. */
export function parseForm(schema: unknown): readonly FormField[] {
  const required = new Set(asArray(asObject(schema)['required']));
  return Object.entries(asObject(asObject(schema)['properties'])).map(([name, value]) => {
    const property = asObject(value);
    const base = {
      name,
      title: asString(property['title']) ?? name,
      description: asString(property['description']),
      required: required.has(name),
    };
    return { ...base, ...parseKind(property) };
  });
}

type FieldKind = FormField extends infer F ? (F extends FormField ? Omit<F, keyof FieldBase> : never) : never;

function parseKind(property: JsonObject): FieldKind {
  const fallback = property['default'];
  switch (property['type']) {
    case 'boolean':
      return { kind: 'boolean', initial: fallback === true };
    case 'number':
    case 'integer':
      return {
        kind: 'number',
        integer: property['type'] === 'integer',
        initial: asNumber(fallback),
        minimum: asNumber(property['minimum']),
        maximum: asNumber(property['maximum']),
      };
    case 'array': {
      const initial = asArray(fallback).filter((item) => typeof item === 'string');
      return { kind: 'choices', choices: parseChoices(asObject(property['items'])), initial };
    }
    default: {
      const choices = parseChoices(property);
      if (choices.length > 0) return { kind: 'choice', choices, initial: asString(fallback) };
      return {
        kind: 'text',
        initial: asString(fallback) ?? '',
        minLength: asNumber(property['minLength']),
        maxLength: asNumber(property['maxLength']),
        pattern: asString(property['pattern']),
      };
    }
  }
}

function parseChoices(from: JsonObject): readonly FormChoice[] {
  const titled = [...asArray(from['oneOf']), ...asArray(from['anyOf'])].filter(isObject).flatMap((option) => {
    const value = asString(option['const']);
    return value === undefined ? [] : [{ value, label: asString(option['title']) ?? value }];
  });
  if (titled.length > 0) return titled;
  const names = asArray(from['enumNames']);
  return asArray(from['enum']).flatMap((value, index) =>
    typeof value === 'string' ? [{ value, label: asString(names[index]) ?? value }] : [],
  );
}

/** What is wrong with a text typed for this field; undefined when it can be sent. */
export function checkField(field: FormField, typed: string): FieldProblem | undefined {
  if (typed === '') return field.required ? { kind: 'required' } : undefined;
  if (field.kind === 'number') {
    const value = Number(typed);
    if (!Number.isFinite(value) || typed.trim() === '') return { kind: 'notNumber' };
    if (field.integer && !Number.isInteger(value)) return { kind: 'notInteger' };
    if (field.minimum !== undefined && value < field.minimum)
      return { kind: 'atLeast', bound: field.minimum };
    if (field.maximum !== undefined && value > field.maximum) return { kind: 'atMost', bound: field.maximum };
  }
  if (field.kind === 'text') {
    const length = Array.from(typed).length;
    if (field.minLength !== undefined && length < field.minLength)
      return { kind: 'tooShort', bound: field.minLength };
    if (field.maxLength !== undefined && length > field.maxLength)
      return { kind: 'tooLong', bound: field.maxLength };
    if (field.pattern !== undefined && !matches(field.pattern, typed))
      return { kind: 'noMatch', pattern: field.pattern };
  }
  return undefined;
}

/** The value of a checked text; undefined leaves an optional field out. */
export function fieldValue(field: FormField, typed: string): ElicitationValue | undefined {
  if (typed === '') return field.required && field.kind === 'text' ? '' : undefined;
  return field.kind === 'number' ? Number(typed) : typed;
}

/** Time (ms) for one look at what was typed. */
const PATTERN_MS = 50;

/**
 * A pattern that is no regular expression, or takes too long, forbids nothing. It runs in a context of its own only
 * for the sake of the time limit: a pattern of an agent must not hang the host.
 */
function matches(pattern: string, typed: string): boolean {
  try {
    const sandbox = { pattern, typed };
    return (
      runInNewContext('new RegExp(pattern, "u").test(typed)', sandbox, { timeout: PATTERN_MS }) !== false
    );
  } catch {
    return true;
  }
}

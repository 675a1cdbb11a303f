import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { checkField, fieldValue, parseForm, type FormField } from '../../src/acp/formFields';
import type { JsonObject } from '../../src/acp/json';

function field(property: unknown, required = false): FormField {
  const [only] = parseForm({ properties: { f: property }, required: required ? ['f'] : [] });
  if (only === undefined) throw new Error('the form has no field');
  return only;
}

/** Kind and bound of what is wrong, as one text. */
function problem(property: JsonObject, typed: string, required = false): string | undefined {
  const found = checkField(field(property, required), typed);
  return found === undefined ? undefined : Object.values(found).join(' ');
}

describe('form fields: schema', () => {
  it('keeps the order, titles and descriptions, and names what has no title', () => {
    const fields = parseForm({
      properties: { b: { type: 'string', title: 'Bee', description: 'D' }, a: { type: 'string' } },
      required: ['b'],
    });
    deepStrictEqual(
      fields.map(({ name, title, description, required }) => [name, title, description, required]),
      [
        ['b', 'Bee', 'D', true],
        ['a', 'a', undefined, false],
      ],
    );
  });

  it('reads every type of field with its default (B68)', () => {
    const base = { name: 'f', title: 'f', description: undefined, required: false };
    const choices = [
      { value: 'a', label: 'A' },
      { value: 'b', label: 'b' },
    ];
    const titled = [{ const: 'a', title: 'A' }, { const: 'b' }, { const: 3 }, null];
    const expected: readonly (readonly [JsonObject, object])[] = [
      [
        { type: 'boolean', default: true },
        { kind: 'boolean', initial: true },
      ],
      [
        { type: 'boolean', default: 'true' },
        { kind: 'boolean', initial: false },
      ],
      [
        { type: 'integer', default: 3, minimum: 1, maximum: 9 },
        { kind: 'number', integer: true, initial: 3, minimum: 1, maximum: 9 },
      ],
      [
        { type: 'number' },
        { kind: 'number', integer: false, initial: undefined, minimum: undefined, maximum: undefined },
      ],
      [
        { type: 'string', default: 'x', minLength: 1, maxLength: 5, pattern: '^x' },
        { kind: 'text', initial: 'x', minLength: 1, maxLength: 5, pattern: '^x' },
      ],
      [
        { type: 'string', oneOf: titled, default: 'b' },
        { kind: 'choice', choices, initial: 'b' },
      ],
      [
        { type: 'string', enum: ['a', 'b', 7], enumNames: ['A'] },
        { kind: 'choice', choices, initial: undefined },
      ],
      [
        { type: 'array', items: { anyOf: titled }, default: ['a', 7] },
        { kind: 'choices', choices, initial: ['a'] },
      ],
      [
        { type: 'array', items: { enum: ['a'] } },
        { kind: 'choices', choices: [{ value: 'a', label: 'a' }], initial: [] },
      ],
    ];
    for (const [property, kind] of expected) deepStrictEqual(field(property), { ...base, ...kind });
  });

  it('makes a text field of what it does not know', () => {
    for (const odd of [{}, { type: 'object' }, { type: 'null' }, null, 'text', { type: ['string'] }])
      strictEqual(field(odd).kind, 'text');
  });

  it('has no fields without a usable schema', () => {
    for (const odd of [undefined, null, 'x', [], {}, { properties: null }, { properties: [] }])
      deepStrictEqual(parseForm(odd), []);
  });
});

describe('form fields: what is typed', () => {
  it('wants a text where one is required, and takes none where it is not', () => {
    deepStrictEqual(
      [problem({ type: 'string' }, '', true), problem({ type: 'string', minLength: 3 }, '')],
      ['required', undefined],
    );
    deepStrictEqual(
      [problem({ type: 'number' }, '', true), problem({ type: 'number' }, '')],
      ['required', undefined],
    );
  });

  it('checks numbers and their bounds, which are allowed themselves', () => {
    const number = { type: 'number', minimum: -1, maximum: 2.5 };
    deepStrictEqual(
      ['-1', '2.5', '1e0', '-1.1', '2.6', 'x', ' ', 'Infinity', 'NaN'].map((typed) => problem(number, typed)),
      [
        undefined,
        undefined,
        undefined,
        'atLeast -1',
        'atMost 2.5',
        'notNumber',
        'notNumber',
        'notNumber',
        'notNumber',
      ],
    );
    deepStrictEqual(
      ['3', '3.5', '3.0'].map((typed) => problem({ type: 'integer' }, typed)),
      [undefined, 'notInteger', undefined],
    );
  });

  it('counts the length in characters, not in code units', () => {
    const text = { type: 'string', minLength: 2, maxLength: 3 };
    deepStrictEqual(
      ['a', '🚀', '🚀🚀', '🚀🚀🚀', 'abcd'].map((typed) => problem(text, typed)),
      ['tooShort 2', 'tooShort 2', undefined, undefined, 'tooLong 3'],
    );
  });

  it('checks the pattern, and a broken one forbids nothing', () => {
    deepStrictEqual(
      ['ab', 'b'].map((typed) => problem({ type: 'string', pattern: '^a' }, typed)),
      [undefined, 'noMatch ^a'],
    );
    strictEqual(problem({ type: 'string', pattern: '(' }, 'x'), undefined);
  });

  it('does not hang at a pattern that takes for ever, which forbids nothing then', () => {
    strictEqual(problem({ type: 'string', pattern: '^(a+)+$' }, `${'a'.repeat(60)}!`), undefined);
  });

  it('sends numbers as numbers, texts as texts, and leaves out what is empty', () => {
    const [number, text, choice] = [{ type: 'integer' }, { type: 'string' }, { enum: ['a'] }].map((one) =>
      field(one),
    );
    deepStrictEqual(
      [number, text, choice].map((one) => one && fieldValue(one, '')),
      [undefined, undefined, undefined],
    );
    deepStrictEqual(
      [number && fieldValue(number, '42'), text && fieldValue(text, '42'), choice && fieldValue(choice, 'a')],
      [42, '42', 'a'],
    );
  });
});

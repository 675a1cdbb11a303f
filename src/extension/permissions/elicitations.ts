import { CancellationTokenSource, window, type CancellationToken } from 'vscode';
import { checkField, fieldValue, parseForm, type FieldProblem, type FormField } from '../../acp/formFields';
import type { ElicitationAnswer, ElicitationForm, Elicitations, ElicitationValue } from '../../acp/ports';
import { text } from '../text';

/**
 * Form questions of an agent: first the whole question with Answer and Decline, then one input a field. Nothing is
 * accepted without an explicit act; an input that goes away leads back to the question, with what was answered kept.
 */
export class InputElicitations implements Elicitations {
  async ask(form: ElicitationForm, signal: AbortSignal): Promise<ElicitationAnswer> {
    const source = new CancellationTokenSource();
    const withdrawn = new Promise<'withdrawn'>((resolve) => {
      const withdraw = (): void => {
        source.cancel();
        resolve('withdrawn');
      };
      signal.addEventListener('abort', withdraw, { once: true });
      if (signal.aborted) withdraw();
    });
    try {
      return await askForm(form, source.token, withdrawn);
    } finally {
      source.dispose();
    }
  }
}

async function askForm(
  form: ElicitationForm,
  token: CancellationToken,
  withdrawn: Promise<'withdrawn'>,
): Promise<ElicitationAnswer> {
  const fields = parseForm(form.schema);
  const answers = new Map<string, Answered>();
  const yes = fields.length === 0 ? text.acceptForm() : text.answerForm();
  while (!token.isCancellationRequested) {
    const question = window.showInformationMessage(text.formQuestion(form.message), yes, text.declineForm());
    const choice = await Promise.race([question, withdrawn]);
    if (choice === text.declineForm()) return { action: 'decline' };
    if (choice !== yes) return { action: 'cancel' };
    if (await askFields(fields, answers, form.message, token)) {
      const given = [...answers].flatMap(([name, { value }]) =>
        value === undefined ? [] : [[name, value] as const],
      );
      return { action: 'accept', content: Object.fromEntries(given) };
    }
  }
  return { action: 'cancel' };
}

/** False when an input went away before it was answered: another one took its place, or it was closed. */
async function askFields(
  fields: readonly FormField[],
  answers: Map<string, Answered>,
  message: string,
  token: CancellationToken,
): Promise<boolean> {
  for (const field of fields.filter(({ name }) => !answers.has(name))) {
    const answer = await askField(field, message, token);
    if (answer === undefined) return false;
    answers.set(field.name, answer);
  }
  return true;
}

interface Answered {
  /** Absent: the field is optional and was left empty. */
  readonly value?: ElicitationValue;
}

async function askField(
  field: FormField,
  message: string,
  token: CancellationToken,
): Promise<Answered | undefined> {
  const options = {
    title: message === '' ? field.title : message,
    placeHolder: text.answerField(field.title),
    ignoreFocusOut: true,
  };
  switch (field.kind) {
    case 'boolean': {
      const items = [
        { label: text.yes(), value: true },
        { label: text.no(), value: false },
      ];
      const ordered = field.initial ? items : [...items].reverse();
      const picked = await window.showQuickPick(ordered, options, token);
      return picked === undefined ? undefined : { value: picked.value };
    }
    case 'choice': {
      const first = field.choices.filter(({ value }) => value === field.initial);
      const rest = field.choices.filter(({ value }) => value !== field.initial);
      const picked = await window.showQuickPick([...first, ...rest], options, token);
      return picked === undefined ? undefined : { value: picked.value };
    }
    case 'choices': {
      const items = field.choices.map((choice) => ({
        ...choice,
        picked: field.initial.includes(choice.value),
      }));
      const picked = await window.showQuickPick(items, { ...options, canPickMany: true }, token);
      return picked === undefined ? undefined : { value: picked.map(({ value }) => value) };
    }
    default: {
      const typed = await window.showInputBox(
        {
          ...options,
          prompt: field.description ?? field.title,
          value: field.initial === undefined ? '' : String(field.initial),
          validateInput: (candidate) => {
            const problem = checkField(field, candidate);
            return problem === undefined ? undefined : sentence(problem);
          },
        },
        token,
      );
      if (typed === undefined) return undefined;
      const value = fieldValue(field, typed);
      return value === undefined ? {} : { value };
    }
  }
}

function sentence(problem: FieldProblem): string {
  switch (problem.kind) {
    case 'required':
      return text.required();
    case 'notNumber':
      return text.notNumber();
    case 'notInteger':
      return text.notInteger();
    case 'atLeast':
      return text.atLeast(problem.bound);
    case 'atMost':
      return text.atMost(problem.bound);
    case 'tooShort':
      return text.tooShort(problem.bound);
    case 'tooLong':
      return text.tooLong(problem.bound);
    case 'noMatch':
      return text.noMatch(problem.pattern);
  }
}

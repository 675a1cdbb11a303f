import { CancellationTokenSource, window, type CancellationToken } from 'vscode';
import { checkField, fieldValue, parseForm, type FieldProblem, type FormField } from '../../acp/formFields';
import type { ElicitationAnswer, ElicitationForm, Elicitations, ElicitationValue } from '../../acp/ports';
import { text } from '../text';

/** Form questions of an agent, one input a field. Leaving an input cancels the form; nothing is sent by default. */
export class InputElicitations implements Elicitations {
  async ask(form: ElicitationForm, signal: AbortSignal): Promise<ElicitationAnswer> {
    const source = new CancellationTokenSource();
    const withdraw = (): void => {
      source.cancel();
    };
    signal.addEventListener('abort', withdraw, { once: true });
    if (signal.aborted) source.cancel();
    try {
      return await this.askFields(form, source.token);
    } finally {
      signal.removeEventListener('abort', withdraw);
      source.dispose();
    }
  }

  private async askFields(form: ElicitationForm, token: CancellationToken): Promise<ElicitationAnswer> {
    const content: Record<string, ElicitationValue> = {};
    for (const field of parseForm(form.schema)) {
      if (token.isCancellationRequested) return { action: 'cancel' };
      const answer = await askField(field, form.message, token);
      if (answer === undefined) return { action: 'cancel' };
      if (answer.value !== undefined) content[field.name] = answer.value;
    }
    return { action: 'accept', content };
  }
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

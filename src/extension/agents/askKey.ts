import { env, QuickPickItemKind, ThemeIcon, Uri, window, type QuickInput, type QuickPickItem } from 'vscode';
import { isVariableName, type LoginVariable } from '../../acp/login';
import { text } from '../text';

export interface KeyQuestion {
  readonly agentName: string;
  /** Where a key is to be had. */
  readonly link?: string | undefined;
  /** Names of the variables that have a value already. */
  readonly stored: readonly string[];
  readonly signal?: AbortSignal;
  /** In place of the usual one. */
  readonly hint?: string;
}

/** The value of one variable. Undefined: the person turned away; empty: none. */
export async function askValue(
  variable: LoginVariable,
  { agentName, link, stored, signal, hint }: KeyQuestion,
): Promise<string | undefined> {
  const box = window.createInputBox();
  const has = stored.includes(variable.name);
  box.title = text.keyTitle(agentName, variable.label ?? variable.name);
  box.prompt = text.keyPrompt(variable.name);
  box.placeholder = hint ?? (has ? text.keyStored() : variable.optional ? text.keyOptional() : '');
  box.password = variable.secret;
  // The key is fetched from elsewhere in the meantime.
  box.ignoreFocusOut = true;
  if (link !== undefined) {
    box.buttons = [{ iconPath: new ThemeIcon('link-external'), tooltip: text.keyPage(link) }];
    box.onDidTriggerButton(() => void env.openExternal(Uri.parse(link)));
  }
  return answerOf(box, signal, (settle) => {
    box.onDidAccept(() => {
      settle(box.value.trim());
    });
  });
}

interface NameItem extends QuickPickItem {
  readonly name?: string;
}

/** Which variable: those suggested, those that have a value, or any that is typed. */
export async function askName(
  suggestions: readonly string[],
  { agentName, stored, signal }: KeyQuestion,
): Promise<string | undefined> {
  const pick = window.createQuickPick<NameItem>();
  pick.title = text.whichKey(agentName);
  pick.placeholder = text.whichKeyHint();
  pick.ignoreFocusOut = true;
  const fill = (): void => {
    pick.items = nameItems(suggestions, stored, pick.value.trim());
  };
  pick.onDidChangeValue(fill);
  fill();
  return answerOf(pick, signal, (settle) => {
    pick.onDidAccept(() => {
      const name = pick.selectedItems[0]?.name ?? pick.value.trim();
      if (isVariableName(name)) settle(name);
    });
  });
}

function nameItems(
  suggestions: readonly string[],
  stored: readonly string[],
  typed: string,
): readonly NameItem[] {
  const item = (name: string): NameItem => ({
    label: name,
    name,
    iconPath: new ThemeIcon('key'),
    ...(stored.includes(name) ? { description: text.keyIsSet() } : {}),
  });
  const names = [...new Set([...stored, ...suggestions])];
  const own = isVariableName(typed) && !names.includes(typed) ? [item(typed)] : [];
  const rest = names.map(item);
  return own.length === 0 ? rest : [...own, { label: '', kind: QuickPickItemKind.Separator }, ...rest];
}

/** Shows it until there is an answer, it is closed, or `signal` aborts. */
async function answerOf(
  input: QuickInput,
  signal: AbortSignal | undefined,
  listen: (settle: (answer: string) => void) => void,
): Promise<string | undefined> {
  const hide = (): void => {
    input.hide();
  };
  try {
    return await new Promise((resolve) => {
      listen(resolve);
      input.onDidHide(() => {
        resolve(undefined);
      });
      signal?.addEventListener('abort', hide, { once: true });
      if (signal?.aborted === true) resolve(undefined);
      else input.show();
    });
  } finally {
    signal?.removeEventListener('abort', hide);
    input.dispose();
  }
}

import { QuickPickItemKind, ThemeIcon, window, type QuickPickItem } from 'vscode';
import { text } from '../text';

export interface Confirmation {
  readonly title: string;
  /** The button that does it, and what exactly that is. */
  readonly yes: { readonly label: string; readonly detail: string; readonly icon: string };
  /** What a person should know before, one by one; long ones take several rows. */
  readonly facts: readonly string[];
}

/** Characters that a row of a pick shows; what is longer would be cut. */
const ROW = 72;

interface AnswerItem extends QuickPickItem {
  readonly answer?: boolean;
}

/**
 * One question whose answer has to be chosen: neither Enter alone nor closing it says yes. A pick and not a dialog,
 * since everything can be read, and answered by keyboard, beside what it is about.
 */
export async function confirmPick({ title, yes, facts }: Confirmation): Promise<boolean> {
  const pick = window.createQuickPick<AnswerItem>();
  pick.title = title;
  pick.placeholder = text.confirmHint();
  pick.ignoreFocusOut = true;
  const { label, detail, icon } = yes;
  const draw = (): void => {
    // Typing is no answer: everything stays in view.
    pick.value = '';
    pick.items = [
      { label, detail, iconPath: new ThemeIcon(icon), answer: true, alwaysShow: true },
      { label: text.cancel(), iconPath: new ThemeIcon('close'), answer: false, alwaysShow: true },
      { label: '', kind: QuickPickItemKind.Separator },
      ...facts.flatMap(rowsOf).map((row) => ({ label: row, alwaysShow: true })),
    ];
    pick.activeItems = [];
  };
  draw();
  pick.onDidChangeValue(draw);
  return new Promise((resolve) => {
    pick.onDidAccept(() => {
      const answer = pick.selectedItems[0]?.answer;
      if (answer === undefined) return;
      resolve(answer);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(false);
      pick.dispose();
    });
    pick.show();
  });
}

/** Whole, in as many rows as it takes: nobody should agree to what they cannot read. */
export function rowsOf(fact: string): readonly string[] {
  const rows: string[] = [];
  let rest = fact;
  while (rest.length > ROW) {
    const [row = rest.slice(0, ROW)] =
      new RegExp(`^.{${String(ROW / 2)},${String(ROW - 1)}}[\\s/?&-]`).exec(rest) ?? [];
    rows.push(row);
    rest = rest.slice(row.length);
  }
  return [...rows, rest];
}

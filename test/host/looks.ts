import * as vscode from 'vscode';
import { ui } from './ui';
import { eventually } from './wait';

export const THEMES = {
  dark: 'Default Dark Modern',
  light: 'Default Light Modern',
  contrast: 'Default High Contrast',
} as const;

export type Theme = keyof typeof THEMES;

const KINDS: Readonly<Record<Theme, vscode.ColorThemeKind>> = {
  dark: vscode.ColorThemeKind.Dark,
  light: vscode.ColorThemeKind.Light,
  contrast: vscode.ColorThemeKind.HighContrast,
};

/** Undefined: the one that was there before. */
export async function setTheme(theme: Theme | undefined): Promise<void> {
  await vscode.workspace
    .getConfiguration()
    .update(
      'workbench.colorTheme',
      theme === undefined ? undefined : THEMES[theme],
      vscode.ConfigurationTarget.Global,
    );
  if (theme === undefined) return;
  await eventually(() => vscode.window.activeColorTheme.kind === KINDS[theme], {
    what: `the theme ${theme}`,
  });
}

/** CSS pixels. */
export function chatWidth(): Promise<number> {
  return ui.webview.evaluate(() => (globalThis as unknown as { innerWidth: number }).innerWidth);
}

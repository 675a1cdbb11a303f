import { commands as vscodeCommands } from 'vscode';
import { contextKeys, type ContextKeyName } from './ids';

/** Sets context keys for when-clauses; an unchanged value costs nothing. */
export class ContextKeys {
  private readonly last = new Map<ContextKeyName, boolean>();

  set(name: ContextKeyName, value: boolean): void {
    if (this.last.get(name) === value) return;
    this.last.set(name, value);
    void vscodeCommands.executeCommand('setContext', contextKeys[name], value);
  }
}

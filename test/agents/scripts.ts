// Prompts that tell the scripted model what to do, see modelServer/marker.mjs, and files for it to work on.
import * as assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';

export interface Script {
  readonly steps: string;
  readonly file?: string;
  readonly cmd?: string;
  readonly chunks?: number;
  /** Milliseconds between chunks. */
  readonly delay?: number;
}

export const original = 'alpha\nbeta\ngamma\n';
/** What the step `edit` makes of it, see modelServer/tools.mjs. */
export const edited = 'alpha\nBETA\ngamma\n';

function workspaceFolder(): string {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(folder, 'no folder is open');
  return folder.uri.fsPath;
}

export function inWorkspace(name: string): string {
  return join(workspaceFolder(), name);
}

export function makeFile(name: string, content: string): string {
  const path = inWorkspace(name);
  writeFileSync(path, content);
  return path;
}

/** @param more further words for the marker */
export function prompt(script: Script, more = ''): string {
  const pairs = Object.entries({ ...script, dir: workspaceFolder() }).map(([key, value]) => {
    return `${key}=${String(value).replaceAll(' ', '_')}`;
  });
  return `Please. [[script ${[...pairs, more].join(' ').trim()}]]`;
}

/** Its output is no part of it, and because it writes a file no agent takes it for harmless. */
export function printingCommand(file: string): string {
  return `seq -s- 7 9 | tee ${file}`;
}

export const printed = /7-8-9/;

/** Runs until it is killed; `lastProgramOf` is its last program as the process table shows it. */
export function endlessCommand(file: string): string {
  return `tail -f /dev/null | ${lastProgramOf(file)}`;
}

export function lastProgramOf(file: string): string {
  return `tee ${file}`;
}

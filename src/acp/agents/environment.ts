import { isCredential } from './credentials';
import { directoryKey, joinDirectories, pathDirectories, pathModule, VariableMap } from './variables';
import type { LooseVariables, Variables } from './variables';

// What the editor, a debugger, npm or another agent set for its own children. CLAUDE_CODE_* as a whole
// stays: most of it is the person's configuration.
const REMOVED = new Set([
  'NODE_OPTIONS',
  'NODE_DEBUG',
  'ELECTRON_RUN_AS_NODE',
  'ELECTRON_NO_ATTACH_CONSOLE',
  'CLAUDECODE',
  'CLAUDE_CODE_ENTRYPOINT',
  'CLAUDE_CODE_SSE_PORT',
  'CLAUDE_CODE_SESSION_ID',
  'GEMINI_CLI',
  'QWEN_CODE',
  'OPENCODE',
  'CURSOR_AGENT',
  'CODEX_SANDBOX',
  'CODEX_SANDBOX_NETWORK_DISABLED',
  'CODEX_THREAD_ID',
  'COPILOT_CLI',
  'GOOSE_TERMINAL',
]);
const REMOVED_PREFIXES = ['NODE_INSPECT', 'VSCODE_'];
// State of one shell process, not of the person's set-up.
const SHELL_STATE = new Set(['PWD', 'OLDPWD', 'SHLVL', '_']);
const SYSTEM_DIRECTORY =
  /^(?:\/usr)?(?:\/local)?\/s?bin$|^\/usr\/(?:local\/)?games$|^\/snap\/bin$|^\/opt\/X11\/bin$/;

export interface EnvironmentSources {
  readonly platform: NodeJS.Platform;
  readonly processEnv: LooseVariables;
  /** Empty when the login shell was not asked or failed. */
  readonly shellEnv: LooseVariables;
  /** Directories that exist, see installDirectories.ts. */
  readonly installed: readonly string[];
}

/** The environment of the person, without what belongs to the editor: for detection and as the base of children. */
export interface BaseEnvironment {
  readonly platform: NodeJS.Platform;
  readonly variables: Variables;
  /** Directories at the end of PATH that neither the process nor the shell had there. */
  readonly added: readonly string[];
}

export function baseEnvironment({
  platform,
  processEnv,
  shellEnv,
  installed,
}: EnvironmentSources): BaseEnvironment {
  const variables = new VariableMap(platform, processEnv);
  const shell = new VariableMap(platform, shellEnv);
  for (const name of SHELL_STATE) shell.delete(name);
  variables.addMissing(shell.toRecord());
  for (const name of variables.names()) {
    // "KEY= code ." means no key, whatever the shell's start-up files say; to agents it would be a wrong one.
    const empty = isCredential(name) && variables.get(name) === '';
    if (empty || isHostOnly(name, platform)) variables.delete(name);
  }

  const own = pathDirectories(new VariableMap(platform, processEnv).get('PATH'), platform);
  const known = mergePaths(own, pathDirectories(shell.get('PATH'), platform), platform);
  const added = without(installed, known, platform);
  const all = [...known, ...added];
  if (all.length > 0) variables.set('PATH', joinDirectories(all, platform));
  return { platform, variables: variables.toRecord(), added };
}

/** The environment with further variables, whose values are taken as they are. */
export function withVariables(base: BaseEnvironment, more: Variables): BaseEnvironment {
  const variables = new VariableMap(base.platform, base.variables);
  for (const [name, value] of Object.entries(more)) variables.set(name, value);
  return { ...base, variables: variables.toRecord() };
}

/** The part of an environment that is fit for a child: without the editor's own variables. */
export function withoutHostVariables(env: LooseVariables, platform: NodeJS.Platform): Variables {
  const variables = new VariableMap(platform, env);
  for (const name of variables.names()) if (isHostOnly(name, platform)) variables.delete(name);
  return variables.toRecord();
}

export interface Placeholders {
  readonly userHome: string;
  readonly workspaceFolder?: string;
}

export interface ChildOptions extends Placeholders {
  /**
   * From the settings of the agent. Wins over everything, removals included. null removes, and so does an
   * empty text for a credential.
   */
  readonly agentEnv: Readonly<Record<string, string | null>>;
  /** Full path of the program that will be started. */
  readonly program?: string;
}

export function childEnvironment(base: BaseEnvironment, options: ChildOptions): Variables {
  const { platform } = base;
  const variables = new VariableMap(platform, base.variables);
  const before = new VariableMap(platform, base.variables);
  for (const [name, value] of Object.entries(options.agentEnv)) {
    const expanded = value === null ? null : expand(value, before, options);
    if (expanded === null || (expanded === '' && isCredential(name))) variables.delete(name);
    else variables.set(name, expanded);
  }
  if (options.program !== undefined) addProgramDirectory(variables, base, options.program);
  return variables.toRecord();
}

/** Replaces ${env:X}, ${workspaceFolder} and ${userHome}; other placeholders stay as they are. */
export function expandPlaceholders(text: string, env: BaseEnvironment, placeholders: Placeholders): string {
  return expand(text, new VariableMap(env.platform, env.variables), placeholders);
}

function expand(text: string, variables: VariableMap, { userHome, workspaceFolder }: Placeholders): string {
  return text.replace(
    /\$\{(?:env:([^}]+)|workspaceFolder|userHome)\}/g,
    (whole, name: string | undefined) => {
      if (name !== undefined) return variables.get(name) ?? '';
      return whole === '${userHome}' ? userHome : (workspaceFolder ?? whole);
    },
  );
}

// A script that begins with "#!/usr/bin/env node" needs the Node that it was installed with. On the person's
// own PATH the order is theirs and works in their terminal; a directory that we added comes to the front.
function addProgramDirectory(variables: VariableMap, base: BaseEnvironment, program: string): void {
  const { platform, added } = base;
  const directory = pathModule(platform).dirname(program);
  const path = pathDirectories(variables.get('PATH'), platform);
  const known = without(path, added, platform);
  if (without([directory], known, platform).length === 0) return;
  variables.set('PATH', joinDirectories([directory, ...without(path, [directory], platform)], platform));
}

/** `own` first; but the PATH of a start from the Dock has system directories only: then the shell's order counts. */
function mergePaths(
  own: readonly string[],
  shell: readonly string[],
  platform: NodeJS.Platform,
): readonly string[] {
  const minimal = own.every((directory) => SYSTEM_DIRECTORY.test(directory));
  const [first, second] = minimal ? [shell, own] : [own, shell];
  return [...first, ...without(second, first, platform)];
}

function without(
  directories: readonly string[],
  others: readonly string[],
  platform: NodeJS.Platform,
): readonly string[] {
  const keys = new Set(others.map((directory) => directoryKey(directory, platform)));
  return directories.filter((directory) => !keys.has(directoryKey(directory, platform)));
}

function isHostOnly(name: string, platform: NodeJS.Platform): boolean {
  // npm writes its variables in lower case; NPM_TOKEN and the like are the person's, on Windows too.
  if (name.startsWith('npm_')) return true;
  const folded = platform === 'win32' ? name.toUpperCase() : name;
  return REMOVED.has(folded) || REMOVED_PREFIXES.some((prefix) => folded.startsWith(prefix));
}

// The list of slash commands that fit what is typed.
import type { CommandView } from '../shared/view';

/** What follows the slash while a command name is being typed, or undefined. */
export function slashQuery(text: string): string | undefined {
  return /^\/(\S*)$/.exec(text)?.[1]?.toLowerCase();
}

/** Those that begin with the query come before those that contain it. */
export function matchingCommands(commands: readonly CommandView[], text: string): readonly CommandView[] {
  const query = slashQuery(text);
  if (query === undefined) return [];
  const named = commands.map((command) => ({ command, at: command.name.toLowerCase().indexOf(query) }));
  const begins = named.filter(({ at }) => at === 0);
  const contains = named.filter(({ at }) => at > 0);
  return [...begins, ...contains].map(({ command }) => command);
}

/** The highlighted name stays highlighted while it is in the list; else the first one is. */
export function highlighted(
  commands: readonly CommandView[],
  name: string | undefined,
): CommandView | undefined {
  return commands.find((command) => command.name === name) ?? commands[0];
}

export function step(
  commands: readonly CommandView[],
  from: CommandView | undefined,
  by: 1 | -1,
): string | undefined {
  const at = from === undefined ? -1 : commands.indexOf(from);
  return commands[(at + by + commands.length) % commands.length]?.name;
}

import { basename } from 'node:path';
import type { AgentConnection } from '../../acp/connection';

/** A workspace folder that is on disk. */
export interface Root {
  readonly name: string;
  /** Absolute. */
  readonly path: string;
}

/** Where an agent works, and what else is open. */
export interface WorkFolder extends Root {
  /** True when no folder is open and a scratch folder serves. */
  readonly scratch: boolean;
  /** The other folders of the workspace, in its order. */
  readonly others: readonly Root[];
  /** True when the person has chosen it for this agent. */
  readonly chosen: boolean;
}

/** All folders of the workspace, the one to work in first. */
export function rootsOf(folder: WorkFolder): readonly Root[] {
  return folder.scratch ? [] : [{ name: folder.name, path: folder.path }, ...folder.others];
}

/** The folder that was chosen for this agent while it is open, else that of the active editor, else the first. */
export function firstFolder(
  roots: readonly Root[],
  chosen: string | undefined,
  active: string | undefined,
): WorkFolder | undefined {
  const byPath = (path: string | undefined): Root | undefined => roots.find((root) => root.path === path);
  const wanted = byPath(chosen);
  const root = wanted ?? byPath(active) ?? roots[0];
  if (root === undefined) return undefined;
  const others = roots.filter(({ path }) => path !== root.path);
  return { ...root, others, scratch: false, chosen: wanted !== undefined };
}

/** The same workspace seen from a session that has its folder already, open or not. */
export function seenFrom(folder: WorkFolder, path: string): WorkFolder {
  if (folder.path === path) return folder;
  const roots = rootsOf(folder);
  const { name } = roots.find((root) => root.path === path) ?? { name: basename(path) };
  const others = roots.filter((root) => root.path !== path);
  return { name, path, others, scratch: false, chosen: false };
}

/** Whether the agent can work in all folders of the workspace at once. */
export function reachesAll({ agent }: Pick<AgentConnection, 'agent'>, { others }: WorkFolder): boolean {
  return others.length === 0 || agent.additionalDirectories;
}

/** Undefined when the person decided nothing. */
export type PickFolder = (folder: WorkFolder, signal: AbortSignal) => Promise<WorkFolder | undefined>;

/**
 * Where a new session works. An agent that can work only in one of several folders gets the one that the person picks,
 * asked once; without an answer it is the usual one. The question ends with the agent.
 */
export async function settleFolder(
  connection: Pick<AgentConnection, 'agent' | 'closed'>,
  folder: WorkFolder,
  pick: PickFolder,
): Promise<WorkFolder> {
  if (folder.chosen || reachesAll(connection, folder)) return folder;
  const gone = new AbortController();
  void connection.closed.then(() => {
    gone.abort();
  });
  return (await pick(folder, gone.signal)) ?? folder;
}

import type { AgentRunner } from '../../acp/agentRunner';
import type { AgentConnection, SessionView } from '../../acp/connection';
import { AgentError } from '../../acp/errors';
import { bringBackFailed } from '../../acp/errors/requests';
import type { LaunchPlan } from '../../acp/launchPlan';
import type { Session } from '../../acp/session';
import { applyDefaults, type SessionDefaults } from '../../acp/sessionDefaults';
import { text, translate } from '../text';
import { reachesAll, seenFrom, settleFolder, type PickFolder, type WorkFolder } from './roots';

/** A session that an agent can bring back, with the folder it was made in. */
export interface Resumable {
  readonly id: string;
  readonly cwd: string;
}

/** Where a session works. */
export interface WorkPlace extends WorkFolder {
  /** True when there are other folders that the agent cannot reach. */
  readonly alone: boolean;
}

export interface Connect {
  readonly runner: Pick<AgentRunner, 'start' | 'stop'>;
  readonly plan: (folder: WorkFolder) => Promise<LaunchPlan>;
  readonly folder: WorkFolder;
  readonly pickFolder: PickFolder;
  readonly earlier: Resumable | undefined;
  /** Throws when this start was overtaken by a stop. */
  readonly check: () => void;
}

export interface Connected {
  readonly connection: AgentConnection;
  readonly folder: WorkFolder;
}

/**
 * A running agent, in the folder that its session is for. Only a running agent says whether it can work in several:
 * when the person then picks another folder it is started again there, because many agents look where they run.
 */
export async function connect(to: Connect): Promise<Connected> {
  const start = async (folder: WorkFolder): Promise<AgentConnection> => {
    const plan = await to.plan(folder);
    to.check();
    const connection = await to.runner.start(plan);
    to.check();
    return connection;
  };
  const connection = await start(to.folder);
  const comesBack = to.earlier !== undefined && connection.agent.bringBack !== undefined;
  if (comesBack) return { connection, folder: to.folder };
  const folder = await settleFolder(connection, to.folder, to.pickFolder);
  to.check();
  if (folder.path === to.folder.path) return { connection, folder };
  await to.runner.stop();
  to.check();
  return { connection: await start(folder), folder };
}

export interface SessionStart {
  readonly connection: AgentConnection;
  readonly view: SessionView;
  readonly agentName: string;
  /** The folder to work in now. */
  readonly folder: WorkFolder;
  /** What an earlier process of the agent had. */
  readonly earlier: Resumable | undefined;
  readonly defaults: SessionDefaults;
  /** Login or key have just changed, perhaps to another account: sessions of before may be gone. */
  readonly afterLogin: boolean;
  /** False once the agent has died: that is a reason of its own. */
  readonly isAlive: () => boolean;
}

export interface StartedSession {
  readonly session: Session;
  readonly place: WorkPlace;
}

/** Brings the earlier session back where the agent can, else begins a new one; says which, and where it works. */
export async function startSession(start: SessionStart): Promise<StartedSession> {
  const old = start.earlier && (await bringBack(start, start.earlier));
  if (old !== undefined) return old;
  const { connection, view, agentName, folder } = start;
  const session = await connection.newSession(folder.path, view, pathsOf(folder));
  const { transcript } = view;
  const place = placeOf(connection, folder);
  if (transcript.hasPrompts) {
    transcript.addNotice('info', start.afterLogin ? text.loggedInAnew() : text.restarted());
  }
  for (const problem of await applyDefaults(session, start.defaults)) {
    transcript.addNotice('warning', translate(problem));
  }
  if (folder.scratch) transcript.addNotice('info', text.noFolder(folder.path));
  if (place.alone) transcript.addNotice('info', ...text.oneFolder(agentName, folder));
  return { session, place };
}

/** Undefined when the agent cannot bring sessions back. */
async function bringBack(start: SessionStart, { id, cwd }: Resumable): Promise<StartedSession | undefined> {
  const { connection, view } = start;
  const folder = seenFrom(start.folder, cwd);
  try {
    const session = await connection.bringBack(id, cwd, view, pathsOf(folder));
    if (session === undefined) return undefined;
    view.transcript.addNotice('info', start.afterLogin ? text.loggedInBack() : text.broughtBack());
    return { session, place: placeOf(connection, folder) };
  } catch (error) {
    if (!(error instanceof AgentError) || !start.isAlive()) throw error;
    // Not lost: it is tried again after the login.
    if (error.tag === 'auth-required') throw error;
    if (start.afterLogin && error.tag === 'session-not-found') return undefined;
    throw bringBackFailed(error);
  }
}

function placeOf(connection: AgentConnection, folder: WorkFolder): WorkPlace {
  return { ...folder, alone: !reachesAll(connection, folder) };
}

function pathsOf({ others }: WorkFolder): readonly string[] {
  return others.map(({ path }) => path);
}

import { asString, isObject, jsonText, type JsonObject } from './json';
import { notFound } from './rpcError';
import type { Session } from './session';

/** Updates kept for sessions that are still being created. Beyond it the oldest are dropped. */
const BUFFERED_UPDATES = 5000;

/**
 * Which session a message belongs to. While a session is being created its id is not known yet: updates for
 * unknown ids are kept in order, and requests wait; afterwards both are settled, never lost.
 */
export class SessionTable {
  private readonly sessions = new Map<string, Session>();
  private early: { readonly sessionId: string; readonly update: JsonObject }[] = [];
  private creating = 0;
  private waiters: (() => void)[] = [];

  constructor(private readonly ignored: (reason: string) => void) {}

  get all(): Iterable<Session> {
    return this.sessions.values();
  }

  /** Runs `create`, during which messages for unknown sessions wait. */
  async whileCreating<T>(create: () => Promise<T>): Promise<T> {
    this.creating++;
    try {
      return await create();
    } finally {
      this.creating--;
      if (this.creating === 0) this.settle();
    }
  }

  add(session: Session): void {
    this.sessions.set(session.id, session);
    const mine = this.early.filter((kept) => kept.sessionId === session.id);
    this.early = this.early.filter((kept) => kept.sessionId !== session.id);
    for (const { update } of mine) this.apply(session, update);
  }

  delete(id: string): void {
    this.sessions.delete(id);
  }

  /** One `session/update` notification. */
  update(params: unknown): void {
    if (!isObject(params) || !isObject(params['update'])) {
      this.ignored('an update without content');
      return;
    }
    const sessionId = asString(params['sessionId']) ?? '';
    const session = this.sessions.get(sessionId);
    if (session?.closed === true) {
      this.ignored(`an update for closed session ${sessionId}`);
    } else if (session !== undefined) {
      this.apply(session, params['update']);
    } else if (this.creating > 0) {
      this.early.push({ sessionId, update: params['update'] });
      if (this.early.length > BUFFERED_UPDATES) this.early.shift();
    } else {
      this.ignored(`an update for unknown session ${sessionId}`);
    }
  }

  /** @throws RpcError -32002 for a session that does not exist */
  async find(sessionId: string): Promise<Session> {
    while (this.creating > 0 && !this.sessions.has(sessionId)) {
      await new Promise<void>((resolve) => this.waiters.push(resolve));
    }
    const session = this.sessions.get(sessionId);
    if (session === undefined) throw notFound(`Unknown session: ${sessionId}`, { sessionId });
    session.touch();
    return session;
  }

  private apply(session: Session, update: JsonObject): void {
    if (!session.update(update)) {
      this.ignored(`an update of unknown kind ${jsonText(update['sessionUpdate'])}`);
    }
  }

  private settle(): void {
    const waiting = this.waiters;
    this.waiters = [];
    this.early = [];
    for (const resolve of waiting) resolve();
  }
}

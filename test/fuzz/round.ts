import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { setImmediate as tick } from 'node:timers/promises';
import { AgentConnection } from '../../src/acp/connection';
import { AgentError } from '../../src/acp/errors';
import type { Session } from '../../src/acp/session';
import { Transcript } from '../../src/acp/transcript';
import { eventually } from '../agent/eventually';
import { updateOf } from '../agent/script';
import { say } from '../agent/scriptBuilder';
import { optionsFor } from '../unit/openAgent';
import { promptOf } from '../unit/sessionTools';
import type { Material } from './conversations';
import { FuzzHost } from './fuzzHost';
import { FuzzPeer } from './fuzzPeer';
import { makeAnswer, makeTurn } from './generator';
import { Random } from './random';

/** Messages of one turn. */
const TURN = 60;
const TURNS = 3;

/** One connection, from the handshake to the end, to an agent that sends nonsense all the time. */
export class Round {
  private readonly random: Random;
  private readonly peer = new FuzzPeer();
  private readonly host: FuzzHost;
  /** Requests of ours. */
  private readonly pending: Promise<unknown>[] = [];

  constructor(
    private readonly material: Material,
    seed: number,
  ) {
    this.random = new Random(seed);
    this.host = new FuzzHost(this.random.fork());
  }

  /** Gives the number of messages that the agent sent. */
  async play(): Promise<number> {
    const connection = await this.open();
    if (connection !== undefined) {
      let session = await this.newSession(connection);
      for (let turn = 0; turn < TURNS; turn++) {
        await this.oddTurn(connection, session);
        if (session.lost) session = await this.replace(connection, session);
      }
      await this.plainTurn(session);
      await this.plainTurn(await this.newSession(connection));
      await this.balance(connection, session);
      await this.end(connection);
    }
    return this.peer.messages;
  }

  private async open(): Promise<AgentConnection | undefined> {
    const { peer, random } = this;
    const opening = AgentConnection.open(optionsFor(peer.agent, this.host));
    opening.catch(() => undefined);
    await peer.requested('initialize');
    if (random.chance(0.1)) {
      for (const bytes of makeTurn(this.material, random, 5)) peer.write(bytes);
      peer.endLine();
      this.answer(1);
    }
    peer.answerAll();
    try {
      return await opening;
    } catch (error) {
      ok(error instanceof AgentError, `the handshake failed with ${String(error)}`);
      return undefined;
    }
  }

  private async newSession(connection: AgentConnection): Promise<Session> {
    const { peer } = this;
    for (;;) {
      const transcript = new Transcript(() => undefined);
      const creating = connection.newSession('/work', { transcript, changed: () => undefined });
      creating.catch(() => undefined);
      await peer.requested('session/new');
      if (this.random.chance(0.3)) {
        for (const bytes of makeTurn(this.material, this.random, 5)) peer.write(bytes);
        peer.endLine();
        this.answer(0.7);
      }
      peer.answerAll();
      try {
        const session = await creating;
        if (session.id === 's1') return session;
        connection.closeSession(session);
      } catch (error) {
        ok(error instanceof AgentError, `session/new failed with ${String(error)}`);
      }
    }
  }

  /** The agent said that it does not know the session any more. */
  private replace(connection: AgentConnection, session: Session): Promise<Session> {
    connection.closeSession(session);
    return this.newSession(connection);
  }

  private async oddTurn(connection: AgentConnection, session: Session): Promise<void> {
    const { peer, random } = this;
    session.prompt(promptOf('go'));
    if (random.chance(0.2)) session.prompt(promptOf('and on'));
    await peer.requested('session/prompt');
    if (random.chance(0.3)) this.ask(connection, '_fuzz/ask');
    for (const bytes of makeTurn(this.material, random, TURN)) {
      peer.write(bytes);
      if (random.chance(0.1)) {
        await tick();
        this.act(session);
      }
    }
    peer.endLine();
    this.answer(0.7);
    await this.idle(session);
  }

  /** Answers come until the session has nothing more to send. */
  private async idle(session: Session): Promise<void> {
    for (let round = 0; session.turn !== 'idle' || this.peer.open.size > 0; round++) {
      ok(round < 100, 'the turn never ends');
      this.peer.answerAll();
      await this.peer.sync();
    }
  }

  private async plainTurn(session: Session): Promise<void> {
    session.prompt(promptOf('plain'));
    await this.peer.requested('session/prompt');
    // What was queued before comes first.
    while (session.queue.length > 0) {
      this.peer.answerAll();
      await this.peer.requested('session/prompt');
    }
    this.peer.send(updateOf(say('fine')));
    await this.idle(session);
    const last = [...session.transcript.entries].at(-1);
    deepStrictEqual(last, { kind: 'agent', id: last?.id, text: 'fine' });
  }

  /** After everything that could hold an answer back is gone, each request of the agent has exactly one. */
  private async balance(connection: AgentConnection, session: Session): Promise<void> {
    connection.closeSession(session);
    this.host.settleAll();
    await this.peer.sync();
    this.host.settleAll();
    await eventually(() => this.peer.unbalanced().length === 0, 'all answers').catch(() => undefined);
    deepStrictEqual(this.peer.unbalanced(), [], 'requests that were not answered exactly once');
  }

  /** The agent goes away, or is sent away, while as much as possible is open. */
  private async end(connection: AgentConnection): Promise<void> {
    const { peer, random } = this;
    const session = await this.newSession(connection);
    session.prompt(promptOf('last'));
    session.prompt(promptOf('never sent'));
    await peer.requested('session/prompt');
    for (const bytes of makeTurn(this.material, random, 10)) peer.write(bytes);
    this.ask(connection, '_fuzz/last');
    if (random.chance(0.5)) peer.agent.end({ code: random.int(3), signal: null });
    else void connection.stop();
    await connection.closed;
    this.ask(connection, '_fuzz/late');
    for (const result of await Promise.allSettled(this.pending)) {
      const fine = result.status === 'fulfilled' || result.reason instanceof AgentError;
      ok(fine, 'a request of ours ended in something else');
    }
    await eventually(() => session.turn === 'idle', 'the end of the last turn');
    strictEqual(session.closed, true);
    strictEqual(session.permissions.open.length, 0);
    this.host.settleAll();
  }

  private ask(connection: AgentConnection, method: string): void {
    const asked = connection.request(method, {});
    asked.catch(() => undefined);
    this.pending.push(asked);
  }

  private answer(probability: number): void {
    for (const [id, method] of this.peer.open) {
      if (this.random.chance(probability))
        this.peer.write(makeAnswer(this.material, this.random, method, id));
    }
  }

  /** What a person does meanwhile. */
  private act(session: Session): void {
    const { random } = this;
    const [open] = session.permissions.open;
    const queued = session.queue[0];
    switch (random.int(5)) {
      case 0:
        session.cancel();
        return;
      case 1:
        if (queued !== undefined) session.removeQueued(queued.id);
        return;
      case 2:
        this.host.settleAll();
        return;
      default:
        if (open !== undefined)
          session.permissions.answer(open.requestId, random.pick(open.options).optionId);
    }
  }
}

import { randomUUID } from 'node:crypto';
import { AgentError } from './errors';
import { asObject, asString, type JsonObject } from './json';
import { PermissionDesk, type PermissionAnswer } from './permissions';
import { presetOption, type PermissionPreset } from './permissionPreset';
import type { Scope } from './ports';
import { infoFromAnswer } from './sessionInfo';
import type { Transcript } from './transcript';
import type { PromptInput } from './entries';
import { noLimits, TurnWatch, type Stalled, type TurnLimits } from './turnWatch';
import { systemClock } from './watchdog';

/** What a session needs from its connection. */
export interface Peer {
  /** Rejects with AgentError. */
  request(method: string, params: JsonObject): Promise<unknown>;
  notify(method: string, params: JsonObject): void;
}

export interface QueuedPrompt extends PromptInput {
  readonly id: string;
}

export type TurnState = 'idle' | 'running' | 'cancelling';

export interface SessionOptions {
  readonly id: string;
  /** Absolute. */
  readonly cwd: string;
  readonly peer: Peer;
  readonly transcript: Transcript;
  /** Turn state, queue or open permissions changed. */
  readonly changed: () => void;
  readonly limits?: TurnLimits;
  /** Decides permission requests without asking; asked at every request. Default: every one is put to the person. */
  readonly preset?: () => PermissionPreset;
  /** True for a session that was brought back: agents replay what the transcript already holds. */
  readonly replaying?: boolean;
}

/** Update kinds that say something new even while a conversation is replayed. */
const NOT_REPLAYED = new Set([
  'available_commands_update',
  'current_mode_update',
  'config_option_update',
  'session_info_update',
  'usage_update',
]);

/**
 * One conversation with one agent, https://agentclientprotocol.com/protocol/prompt-turn. At most one turn runs;
 * further prompts wait in a queue. Everything the agent waits for is answered, however the turn ends.
 */
export class Session {
  /** The agent's name for it, unique only within that agent. */
  readonly id: string;
  /** Our own name for it, unique over all agents. */
  readonly key = randomUUID();
  readonly cwd: string;
  readonly transcript: Transcript;
  readonly permissions: PermissionDesk;
  private readonly peer: Peer;
  private readonly changed: () => void;
  private readonly lifetime = new AbortController();
  private turnSignal = new AbortController();
  private state: TurnState = 'idle';
  private waiting: readonly QueuedPrompt[] = [];
  private asking = 0;
  /** The person stopped the turn: what was queued before waits for the next prompt. */
  private held = false;
  private draining = false;
  private readonly watch: TurnWatch;
  private replaying: boolean;
  private turnsEnded = 0;
  private unknownToAgent = false;
  private nextQueueId = 1;

  constructor(options: SessionOptions) {
    this.id = options.id;
    this.cwd = options.cwd;
    this.peer = options.peer;
    this.transcript = options.transcript;
    this.changed = options.changed;
    this.replaying = options.replaying ?? false;
    const { preset = () => 'ask' } = options;
    this.permissions = new PermissionDesk(options.transcript, options.changed, this.key, (call, offered) =>
      presetOption(preset(), call, offered, this.cwd),
    );
    this.watch = new TurnWatch(
      options.limits ?? noLimits(systemClock),
      () => this.permissions.open.length > 0 || this.hasQuestion,
      options.changed,
    );
  }

  get turn(): TurnState {
    return this.state;
  }

  get queue(): readonly QueuedPrompt[] {
    return this.waiting;
  }

  /** Set while the agent has been silent for too long, or does not confirm a stop. */
  get stalled(): Stalled | undefined {
    return this.watch.stalled;
  }

  /** True once a turn has ended with an answer: agents keep a session only from then on. */
  get hasHistory(): boolean {
    return this.turnsEnded > 0;
  }

  /** True once the agent has said that it does not know the session: no further prompt gets through. */
  get lost(): boolean {
    return this.unknownToAgent;
  }

  /** True while a question of the agent, other than a permission, is open with the person. */
  get hasQuestion(): boolean {
    return this.asking > 0;
  }

  get closed(): boolean {
    return this.lifetime.signal.aborted;
  }

  /** Sends the prompt, or queues it while a turn runs: a second prompt at once breaks several agents. */
  prompt(input: PromptInput): { readonly queued: boolean } {
    this.held = false;
    const queued = this.draining;
    this.waiting = [...this.waiting, { ...input, id: `q${String(this.nextQueueId++)}` }];
    if (queued) this.changed();
    else void this.drain();
    return { queued };
  }

  /** Applies one update of the agent. Returns false for a kind that is not known. */
  update(update: JsonObject): boolean {
    this.watch.touch();
    const kind = asString(update['sessionUpdate']) ?? '';
    if (this.replaying && !NOT_REPLAYED.has(kind)) return true;
    return this.transcript.apply(update);
  }

  /** The agent gave another sign of life: it asked for something. */
  touch(): void {
    this.watch.touch();
  }

  keepWaiting(): void {
    this.watch.keepWaiting();
  }

  /** Gives up what is queued: it will not be sent. */
  takeQueue(): readonly QueuedPrompt[] {
    const taken = this.waiting;
    this.waiting = [];
    return taken;
  }

  removeQueued(id: string): void {
    this.waiting = this.waiting.filter((prompt) => prompt.id !== id);
    this.changed();
  }

  /**
   * Stops the running turn, in the order that the specification asks for: session/cancel, then every open question
   * is answered; updates are accepted until the prompt's own answer comes.
   */
  cancel(): void {
    if (this.state !== 'running') return;
    this.state = 'cancelling';
    this.held = this.waiting.length > 0;
    this.peer.notify('session/cancel', { sessionId: this.id });
    this.transcript.cancelOpenTools();
    this.permissions.cancelAll();
    this.turnSignal.abort();
    this.watch.cancel();
    this.changed();
  }

  askPermission(params: JsonObject, signal: AbortSignal): Promise<PermissionAnswer> {
    return this.permissions.ask(params, signal, this.state === 'cancelling' || this.closed);
  }

  /** Runs a question to the person, during which the session waits for them. */
  async whileAsking<T>(ask: () => Promise<T>): Promise<T> {
    this.asking++;
    this.changed();
    try {
      return await ask();
    } finally {
      this.asking--;
      this.changed();
    }
  }

  /** For what ends with the turn: held writes, questions. */
  turnScope(signal: AbortSignal): Scope {
    return this.scope(AbortSignal.any([signal, this.turnSignal.signal, this.lifetime.signal]));
  }

  /** For what outlives a cancelled turn: commands and reads. */
  sessionScope(signal: AbortSignal): Scope {
    return this.scope(AbortSignal.any([signal, this.lifetime.signal]));
  }

  applyAnswer(answer: JsonObject): void {
    this.transcript.setInfo(infoFromAnswer(this.transcript.info, answer));
  }

  /**
   * https://agentclientprotocol.com/protocol/session-modes
   * @throws AgentError
   */
  async setMode(modeId: string): Promise<void> {
    await this.peer.request('session/set_mode', { sessionId: this.id, modeId });
    // The answer is the confirmation: agents need not send an update for it.
    this.transcript.apply({ sessionUpdate: 'current_mode_update', currentModeId: modeId });
  }

  /**
   * The method that config options have replaced; some agents have only this one.
   * @throws AgentError
   */
  async setModel(modelId: string): Promise<void> {
    await this.peer.request('session/set_model', { sessionId: this.id, modelId });
  }

  /**
   * https://agentclientprotocol.com/protocol/session-config-options
   * @throws AgentError
   */
  async setConfigOption(configId: string, value: string | boolean): Promise<void> {
    const typed = typeof value === 'boolean' ? { type: 'boolean', value } : { value };
    const params = { sessionId: this.id, configId, ...typed };
    const answer = asObject(await this.peer.request('session/set_config_option', params));
    const { configOptions } = answer;
    // The complete list, since one option may change what the others offer.
    if (Array.isArray(configOptions)) {
      this.transcript.apply({ sessionUpdate: 'config_option_update', configOptions });
    }
  }

  /** The agent is gone, or the session was replaced: nothing of it stays open. A running turn reports `reason` itself. */
  close(reason?: AgentError): void {
    if (this.closed) return;
    if (reason !== undefined && reason.tag !== 'stopped' && this.state === 'idle')
      this.transcript.addError(reason);
    this.lifetime.abort();
    this.turnSignal.abort();
    this.watch.end();
    this.permissions.cancelAll();
    this.transcript.cancelOpenTools();
    this.changed();
  }

  private scope(signal: AbortSignal): Scope {
    return {
      sessionKey: this.key,
      cwd: this.cwd,
      signal,
      ask: (question) => this.whileAsking(() => question(AbortSignal.any([signal, this.turnSignal.signal]))),
    };
  }

  private async drain(): Promise<void> {
    this.draining = true;
    try {
      while (!this.closed && !this.held && !this.lost) {
        const [next, ...rest] = this.waiting;
        if (next === undefined) break;
        this.waiting = rest;
        await this.runTurn(next);
      }
    } finally {
      this.draining = false;
    }
  }

  private async runTurn(prompt: PromptInput): Promise<void> {
    this.state = 'running';
    this.replaying = false;
    this.watch.begin();
    this.turnSignal = new AbortController();
    this.transcript.beginTurn(prompt.text, prompt.attachments);
    this.changed();
    const outcome = await this.sendPrompt(prompt.blocks);
    this.watch.end();
    this.permissions.cancelAll();
    this.turnSignal.abort();
    // What an agent asks between two turns does not belong to the one that is over.
    this.turnSignal = new AbortController();
    const wasCancelled = this.turn === 'cancelling';
    const sawOutput = this.transcript.endTurn();
    if (!(outcome instanceof AgentError)) this.turnsEnded++;
    if (outcome instanceof AgentError) {
      if (outcome.tag === 'stopped') this.transcript.addStop('agent_stopped');
      else if (wasCancelled && isAbortAnswer(outcome)) this.transcript.addStop('cancelled');
      else this.transcript.addError(outcome, prompt);
      this.unknownToAgent = outcome.tag === 'session-not-found';
    } else if (outcome !== 'end_turn') {
      this.transcript.addStop(outcome);
    } else if (wasCancelled) {
      this.transcript.addStop('cancelled');
    } else if (!sawOutput) {
      this.transcript.addStop('no_output');
    }
    this.state = 'idle';
    this.changed();
  }

  private async sendPrompt(blocks: readonly JsonObject[]): Promise<string | AgentError> {
    try {
      const answer = asObject(
        await this.peer.request('session/prompt', { sessionId: this.id, prompt: blocks }),
      );
      return asString(answer['stopReason']) ?? 'end_turn';
    } catch (error) {
      if (error instanceof AgentError) return error;
      throw error;
    }
  }
}

/** Some agents answer a cancelled prompt with an error that says so. */
function isAbortAnswer(error: AgentError): boolean {
  if (error.tag === 'cancelled') return true;
  return (
    error.tag === 'request-failed' &&
    /abort|cancel|interrupt/i.test(`${error.message} ${error.details ?? ''}`)
  );
}

import { PassThrough, Writable } from 'node:stream';
import type { RunningAgent } from './connection';
import type { AgentError, ExitInfo } from './errors';
import { remoteClosed, unreachable } from './errors/remote';
import { openHttp } from './httpAgent';
import type { LaunchPlan, Transport } from './launchPlan';
import { reasonOf, type TextLink, type TextLinkEvents } from './textLink';
import { openTextSocket } from './webSocket';

/**
 * Connects to an agent that runs elsewhere. Seen from the connection it is like a process: lines in, lines out, an end.
 * @throws AgentError connection-closed
 */
export async function connectRemote(
  plan: LaunchPlan,
  { url, headers }: Transport,
  signal: AbortSignal,
): Promise<RemoteAgent> {
  const agent = new RemoteAgent(plan);
  const open = url.startsWith('ws') ? openTextSocket : openHttp;
  try {
    agent.attach(await open(url, headers, agent.events, signal));
  } catch (error) {
    throw unreachable(plan.display, reasonOf(error));
  }
  return agent;
}

export class RemoteAgent implements RunningAgent {
  readonly stdin: Writable;
  readonly stdout = new PassThrough();
  readonly exited: Promise<ExitInfo>;
  readonly events: TextLinkEvents;
  private link: TextLink | undefined;
  private settle: (exit: ExitInfo) => void = () => undefined;
  private reason: AgentError | undefined;
  private hasAnswered = false;

  constructor(readonly plan: LaunchPlan) {
    this.exited = new Promise((resolve) => {
      this.settle = resolve;
    });
    this.events = {
      message: (text) => this.onMessage(text),
      over: (reason) => {
        this.end(reason);
      },
    };
    this.stdin = new Writable({
      // The wire writes one message at a time, as one line.
      write: (line: Buffer, _encoding, done) => {
        this.link?.send(line.toString('utf8').trimEnd()).then(() => done(), done);
      },
      final: (done) => {
        this.kill();
        done();
      },
    });
    this.stdin.on('error', () => undefined);
    this.stdout.on('error', () => undefined);
  }

  attach(link: TextLink): void {
    this.link = link;
  }

  get running(): boolean {
    return this.reason === undefined;
  }

  endReason(): AgentError | undefined {
    return this.reason;
  }

  /** Nothing but messages comes from there. */
  stderrTail(): string {
    return '';
  }

  stop(): Promise<ExitInfo> {
    this.kill();
    return this.exited;
  }

  kill(): void {
    this.link?.close();
    this.end('it was closed here');
  }

  /** In JSON a line end is only ever a blank between tokens. */
  private onMessage(text: string): Promise<void> {
    this.hasAnswered = true;
    if (this.stdout.destroyed || this.stdout.writableEnded) return Promise.resolve();
    if (this.stdout.write(`${text.replace(/[\r\n]+/g, ' ')}\n`)) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        this.stdout.off('drain', done).off('close', done);
        resolve();
      };
      this.stdout.on('drain', done).on('close', done);
    });
  }

  private end(reason: string): void {
    if (this.reason !== undefined) return;
    const make = this.hasAnswered ? remoteClosed : unreachable;
    this.reason = make(this.plan.display, reason);
    this.stdout.end();
    this.stdin.destroy();
    this.settle({ code: null, signal: null });
  }
}

import { PassThrough } from 'node:stream';
import type { RunningAgent } from '../../src/acp/connection';
import type { ExitInfo } from '../../src/acp/errors';
import type { LaunchPlan } from '../../src/acp/process';
import { Player } from './player';
import { readLines } from './reading';
import type { Script } from './script';
import type { AgentScript } from './scriptBuilder';
import { ScriptedAgent } from './scriptedAgent';

/** Seen from the client a process; really a pair of streams. */
export class MemoryAgent implements RunningAgent {
  readonly stdin = new PassThrough();
  readonly stdout = new PassThrough();
  readonly plan: LaunchPlan;
  readonly exited: Promise<ExitInfo>;
  private settle: (exit: ExitInfo) => void = () => undefined;
  private hasEnded = false;
  private errors = '';

  constructor(
    /** Ignores the end of its input and SIGTERM. */
    private readonly stubborn = false,
    plan: Partial<LaunchPlan> = {},
  ) {
    this.plan = { command: 'memory', args: [], env: {}, cwd: '/', display: 'an agent in memory', ...plan };
    this.exited = new Promise((resolve) => {
      this.settle = resolve;
    });
    this.stdin.on('error', () => undefined);
    this.stdout.on('error', () => undefined);
    this.stdin.on('end', () => {
      if (!stubborn) this.end({ code: 0, signal: null });
    });
  }

  get running(): boolean {
    return !this.hasEnded;
  }

  stderrTail(): string {
    return this.errors;
  }

  complain(text: string): void {
    this.errors += text;
  }

  /** The agent ends by itself, as `exit` says. */
  end(exit: ExitInfo): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.stdout.end();
    this.stdin.destroy();
    this.settle(exit);
  }

  stop(): Promise<ExitInfo> {
    this.stdin.end();
    this.end({ code: null, signal: this.stubborn ? 'SIGKILL' : 'SIGTERM' });
    return this.exited;
  }
}

/** Starts a scripted agent on streams in memory: as fast as it gets, and without a process. */
export function startInMemory(
  script: Script | AgentScript,
  plan: Partial<LaunchPlan> = {},
): ScriptedAgent<MemoryAgent> {
  const data = JSON.parse(JSON.stringify(script)) as Script;
  const agent = new MemoryAgent(data.stubborn, plan);
  const received: string[] = [];
  const player = new Player(data, {
    write: (bytes) => {
      if (agent.running) agent.stdout.write(bytes);
    },
    writeError: (bytes) => {
      agent.complain(bytes.toString('utf8'));
    },
    close: (what) => {
      if (what === 'stdin') agent.stdin.destroy();
      else agent.stdout.end();
    },
    startGrandchild: () => Promise.reject(new Error('an agent in memory starts no processes')),
    end: (how) => {
      agent.end(how);
    },
    note: (line) => {
      received.push(line);
    },
  });
  player.start();
  readLines(agent.stdin, data, (line) => {
    player.take(line);
  }).catch(() => undefined);
  return new ScriptedAgent(agent, () => received);
}

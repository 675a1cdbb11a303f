import { setImmediate as tick } from 'node:timers/promises';
import type { Elicitations, FileSystem, HostPorts, Log, Terminals } from '../../src/acp/ports';
import { cancelled, notFound } from '../../src/acp/rpcError';
import type { Random } from './random';

/** Answers at once, later, with an error, with a bug, or only when it is told to. */
export class FuzzHost implements HostPorts {
  private readonly held = new Set<() => void>();

  constructor(private readonly random: Random) {}

  readonly files: FileSystem = {
    readTextFile: (_request, { signal }) => this.reply('text', signal),
    writeTextFile: async (_request, { signal }) => {
      await this.reply(undefined, signal);
    },
  };

  readonly terminals: Terminals = {
    create: (_request, { signal }) => this.reply('t1', signal),
    output: () => {
      if (this.random.chance(0.3)) throw notFound('no such terminal');
      return { output: 'text', truncated: false };
    },
    waitForExit: (_id, { signal }) => this.reply({ exitCode: 0, signal: null }, signal),
    kill: (_id, { signal }) => this.reply(undefined, signal),
    release: (_id, { signal }) => this.reply(undefined, signal),
    releaseAll: () => undefined,
  };

  readonly elicitations: Elicitations = {
    ask: (_form, signal) => this.reply({ action: 'decline' }, signal),
  };

  readonly log: Log = {
    trace: () => undefined,
    info: () => undefined,
    warn: () => undefined,
    error: () => undefined,
  };

  /** The person, or the program, that was waited for is done at last. */
  settleAll(): void {
    for (const settle of [...this.held]) settle();
  }

  private async reply<T>(value: T, signal: AbortSignal): Promise<T> {
    switch (this.random.int(6)) {
      case 0:
        return value;
      case 1:
        await tick();
        return value;
      case 2:
        throw notFound('not there');
      case 3:
        throw new TypeError('a bug of the host');
      default:
        return this.hold(value, signal);
    }
  }

  private hold<T>(value: T, signal: AbortSignal): Promise<T> {
    return new Promise((resolve, reject) => {
      const done = (act: () => void): void => {
        this.held.delete(settle);
        signal.removeEventListener('abort', stop);
        act();
      };
      const settle = (): void => {
        done(() => {
          resolve(value);
        });
      };
      const stop = (): void => {
        done(() => {
          reject(cancelled());
        });
      };
      this.held.add(settle);
      if (signal.aborted) stop();
      else signal.addEventListener('abort', stop);
    });
  }
}

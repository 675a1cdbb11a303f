import { cancelled } from '../../acp/rpcError';

/** Runs tasks of one key one after another and different keys side by side. */
export class KeyedQueue {
  private readonly tails = new Map<string, Promise<unknown>>();

  /**
   * Aborting ends the waiting; a task that has begun looks after the signal itself.
   * @throws RpcError -32800 when `signal` aborts before the task has begun, which then never runs
   */
  run<T>(key: string, task: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const before = this.tails.get(key) ?? Promise.resolve();
    return new Promise<T>((resolve, reject) => {
      const giveUp = (): void => {
        reject(cancelled());
      };
      signal.addEventListener('abort', giveUp, { once: true });
      if (signal.aborted) giveUp();
      const begin = async (): Promise<void> => {
        signal.removeEventListener('abort', giveUp);
        if (signal.aborted) return;
        await task().then(resolve, reject);
      };
      const tail = before.then(begin);
      this.tails.set(key, tail);
      void tail.then(() => {
        if (this.tails.get(key) === tail) this.tails.delete(key);
      });
    });
  }
}

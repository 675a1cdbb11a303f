import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgentError } from '../../src/acp/errors';
import { RpcError } from '../../src/acp/rpcError';

export { eventually } from '../agent/eventually';

/** Lets everything that is due in this turn of the event loop happen. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** The AgentError that the promise rejects with; anything else fails the test. */
export async function agentFailure(promise: Promise<unknown>): Promise<AgentError> {
  const reason = await failure(promise);
  if (reason instanceof AgentError) return reason;
  throw new Error(`rejected with something else: ${String(reason)}`, { cause: reason });
}

/** Code and message of the RpcError that `call` throws or rejects with. */
export async function rpcFailure(
  call: () => unknown,
): Promise<{ readonly code: number; readonly message: string }> {
  const reason = await failure((async () => call())());
  if (reason instanceof RpcError) return { code: reason.code, message: reason.message };
  throw new Error(`failed with something else: ${String(reason)}`, { cause: reason });
}

async function failure(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('nothing failed');
}

let folders: string | undefined;

/** A fresh directory, removed when the tests end. */
export function temporaryFolder(): string {
  if (folders === undefined) {
    const parent = mkdtempSync(join(tmpdir(), 'acp-unit-'));
    process.once('exit', () => rmSync(parent, { recursive: true, force: true }));
    folders = parent;
  }
  return mkdtempSync(join(folders, 't'));
}

/** A zombie that nobody has collected yet is dead: in containers that takes a while. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync('/proc') || !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z');
  } catch {
    return false;
  }
}

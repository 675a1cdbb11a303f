import { RequestError } from '@agentclientprotocol/sdk';
import type { Turn } from './turn';

/** What the client answered to a request that may be turned down; `message` is in its own words. */
export type Outcome<Value> =
  | { readonly kind: 'ok'; readonly value: Value }
  | { readonly kind: 'refused'; readonly message: string; readonly code?: number };

export interface Window {
  readonly line?: number;
  readonly limit?: number;
}

export async function readFile(turn: Turn, path: string, window: Window = {}): Promise<Outcome<string>> {
  const params = { sessionId: turn.context.sessionId, path, ...window };
  return attempt(turn, async () => (await turn.ask('fs/read_text_file', params)).content);
}

export async function writeFile(turn: Turn, path: string, content: string): Promise<Outcome<void>> {
  return attempt(turn, async () => {
    await turn.ask('fs/write_text_file', { sessionId: turn.context.sessionId, path, content });
  });
}

/** Runs a client request; a refusal is a value, a cancelled turn is thrown. */
export async function attempt<Value>(turn: Turn, action: () => Promise<Value>): Promise<Outcome<Value>> {
  try {
    return { kind: 'ok', value: await action() };
  } catch (error) {
    turn.signal.throwIfAborted();
    return { kind: 'refused', message: describeError(error), ...codeOf(error) };
  }
}

export function canRead(turn: Turn): boolean {
  return turn.context.capabilities.fs?.readTextFile === true;
}

export function canWrite(turn: Turn): boolean {
  return turn.context.capabilities.fs?.writeTextFile === true;
}

function codeOf(error: unknown): { code?: number } {
  return error instanceof RequestError ? { code: error.code } : {};
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const data: unknown = error instanceof RequestError ? error.data : undefined;
  const details = typeof data === 'object' && data !== null && 'details' in data ? data.details : undefined;
  return typeof details === 'string' ? `${error.message} (${details})` : error.message;
}

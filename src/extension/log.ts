import type { LogOutputChannel } from 'vscode';
import type { Log } from '../acp/ports';
import { redact } from '../acp/redact';

/** The one log. Nothing above trace carries prompt or file content, and nothing at all a key. */
export function logTo(channel: LogOutputChannel): Log {
  return {
    trace: (message) => {
      channel.trace(redact(message));
    },
    info: (message) => {
      channel.info(redact(message));
    },
    warn: (message) => {
      channel.warn(redact(message));
    },
    error: (message) => {
      channel.error(redact(message));
    },
  };
}

export function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

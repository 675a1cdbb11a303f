import type { LogOutputChannel } from 'vscode';
import type { Log } from '../acp/ports';

/** The one log. Nothing above trace carries prompt or file content. */
export function logTo(channel: LogOutputChannel): Log {
  return {
    trace: (message) => {
      channel.trace(message);
    },
    info: (message) => {
      channel.info(message);
    },
    warn: (message) => {
      channel.warn(message);
    },
    error: (message) => {
      channel.error(message);
    },
  };
}

export function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

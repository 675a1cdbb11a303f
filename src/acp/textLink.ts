/** A way to send and get text messages over the network. */
export interface TextLink {
  /** Resolves when the message is on its way; a failure is told through `over`. */
  send(text: string): Promise<void>;
  close(): void;
}

export interface TextLinkEvents {
  /** The next message is read when the promise is settled. */
  message(text: string): Promise<void>;
  /** At the end, whoever ended it. */
  over(reason: string): void;
}

/** What went wrong in one line: fetch() hides the reason in the cause of its error. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const message = error.message.trim() === '' ? error.name : error.message.trim();
  return code === '' || message.includes(code) ? message : `${message} (${code})`;
}

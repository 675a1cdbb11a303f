/** What abilities may do to the process they run in: everything that is not a protocol message. */
export interface Program {
  /** Writes one line to stdout that is not a protocol message. */
  writeNoise(line: string): Promise<void>;
  /** Writes to stderr, then ends the process with `code`. */
  crash(lines: readonly string[], code: number): Promise<never>;
  /** Absolute path of the JavaScript runtime that runs this agent. */
  readonly runtime: string;
  /** Environment that makes `runtime` behave as plain Node (not empty when it is Electron). */
  readonly runtimeEnv: Readonly<Record<string, string>>;
}

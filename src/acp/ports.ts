// What the protocol core needs from its host. Implemented with VS Code in src/extension, by hand in tests.

export interface Log {
  trace(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

/** Who asks: every call that an agent makes on us belongs to one session and usually to one turn. */
export interface Scope {
  /** Our own name for the session, unique over all agents. */
  readonly sessionKey: string;
  /** Absolute. */
  readonly cwd: string;
  /** Aborted when the request is cancelled, its turn is cancelled, or the session ends. */
  readonly signal: AbortSignal;
  /** Puts a question to the person, during which the session waits for them. Its signal also ends with the turn. */
  ask<T>(question: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

export interface ReadRequest {
  readonly path: string;
  /** 1-based; already checked to be a non-negative integer. */
  readonly line?: number;
  /** Lines; already checked to be a non-negative integer. */
  readonly limit?: number;
}

export interface WriteRequest {
  readonly path: string;
  readonly content: string;
}

/** https://agentclientprotocol.com/protocol/file-system. Throw {@link import('./rpcError').RpcError} to answer with an error. */
export interface FileSystem {
  readTextFile(request: ReadRequest, scope: Scope): Promise<string>;
  /** Resolves when the bytes are on disk; rejects when the person refuses. */
  writeTextFile(request: WriteRequest, scope: Scope): Promise<void>;
}

export interface CommandRequest {
  readonly command: string;
  /** Absent or empty: `command` may be a whole shell line. */
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly cwd?: string;
  /** Bytes of UTF-8 to keep, cut from the beginning. */
  readonly outputByteLimit?: number;
}

export interface CommandOutput {
  readonly output: string;
  readonly truncated: boolean;
  readonly exitStatus?: CommandExit;
}

export interface CommandExit {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

/** https://agentclientprotocol.com/protocol/terminals. Unknown ids: throw an RpcError. */
export interface Terminals {
  create(request: CommandRequest, scope: Scope): Promise<string>;
  output(id: string, scope: Scope): CommandOutput;
  waitForExit(id: string, scope: Scope): Promise<CommandExit>;
  kill(id: string, scope: Scope): Promise<void>;
  release(id: string, scope: Scope): Promise<void>;
  /** The session ended: nothing of it may keep running. */
  releaseAll(sessionKey: string): void;
}

export type ElicitationAnswer =
  | { readonly action: 'accept'; readonly content: Readonly<Record<string, ElicitationValue>> }
  | { readonly action: 'decline' }
  | { readonly action: 'cancel' };

export type ElicitationValue = string | number | boolean | readonly string[];

export interface ElicitationForm {
  readonly message: string;
  /** The flat JSON schema as the agent sent it. */
  readonly schema: unknown;
}

export interface Elicitations {
  ask(form: ElicitationForm, signal: AbortSignal): Promise<ElicitationAnswer>;
}

export interface HostPorts {
  readonly files: FileSystem;
  readonly terminals: Terminals;
  readonly elicitations: Elicitations;
  readonly log: Log;
}

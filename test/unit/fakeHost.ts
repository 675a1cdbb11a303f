import type {
  CommandExit,
  CommandOutput,
  CommandRequest,
  Elicitations,
  FileSystem,
  HostPorts,
  Log,
  ReadRequest,
  Scope,
  Terminals,
  WriteRequest,
} from '../../src/acp/ports';
import { cancelled } from '../../src/acp/rpcError';

/** Stays open until the scope is over: how a real port behaves that waits for a person or a program. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const stop = (): void => reject(cancelled());
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

/** A host that notes what it is asked for. */
export class FakeHost implements HostPorts {
  readonly logged: string[] = [];
  /** One line per call. */
  readonly calls: string[] = [];
  readonly reads: ReadRequest[] = [];
  readonly writes: WriteRequest[] = [];
  readonly commands: CommandRequest[] = [];
  readonly scopes: Scope[] = [];
  read: (request: ReadRequest, scope: Scope) => Promise<string> = () => Promise.resolve('text of the file');
  write: (request: WriteRequest, scope: Scope) => Promise<void> = () => Promise.resolve();
  wait: (id: string, scope: Scope) => Promise<CommandExit> = (_id, { signal }) => untilAborted(signal);
  output: CommandOutput = { output: 'hi\n', truncated: false };

  readonly files: FileSystem = {
    readTextFile: (request, scope) => {
      this.note('read', request.path, scope);
      this.reads.push(request);
      return this.read(request, scope);
    },
    writeTextFile: (request, scope) => {
      this.note('write', request.path, scope);
      this.writes.push(request);
      return this.write(request, scope);
    },
  };

  readonly terminals: Terminals = {
    create: async (request, scope) => {
      this.note('create', request.command, scope);
      this.commands.push(request);
      return 't1';
    },
    output: (id, scope) => {
      this.note('output', id, scope);
      return this.output;
    },
    waitForExit: (id, scope) => {
      this.note('wait', id, scope);
      return this.wait(id, scope);
    },
    kill: async (id, scope) => this.note('kill', id, scope),
    release: async (id, scope) => this.note('release', id, scope),
    releaseAll: () => void this.calls.push('release all'),
  };

  readonly elicitations: Elicitations = {
    ask: (form, signal) => {
      this.calls.push(`ask ${form.message}`);
      return untilAborted(signal);
    },
  };

  readonly log: Log = {
    trace: () => undefined,
    info: (line) => void this.logged.push(line),
    warn: (line) => void this.logged.push(`warn ${line}`),
    error: (line) => void this.logged.push(`error ${line}`),
  };

  private note(what: string, of: string, scope: Scope): void {
    this.calls.push(`${what} ${of}`);
    this.scopes.push(scope);
  }
}

import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { client, ndJsonStream, RequestError } from '@agentclientprotocol/sdk';
import type {
  ClientCapabilities,
  ClientConnection,
  ContentBlock,
  CreateElicitationRequest,
  CreateElicitationResponse,
  CreateTerminalRequest,
  InitializeResponse,
  PromptResponse,
  RequestPermissionRequest,
  RequestPermissionResponse,
  TerminalOutputResponse,
} from '@agentclientprotocol/sdk';
import { build } from 'esbuild';

/** Milliseconds after which a test gives up waiting for something that should happen at once. */
const DEADLINE = 5000;

export const CWD = resolve('/demo-workspace');

export type Update = Readonly<Record<string, unknown>> & { readonly sessionUpdate: string };

/** The client's half of a conversation; what is left out is refused or not advertised. */
export interface Script {
  readonly capabilities?: ClientCapabilities;
  /** Text by absolute path; writes go here. */
  readonly files?: Map<string, string>;
  /** Answers a write instead of putting it into `files`; throwing refuses it. */
  readonly write?: (path: string, content: string) => Promise<void>;
  readonly permission?: (request: RequestPermissionRequest) => Promise<RequestPermissionResponse>;
  readonly elicitation?: (request: CreateElicitationRequest) => Promise<CreateElicitationResponse>;
  readonly terminal?: TerminalOutputResponse | 'runs forever';
}

export const EVERYTHING: ClientCapabilities = {
  fs: { readTextFile: true, writeTextFile: true },
  terminal: true,
  elicitation: { form: {} },
  session: { notices: {} },
};

let built: Promise<string> | undefined;

/** Builds the agent once for a test file; resolves with the path of the program. */
export async function demoProgram(): Promise<string> {
  built ??= (async () => {
    mkdirSync('out/tmp', { recursive: true });
    const folder = resolve(mkdtempSync('out/tmp/demo-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    const outfile = join(folder, 'demo-agent.js');
    await build({
      entryPoints: ['src/acp/demo/main.ts'],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      target: 'node20',
    });
    return outfile;
  })();
  return built;
}

export async function startDemo(script: Script = {}): Promise<DemoRun> {
  const child = spawn(process.execPath, [await demoProgram()]);
  const run = new DemoRun(child, script);
  await run.open();
  return run;
}

/** One demo agent process with a session, and everything that it said. */
export class DemoRun {
  readonly updates: Update[] = [];
  /** Lines on stdout that are no JSON objects. */
  readonly noise: string[] = [];
  /** Methods of all requests that the agent sent, and of withdrawals, in order. */
  readonly asked: string[] = [];
  readonly terminals: CreateTerminalRequest[] = [];
  stderr = '';
  sessionId = '';
  commandNames: readonly string[] = [];
  initialized: InitializeResponse = { protocolVersion: 0 };
  readonly exited: Promise<number | null>;
  private readonly connection: ClientConnection;
  private readonly watchers = new Set<() => void>();

  constructor(
    readonly child: ChildProcessWithoutNullStreams,
    private readonly script: Script,
  ) {
    this.exited = once(child, 'exit').then(([code]) => (typeof code === 'number' ? code : null));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
    child.stdin.on('error', () => undefined);
    this.connection = this.connect(ndJsonStream(Writable.toWeb(child.stdin), this.frames()));
  }

  async open(): Promise<void> {
    this.initialized = await this.connection.agent.request('initialize', {
      protocolVersion: 1,
      clientCapabilities: this.script.capabilities ?? EVERYTHING,
    });
    const session = await this.connection.agent.request('session/new', { cwd: CWD, mcpServers: [] });
    this.sessionId = session.sessionId;
    await this.until(() => this.ofKind('available_commands_update').length > 0, 'the commands');
    const [commands] = this.ofKind('available_commands_update');
    this.commandNames = namesOf(commands?.['availableCommands']);
    this.updates.length = 0;
  }

  async prompt(prompt: string | ContentBlock[], sessionId = this.sessionId): Promise<PromptResponse> {
    const blocks: ContentBlock[] = typeof prompt === 'string' ? [{ type: 'text', text: prompt }] : prompt;
    return this.connection.agent.request('session/prompt', { sessionId, prompt: blocks });
  }

  async logIn(): Promise<void> {
    await this.connection.agent.request('authenticate', { methodId: 'demo' });
  }

  async logOut(): Promise<void> {
    await this.connection.agent.request('logout', {});
  }

  async cancel(): Promise<void> {
    await this.connection.agent.notify('session/cancel', { sessionId: this.sessionId });
  }

  ofKind(kind: string): readonly Update[] {
    return this.updates.filter((update) => update.sessionUpdate === kind);
  }

  /** All text of one kind of chunk. */
  text(kind = 'agent_message_chunk'): string {
    return this.ofKind(kind)
      .map(({ content }) => (isText(content) ? content.text : ''))
      .join('');
  }

  /** The fields of a tool call after all its updates. */
  toolCall(id = 'call-1'): Readonly<Record<string, unknown>> {
    const steps = this.updates.filter((update) => update['toolCallId'] === id);
    return steps.reduce((call, step) => ({ ...call, ...step }), {});
  }

  /** Resolves as soon as `check` holds after something came from the agent. */
  async until(check: () => boolean, what: string): Promise<void> {
    if (check()) return;
    await new Promise<void>((done, fail) => {
      const watcher = (): void => {
        if (!check()) return;
        clearTimeout(timer);
        this.watchers.delete(watcher);
        done();
      };
      const timer = setTimeout(() => fail(new Error(`waited too long for ${what}`)), DEADLINE);
      this.watchers.add(watcher);
    });
  }

  /** Closes stdin, as a client does that goes away. */
  async stop(): Promise<number | null> {
    this.child.stdin.end();
    const timer = setTimeout(() => this.child.kill('SIGKILL'), DEADLINE);
    const code = await this.exited;
    clearTimeout(timer);
    return code;
  }

  private frames(): ReadableStream<Uint8Array> {
    const lines = createInterface({ input: this.child.stdout });
    return new ReadableStream({
      start: (controller) => {
        lines.on('line', (line) => {
          if (!line.startsWith('{')) this.noise.push(line);
          else if (!this.takeUpdate(line)) controller.enqueue(new TextEncoder().encode(`${line}\n`));
        });
        lines.on('close', () => controller.close());
      },
    });
  }

  // Taken before the SDK sees them: its client drops updates that its schema does not know.
  private takeUpdate(line: string): boolean {
    const frame = JSON.parse(line) as Frame;
    if (frame.method !== 'session/update') return false;
    this.updates.push(frame.params.update);
    this.tell();
    return true;
  }

  private connect(stream: ReturnType<typeof ndJsonStream>): ClientConnection {
    const { script } = this;
    return client({ name: 'scripted' })
      .onRequest('fs/read_text_file', ({ params }) => {
        this.record('fs/read_text_file');
        const content = script.files?.get(params.path);
        if (content === undefined) throw RequestError.resourceNotFound(params.path);
        return { content: windowOf(content, params.line ?? 1, params.limit ?? undefined) };
      })
      .onRequest('fs/write_text_file', async ({ params }) => {
        this.record('fs/write_text_file');
        if (script.write) await script.write(params.path, params.content);
        else script.files?.set(params.path, params.content);
      })
      .onRequest('session/request_permission', async ({ params }) => {
        this.record('session/request_permission');
        return script.permission ? script.permission(params) : { outcome: { outcome: 'cancelled' } };
      })
      .onRequest('elicitation/create', async ({ params }) => {
        this.record('elicitation/create');
        return script.elicitation ? script.elicitation(params) : { action: 'cancel' };
      })
      .onRequest('terminal/create', ({ params }) => {
        this.record('terminal/create');
        this.terminals.push(params);
        return { terminalId: 'terminal-1' };
      })
      .onRequest('terminal/wait_for_exit', ({ signal }) => {
        this.record('terminal/wait_for_exit');
        if (script.terminal === 'runs forever') return untilAborted(signal);
        return script.terminal?.exitStatus ?? {};
      })
      .onRequest('terminal/output', () => {
        this.record('terminal/output');
        return typeof script.terminal === 'object' ? script.terminal : { output: '', truncated: false };
      })
      .onRequest('terminal/release', () => this.record('terminal/release'))
      .connect(stream);
  }

  private record(method: string): void {
    this.asked.push(method);
    this.tell();
  }

  private tell(): void {
    for (const watcher of this.watchers) watcher();
  }
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(RequestError.requestCancelled()), { once: true });
  });
}

function namesOf(commands: unknown): readonly string[] {
  return Array.isArray(commands) ? commands.map((command: { name: string }) => command.name) : [];
}

interface Frame {
  readonly method?: string;
  readonly params: { readonly update: Update };
}

function isText(content: unknown): content is { readonly text: string } {
  return typeof content === 'object' && content !== null && 'text' in content;
}

function windowOf(text: string, line: number, limit: number | undefined): string {
  const lines = text.split(/(?<=\n)/);
  return lines.slice(line - 1, limit === undefined ? undefined : line - 1 + limit).join('');
}

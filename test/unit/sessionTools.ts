import type { AgentError } from '../../src/acp/errors';
import { requestFailed } from '../../src/acp/errors/requests';
import type { JsonObject } from '../../src/acp/json';
import type { PromptInput } from '../../src/acp/entries';
import { Session, type Peer } from '../../src/acp/session';
import { settled } from './support';
import { Recorder } from './transcriptTools';

interface Sent {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: AgentError) => void;
}

/** The other side of a session: its prompts stay open until the test answers them. */
export class FakePeer implements Peer {
  /** Texts of the prompts and methods of the notifications, in the order of sending. */
  readonly sent: string[] = [];
  private readonly open: Sent[] = [];

  request(_method: string, params: JsonObject): Promise<unknown> {
    const [block] = params['prompt'] as readonly { readonly text: string }[];
    this.sent.push(block?.text ?? '');
    return new Promise((resolve, reject) => {
      this.open.push({ resolve, reject });
    });
  }

  notify(method: string): void {
    this.sent.push(method);
  }

  /** Answers the oldest open prompt and lets everything that follows from it happen. */
  async answer(answer: unknown = { stopReason: 'end_turn' }): Promise<void> {
    this.take().resolve(answer);
    await settled();
  }

  async fail(error: AgentError = promptFailed()): Promise<void> {
    this.take().reject(error);
    await settled();
  }

  private take(): Sent {
    const sent = this.open.shift();
    if (sent === undefined) throw new Error('no prompt is open');
    return sent;
  }
}

export class SessionBench {
  readonly peer = new FakePeer();
  readonly recorder = new Recorder();
  readonly transcript = this.recorder.transcript;
  readonly session: Session;
  changes = 0;
  onChange: () => void = () => undefined;

  constructor(id = 's1') {
    this.session = new Session({
      id,
      cwd: '/work',
      peer: this.peer,
      transcript: this.transcript,
      changed: () => {
        this.changes++;
        this.onChange();
      },
    });
  }

  prompt(text: string): boolean {
    return this.session.prompt(promptOf(text)).queued;
  }

  get queued(): readonly string[] {
    return this.session.queue.map(({ text }) => text);
  }
}

/** How most failed prompts are answered. */
export function promptFailed(details = ''): AgentError {
  return requestFailed({ method: 'session/prompt', code: -32603, message: 'Internal error', details });
}

export function promptOf(text: string): PromptInput {
  return { text, attachments: [], blocks: [{ type: 'text', text }] };
}

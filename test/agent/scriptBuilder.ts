import type { JsonObject } from '../../src/acp/json';
import {
  updateOf,
  type AgentRequest,
  type Faults,
  type Handler,
  type Id,
  type Script,
  type Step,
} from './script';

interface Place {
  readonly method: string;
  readonly when?: string;
}

/**
 * A script that reads like prose:
 * `scriptedAgent().onPrompt().sends(say('Hi')).asks('fs/read_text_file', { path: '/f' }).thenAnswers('end_turn')`.
 * What stands before the first `on…` happens at the start. Every `on…` handles one more call of its method; the last
 * one handles all further calls. Immutable: each step gives another script.
 */
export class AgentScript {
  constructor(
    private readonly script: Script = {},
    private readonly place?: Place,
    private readonly requests = 0,
  ) {}

  /** The script as data, which JSON.stringify calls by itself. */
  toJSON(): Script {
    return this.script;
  }

  with(faults: Faults): AgentScript {
    return new AgentScript({ ...this.script, ...faults }, this.place, this.requests);
  }

  on(method: string, when?: string): AgentScript {
    const place: Place = { method, ...(when === undefined ? {} : { when }) };
    const handlers = [...this.handlers(method), { ...(when === undefined ? {} : { when }), steps: [] }];
    return new AgentScript(this.handling(method, handlers), place, this.requests);
  }

  onInitialize(): AgentScript {
    return this.on('initialize');
  }

  onNewSession(): AgentScript {
    return this.on('session/new');
  }

  /** @param text only for prompts that contain it, in whatever order they come */
  onPrompt(text?: string): AgentScript {
    return this.on('session/prompt', text);
  }

  /** In one single write: updates, which go to session s1, or whole messages. */
  sends(...messages: readonly JsonObject[]): AgentScript {
    return this.step({
      send: messages.map((message) => ('sessionUpdate' in message ? updateOf(message) : message)),
    });
  }

  /** Asks the client, for session s1, and waits for the answer. */
  asks(method: string, params: JsonObject = {}, id?: Id): AgentScript {
    return this.step({ ask: this.request(method, params, id) }).counting();
  }

  /** As `asks`, without waiting. */
  asksAndGoesOn(method: string, params: JsonObject = {}, id?: Id): AgentScript {
    return this.step({ send: [{ ...this.request(method, params, id) }] }).counting();
  }

  awaits(method: string): AgentScript {
    return this.step({ wait: { method } });
  }

  awaitsAnswerTo(id: Id): AgentScript {
    return this.step({ wait: { id } });
  }

  prints(text: string): AgentScript {
    return this.step({ raw: text });
  }

  printsBytewise(text: string): AgentScript {
    return this.step({ bytewise: text });
  }

  /** The first half of a message, and no end of line. */
  breaksOffIn(message: JsonObject): AgentScript {
    return this.step({ half: message });
  }

  complains(text: string): AgentScript {
    return this.step({ stderr: text });
  }

  floodsStderr(bytes: number): AgentScript {
    return this.step({ flood: bytes });
  }

  startsGrandchild(kind: 'plain' | 'detached' = 'plain'): AgentScript {
    return this.step({ grandchild: kind });
  }

  closes(what: 'stdin' | 'stdout'): AgentScript {
    return this.step({ close: what });
  }

  /** The agent is slow by so many milliseconds. */
  pauses(milliseconds: number): AgentScript {
    return this.step({ pause: milliseconds });
  }

  /** Does nothing more for this call. */
  stalls(): AgentScript {
    return this.step({ stall: true });
  }

  /** @param result a stop reason, or the whole result */
  thenAnswers(result: unknown): AgentScript {
    return this.step({ answer: typeof result === 'string' ? { stopReason: result } : result });
  }

  thenFails(code: number, message: string, data?: unknown): AgentScript {
    return this.step({ error: { code, message, data } });
  }

  thenExits(code: number): AgentScript {
    return this.step({ exit: code });
  }

  thenDies(signal: NodeJS.Signals): AgentScript {
    return this.step({ die: signal });
  }

  step(step: Step): AgentScript {
    return new AgentScript(this.adding(step), this.place, this.requests);
  }

  private adding(step: Step): Script {
    const { place, script } = this;
    if (place === undefined) return { ...script, start: [...(script.start ?? []), step] };
    const handlers = this.handlers(place.method);
    const last = handlers.at(-1) ?? { steps: [] };
    return this.handling(place.method, [...handlers.slice(0, -1), { ...last, steps: [...last.steps, step] }]);
  }

  private handling(method: string, handlers: readonly Handler[]): Script {
    return { ...this.script, on: { ...this.script.on, [method]: handlers } };
  }

  private handlers(method: string): readonly Handler[] {
    return (this.script.on?.[method] ?? []).map((handler) =>
      'steps' in handler ? handler : { steps: handler },
    );
  }

  private request(method: string, params: JsonObject, id?: Id): AgentRequest {
    return {
      id: id === undefined ? `ask-${this.requests + 1}` : id,
      method,
      params: { sessionId: 's1', ...params },
    };
  }

  private counting(): AgentScript {
    return new AgentScript(this.script, this.place, this.requests + 1);
  }
}

export function scriptedAgent(): AgentScript {
  return new AgentScript();
}

export function say(text: string): JsonObject {
  return { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } };
}

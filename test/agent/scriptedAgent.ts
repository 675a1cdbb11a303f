import type { RunningAgent } from '../../src/acp/connection';
import { asString, type JsonObject } from '../../src/acp/json';
import { eventually } from './eventually';

/** A scripted agent that runs, and what arrived at it. */
export class ScriptedAgent<P extends RunningAgent = RunningAgent> {
  constructor(
    readonly process: P,
    private readonly lines: () => readonly string[],
  ) {}

  /** Every message that the agent got, in order. */
  received(): readonly JsonObject[] {
    return this.lines().map((line) => JSON.parse(line) as JsonObject);
  }

  /** The answer that the agent got to its request `id`. */
  answerTo(id: unknown): Promise<JsonObject> {
    const isAnswer = (message: JsonObject): boolean => !('method' in message) && message['id'] === id;
    return eventually(() => this.received().find(isAnswer), `an answer to ${JSON.stringify(id)}`);
  }

  /** Methods of requests and notifications, and ids of answers, in order. */
  summary(): readonly string[] {
    return this.received().map(
      (message) => asString(message['method']) ?? `answer ${JSON.stringify(message['id'])}`,
    );
  }
}

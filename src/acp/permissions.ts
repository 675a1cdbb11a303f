import { asArray, asObject, asString, isObject, type JsonObject } from './json';
import { cancelled } from './rpcError';
import type { Transcript } from './transcript';
import type { PermissionOption, PermissionState } from './entries';
import type { ToolCall } from './toolCall';

/** The answer to session/request_permission, https://agentclientprotocol.com/protocol/tool-calls#requesting-permission. */
export type PermissionAnswer = {
  readonly outcome:
    { readonly outcome: 'cancelled' } | { readonly outcome: 'selected'; readonly optionId: string };
};

export interface OpenPermission {
  readonly requestId: string;
  readonly toolCallId: string;
  readonly options: readonly PermissionOption[];
}

interface Pending extends OpenPermission {
  settle(answer: PermissionAnswer): void;
}

const CANCELLED: PermissionAnswer = { outcome: { outcome: 'cancelled' } };

/** The option that the person's preset chooses for a call, or nothing: then they are asked. */
export type Decide = (call: ToolCall, options: readonly PermissionOption[]) => string | undefined;

/**
 * The permission requests of one session. Each is answered exactly once: with an option that was offered and that a
 * person, or the preset they set, chose; or with `cancelled`.
 */
export class PermissionDesk {
  private readonly pending = new Map<string, Pending>();
  private nextId = 1;

  constructor(
    private readonly transcript: Transcript,
    private readonly changed: () => void,
    /** Distinguishes requests of different sessions on one screen. */
    private readonly prefix: string,
    private readonly decide: Decide = () => undefined,
  ) {}

  get open(): readonly OpenPermission[] {
    return [...this.pending.values()];
  }

  /** Rejects when the agent takes its request back. */
  ask(params: JsonObject, signal: AbortSignal, turnCancelled: boolean): Promise<PermissionAnswer> {
    const requestId = `${this.prefix}-${String(this.nextId++)}`;
    const call = asObject(params['toolCall']);
    const toolCallId = asString(call['toolCallId']) ?? requestId;
    const options = parseOptions(params['options']);
    this.transcript.upsertTool({ ...call, toolCallId }, true);
    if (turnCancelled || options.length === 0) {
      this.show({ requestId, toolCallId, options }, 'cancelled');
      return Promise.resolve(CANCELLED);
    }
    const chosen = this.preset(toolCallId, options);
    if (chosen !== undefined) {
      this.show({ requestId, toolCallId, options }, 'answered', chosen.name);
      return Promise.resolve({ outcome: { outcome: 'selected', optionId: chosen.optionId } });
    }
    return new Promise((resolve, reject) => {
      const request: Pending = {
        requestId,
        toolCallId,
        options,
        settle: (answer) => {
          signal.removeEventListener('abort', withdrawn);
          this.pending.delete(requestId);
          this.showNext(toolCallId);
          resolve(answer);
          this.changed();
        },
      };
      const withdrawn = (): void => {
        if (!this.pending.delete(requestId)) return;
        this.show(request, 'cancelled');
        this.showNext(toolCallId);
        reject(cancelled());
        this.changed();
      };
      this.pending.set(requestId, request);
      this.show(request, 'open');
      if (signal.aborted) withdrawn();
      else signal.addEventListener('abort', withdrawn, { once: true });
      this.changed();
    });
  }

  /** Returns false for a request that is no longer open, or an option that was not offered. */
  answer(requestId: string, optionId: string): boolean {
    const request = this.pending.get(requestId);
    const option = request?.options.find((offered) => offered.optionId === optionId);
    if (request === undefined || option === undefined) return false;
    this.show(request, 'answered', option.name);
    request.settle({ outcome: { outcome: 'selected', optionId } });
    return true;
  }

  cancelAll(): void {
    for (const request of [...this.pending.values()]) {
      this.show(request, 'cancelled');
      request.settle(CANCELLED);
    }
  }

  private preset(toolCallId: string, options: readonly PermissionOption[]): PermissionOption | undefined {
    const call = this.transcript.tool(toolCallId)?.call;
    const optionId = call && this.decide(call, options);
    return options.find((option) => option.optionId === optionId);
  }

  /** A call has one card, and there may be several questions about it. */
  private showNext(toolCallId: string): void {
    const next = [...this.pending.values()].find((request) => request.toolCallId === toolCallId);
    if (next !== undefined) this.show(next, 'open');
  }

  private show(request: OpenPermission, state: PermissionState['state'], answer?: string): void {
    const { requestId, toolCallId, options } = request;
    this.transcript.setPermission(toolCallId, { requestId, state, options, answer });
  }
}

function parseOptions(value: unknown): readonly PermissionOption[] {
  return asArray(value)
    .filter(isObject)
    .flatMap((option) => {
      const optionId = asString(option['optionId']);
      if (optionId === undefined) return [];
      return [{ optionId, name: asString(option['name']) ?? optionId, kind: asString(option['kind']) ?? '' }];
    });
}

import { asNumber, asObject, asString, type JsonObject } from './json';

/** Characters of output kept for a terminal that the agent runs by itself. */
const KEPT = 256 * 1024;

export interface EmbeddedTerminal {
  readonly id: string;
  readonly cwd: string | undefined;
  readonly output: string;
  readonly truncated: boolean;
  readonly running: boolean;
  readonly exitCode: number | undefined;
  readonly signal: string | undefined;
}

export type TerminalChange =
  | { readonly kind: 'terminal'; readonly id: string }
  | { readonly kind: 'output'; readonly id: string; readonly text: string };

/**
 * Commands that the agent runs itself and streams in the `_meta` of tool calls: `terminal_info`,
 * `terminal_output` (or `terminal_output_delta`) and `terminal_exit`.
 */
export class EmbeddedTerminals {
  private readonly terminals = new Map<string, EmbeddedTerminal>();

  get(id: string): EmbeddedTerminal | undefined {
    return this.terminals.get(id);
  }

  get all(): Iterable<EmbeddedTerminal> {
    return this.terminals.values();
  }

  apply(meta: JsonObject): readonly TerminalChange[] {
    const changes: TerminalChange[] = [];
    const info = asObject(meta['terminal_info']);
    const infoId = asString(info['terminal_id']);
    if (infoId !== undefined) changes.push(this.put(infoId, { cwd: asString(info['cwd']) }));

    const output = asObject(meta['terminal_output_delta'] ?? meta['terminal_output']);
    const outputId = asString(output['terminal_id']);
    const data = asString(output['data']);
    if (outputId !== undefined && data !== undefined && data !== '')
      changes.push(this.append(outputId, data));

    const exit = asObject(meta['terminal_exit']);
    const exitId = asString(exit['terminal_id']);
    if (exitId !== undefined) {
      const exitCode = asNumber(exit['exit_code']);
      changes.push(this.put(exitId, { running: false, exitCode, signal: asString(exit['signal']) }));
    }
    return changes;
  }

  private put(id: string, fields: Partial<EmbeddedTerminal>): TerminalChange {
    this.terminals.set(id, { ...this.known(id), ...fields });
    return { kind: 'terminal', id };
  }

  private append(id: string, text: string): TerminalChange {
    const known = this.known(id);
    const isNew = !this.terminals.has(id);
    const whole = known.output + text;
    // Cut rarely, so that a long stream of small pieces stays linear.
    const cut = whole.length > 2 * KEPT;
    this.terminals.set(id, {
      ...known,
      output: cut ? whole.slice(-KEPT) : whole,
      truncated: known.truncated || cut,
    });
    return isNew ? { kind: 'terminal', id } : { kind: 'output', id, text };
  }

  private known(id: string): EmbeddedTerminal {
    return (
      this.terminals.get(id) ?? {
        id,
        cwd: undefined,
        output: '',
        truncated: false,
        running: true,
        exitCode: undefined,
        signal: undefined,
      }
    );
  }
}

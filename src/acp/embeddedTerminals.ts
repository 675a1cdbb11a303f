import { asNumber, asObject, asString, type JsonObject } from './json';
import { TerminalText } from './terminalText';

/** Characters of output kept for a terminal that the agent runs by itself. */
const KEPT = 256 * 1024;

export interface EmbeddedTerminal {
  readonly id: string;
  readonly cwd: string | undefined;
  /** As a person would read it: control sequences removed. */
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
  private readonly cleaners = new Map<string, TerminalText>();

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
    if (outputId !== undefined && data !== undefined)
      changes.push(...this.append(outputId, this.cleaner(outputId).push(data)));

    const exit = asObject(meta['terminal_exit']);
    const exitId = asString(exit['terminal_id']);
    if (exitId !== undefined) {
      changes.push(...this.append(exitId, this.cleaner(exitId).end()));
      const exitCode = asNumber(exit['exit_code']);
      changes.push(this.put(exitId, { running: false, exitCode, signal: asString(exit['signal']) }));
    }
    return changes;
  }

  /** What still runs will not be heard of again: an agent that is cancelled often tells no exit. */
  closeAll(): readonly TerminalChange[] {
    return [...this.terminals.values()]
      .filter(({ running }) => running)
      .map(({ id }) => this.put(id, { running: false }));
  }

  private cleaner(id: string): TerminalText {
    const cleaner = this.cleaners.get(id) ?? new TerminalText();
    this.cleaners.set(id, cleaner);
    return cleaner;
  }

  private put(id: string, fields: Partial<EmbeddedTerminal>): TerminalChange {
    this.terminals.set(id, { ...this.known(id), ...fields });
    return { kind: 'terminal', id };
  }

  private append(id: string, text: string): readonly TerminalChange[] {
    if (text === '') return [];
    const known = this.known(id);
    const isNew = !this.terminals.has(id);
    const whole = known.output + text;
    // Cut rarely, so that a long stream of small pieces stays linear.
    const cut = whole.length > 2 * KEPT;
    this.terminals.set(id, {
      ...known,
      // Not starting with the second half of a character.
      output: cut ? whole.slice(-KEPT).replace(/^[\udc00-\udfff]/, '') : whole,
      truncated: known.truncated || cut,
    });
    return [isNew ? { kind: 'terminal', id } : { kind: 'output', id, text }];
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

// Plain text that grows at the end of a DOM element. Lines go into groups of their own, so that the
// browser lays out the last group again and not all of the text.

const GROUP_LINES = 100;
/** Characters: one endless line must not make one endless group either. */
const GROUP_SIZE = 20_000;

export class GrowingText {
  private group: Text | undefined;
  private lines = 0;

  constructor(
    private readonly element: HTMLElement,
    private readonly maxGroups = Number.POSITIVE_INFINITY,
  ) {}

  append(text: string): void {
    let rest = text;
    while (rest !== '') {
      const { part, lines } = this.fitting(rest);
      rest = rest.slice(part.length);
      this.target().appendData(part);
      this.lines += lines;
      if (this.lines >= GROUP_LINES || (this.group?.length ?? 0) >= GROUP_SIZE) this.group = undefined;
    }
  }

  clear(): void {
    this.element.replaceChildren();
    this.group = undefined;
  }

  private target(): Text {
    if (this.group !== undefined) return this.group;
    const holder = document.createElement('span');
    holder.className = 'text-group';
    this.group = document.createTextNode('');
    this.lines = 0;
    holder.append(this.group);
    this.element.append(holder);
    if (this.element.childElementCount > this.maxGroups) this.element.firstElementChild?.remove();
    return this.group;
  }

  /** As much of `text` as the present group still takes, ending with a line where it can. */
  private fitting(text: string): { readonly part: string; readonly lines: number } {
    const room = this.group === undefined ? GROUP_SIZE : GROUP_SIZE - this.group.length;
    let lines = this.group === undefined ? 0 : this.lines;
    const before = lines;
    let end = 0;
    while (lines < GROUP_LINES) {
      const newline = text.indexOf('\n', end);
      if (newline === -1 || newline >= room)
        return { part: text.slice(0, Math.max(1, room)), lines: lines - before };
      end = newline + 1;
      lines += 1;
    }
    return { part: text.slice(0, end), lines: lines - before };
  }
}

// Follows the end of the transcript until the person scrolls up, and again once they are at the end.

export interface Scrollable {
  scrollTop: number;
  readonly scrollHeight: number;
  readonly clientHeight: number;
}

export class ScrollPin {
  private stuck = true;
  private lastTop = 0;

  constructor(
    private readonly area: Scrollable,
    private readonly onChange: (pinned: boolean) => void,
  ) {}

  get pinned(): boolean {
    return this.stuck;
  }

  /** The content or the area changed its size. */
  resized(): void {
    if (this.stuck) this.toEnd();
  }

  /** The smallest upward turn of the wheel counts: the person wants to read. */
  wheel(deltaY: number): void {
    if (deltaY < 0 && this.area.scrollTop > 0) this.set(false);
  }

  scrolled(): void {
    const { scrollTop } = this.area;
    const moved = scrollTop - this.lastTop;
    this.lastTop = scrollTop;
    // Content that shrinks moves a reader at the end upwards too, but leaves them at the end.
    if (moved < 0 && !this.atEnd()) this.set(false);
    if (moved > 0 && this.atEnd()) this.set(true);
  }

  jump(): void {
    this.toEnd();
    this.set(true);
  }

  /** Stops following, because something else is to be shown. */
  release(): void {
    this.lastTop = this.area.scrollTop;
    this.set(false);
  }

  private atEnd(): boolean {
    const { scrollTop, scrollHeight, clientHeight } = this.area;
    return scrollHeight - clientHeight - scrollTop < 1;
  }

  private toEnd(): void {
    this.area.scrollTop = this.area.scrollHeight;
    this.lastTop = this.area.scrollTop;
  }

  private set(pinned: boolean): void {
    if (pinned === this.stuck) return;
    this.stuck = pinned;
    this.onChange(pinned);
  }
}

// The host may ask for the composer before the composer is drawn: the request is kept until then.

export class ComposerFocus {
  private focus: (() => void) | undefined;
  private asked = false;

  ask(): void {
    if (this.focus === undefined) this.asked = true;
    else this.focus();
  }

  /** Returns the function that ends it. */
  serve(focus: () => void): () => void {
    this.focus = focus;
    if (this.asked) focus();
    this.asked = false;
    return () => {
      if (this.focus === focus) this.focus = undefined;
    };
  }
}

// Drives the real user interface from inside the extension host: see test/support/uiServer.mjs.

export interface ActionOptions {
  /** Milliseconds until the action is given up; default 10 s. */
  readonly timeout?: number;
}

export interface ClickOptions extends ActionOptions {
  readonly button?: 'left' | 'right' | 'middle';
  readonly clickCount?: number;
  readonly modifiers?: readonly ('Alt' | 'Control' | 'ControlOrMeta' | 'Meta' | 'Shift')[];
  /** Does not wait for the element to be visible and still. */
  readonly force?: boolean;
}

export interface WaitForOptions extends ActionOptions {
  readonly state?: 'attached' | 'detached' | 'visible' | 'hidden';
}

/** Undefined where nothing drives the interface, as under a plain extension test runner. */
const door = process.env['ACP_WORKBENCH_UI'];

async function ask(target: string, action: string, args: object): Promise<unknown> {
  if (door === undefined) throw new Error('ACP_WORKBENCH_UI is not set: run through test/support/test.mjs');
  const url = new URL(door);
  const response = await fetch(new URL('/', url), {
    method: 'POST',
    headers: { authorization: `Bearer ${url.searchParams.get('token') ?? ''}` },
    body: JSON.stringify({ target, action, ...args }),
  });
  const reply = (await response.json()) as { readonly value?: unknown; readonly error?: string };
  if (reply.error !== undefined) throw new Error(`${target}.${action}: ${reply.error}`);
  return reply.value;
}

/** A document whose elements are found by Playwright selectors; each must match exactly one element. */
class Surface {
  constructor(protected readonly target: 'webview' | 'page') {}

  async click(selector: string, options: ClickOptions = {}): Promise<void> {
    await ask(this.target, 'click', { selector, ...options });
  }

  async hover(selector: string, options: ActionOptions = {}): Promise<void> {
    await ask(this.target, 'hover', { selector, ...options });
  }

  async focus(selector: string, options: ActionOptions = {}): Promise<void> {
    await ask(this.target, 'focus', { selector, ...options });
  }

  async fill(selector: string, text: string, options: ActionOptions = {}): Promise<void> {
    await ask(this.target, 'fill', { selector, text, ...options });
  }

  /** Focuses the element and presses a key such as `Enter` or `Control+A`. */
  async pressOn(selector: string, key: string, options: ActionOptions = {}): Promise<void> {
    await ask(this.target, 'press', { selector, key, ...options });
  }

  /** Presses a key wherever the focus is. */
  async press(key: string): Promise<void> {
    await ask('window', 'press', { key });
  }

  /** Types wherever the focus is. */
  async type(text: string): Promise<void> {
    await ask('window', 'type', { text });
  }

  async text(selector: string, options: ActionOptions = {}): Promise<string> {
    return (await ask(this.target, 'text', { selector, ...options })) as string;
  }

  /** The texts of all matching elements. */
  async texts(selector: string): Promise<string[]> {
    return (await ask(this.target, 'texts', { selector })) as string[];
  }

  async value(selector: string, options: ActionOptions = {}): Promise<string> {
    return (await ask(this.target, 'value', { selector, ...options })) as string;
  }

  async attr(selector: string, name: string, options: ActionOptions = {}): Promise<string | null> {
    return (await ask(this.target, 'attr', { selector, name, ...options })) as string | null;
  }

  async count(selector: string): Promise<number> {
    return (await ask(this.target, 'count', { selector })) as number;
  }

  /** Whether the first match is visible now. */
  async visible(selector: string): Promise<boolean> {
    return (await ask(this.target, 'visible', { selector })) as boolean;
  }

  /** Waits for an element, or for text of the document that matches. */
  async waitFor(wanted: string | RegExp, options: WaitForOptions = {}): Promise<void> {
    if (typeof wanted === 'string') await ask(this.target, 'waitFor', { selector: wanted, ...options });
    else await ask(this.target, 'waitForText', { pattern: wanted.source, flags: wanted.flags, ...options });
  }

  /**
   * Runs a function in the document. It travels as source text: it sees its arguments, which must be
   * JSON, and nothing else of the test.
   */
  async evaluate<A extends unknown[], R>(run: (...args: A) => R, ...args: A): Promise<Awaited<R>> {
    return (await ask(this.target, 'evaluate', { source: run.toString(), args })) as Awaited<R>;
  }
}

class Page extends Surface {
  constructor() {
    super('page');
  }

  /** Saves what a person sees now; returns the path of the picture. */
  async screenshot(name: string): Promise<string> {
    return (await ask('window', 'screenshot', { name })) as string;
  }

  async viewport(width: number, height: number): Promise<void> {
    await ask('window', 'viewport', { width, height });
  }
}

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const ui = {
  /** The chat, in whichever part of the window it is. */
  webview: new Surface('webview'),
  /** The workbench around it. */
  page: new Page(),
};

/** What the runner outside prints and counts. */
export const report = {
  async print(line: string): Promise<void> {
    if (door === undefined) console.log(line);
    else await ask('report', 'print', { line });
  },
  async counts(counts: Counts): Promise<void> {
    if (door !== undefined) await ask('report', 'counts', { counts });
  },
};

import type { ExitInfo } from './errors';
import { loginFailed } from './errors/requests';
import type { AgentLogin, AuthMethod, TerminalLogin, VariableLogin } from './login';

/** A login program in front of the person. */
export interface LoginTerminal {
  /** Resolves once, when the program has ended or the person has closed the terminal; never rejects. */
  readonly ended: Promise<ExitInfo | 'closed'>;
  /** Ends the program and removes the terminal. May be called at any time. */
  close(): void;
}

/** What a login consists of, in terms of whoever runs the agent. Failures: AgentError. */
export interface LoginSteps {
  /** Every way that the agent offers, for the card of a failure. */
  readonly methods: readonly AuthMethod[];
  authenticate(login: AgentLogin, signal: AbortSignal): Promise<void>;
  openTerminal(login: TerminalLogin): Promise<LoginTerminal>;
  /** False: the person turned away. */
  askVariables(login: VariableLogin, signal: AbortSignal): Promise<boolean>;
  /**
   * Does again what had failed for want of a login, once: whether that works is the only proof that the login did.
   * @param how whether the agent must be started again to notice
   */
  tryAgain(how: 'running' | 'restart'): Promise<void>;
}

/** What a person sees of a login that goes on. */
export interface OngoingLogin {
  readonly name: string;
  /** Whether the person can say that they have logged in, however the program goes on. */
  readonly canConfirm: boolean;
}

interface Current extends OngoingLogin {
  readonly abort: AbortController;
  readonly confirm: () => void;
  readonly confirmed: Promise<'confirmed'>;
}

/**
 * Logging in to one agent, from the click to the second try of what had failed. It never begins by itself, tries once
 * and can be cancelled at any moment; at most one goes on, and a new one ends the one before.
 */
export class LoginFlow {
  private current: Current | undefined;
  /** Stays open after a second try that failed: the person may not be through with it. */
  private terminal: LoginTerminal | undefined;

  constructor(private readonly changed: () => void) {}

  get ongoing(): OngoingLogin | undefined {
    return this.current;
  }

  /**
   * Resolves with whether the login was gone through with and the second try worked.
   * @throws AgentError of the login or of the second try
   */
  async run(method: AuthMethod, steps: LoginSteps): Promise<boolean> {
    this.cancel();
    const current = begin(method);
    this.current = current;
    this.changed();
    try {
      if (!(await this.logIn(method, steps, current))) return false;
    } catch (error) {
      // What a cancelled login still fails with is of no interest.
      if (current.abort.signal.aborted) return false;
      throw error;
    } finally {
      this.end(current);
    }
    await steps.tryAgain(method.type === 'agent' ? 'running' : 'restart');
    this.closeTerminal();
    return true;
  }

  /** The person says that they have logged in, while the terminal stays open. */
  confirm(): void {
    if (this.current?.canConfirm === true) this.current.confirm();
  }

  /** Nothing is tried again then. */
  cancel(): void {
    const { current } = this;
    this.closeTerminal();
    if (current === undefined) return;
    current.abort.abort();
    this.end(current);
  }

  private async logIn(method: AuthMethod, steps: LoginSteps, current: Current): Promise<boolean> {
    const { signal } = current.abort;
    switch (method.type) {
      case 'agent':
        await steps.authenticate(method, signal);
        break;
      case 'env_var':
        if (!(await steps.askVariables(method, signal))) return false;
        break;
      case 'terminal':
        if (!(await this.inTerminal(method, steps, current))) return false;
    }
    return !signal.aborted;
  }

  private async inTerminal(method: TerminalLogin, steps: LoginSteps, current: Current): Promise<boolean> {
    const { signal } = current.abort;
    const terminal = await steps.openTerminal(method);
    if (signal.aborted) {
      terminal.close();
      return false;
    }
    this.terminal = terminal;
    const outcome = await Promise.race([terminal.ended, current.confirmed, aborted(signal)]);
    if (outcome === 'aborted' || outcome === 'closed') return false;
    if (outcome === 'confirmed') return true;
    // Ended: it stays to be read.
    this.terminal = undefined;
    if (outcome.code !== 0) throw loginFailed(method, outcome, steps.methods);
    return true;
  }

  private closeTerminal(): void {
    const { terminal } = this;
    this.terminal = undefined;
    terminal?.close();
  }

  private end(current: Current): void {
    if (this.current !== current) return;
    this.current = undefined;
    this.changed();
  }
}

function begin({ name, type }: AuthMethod): Current {
  let confirm = (): void => undefined;
  const confirmed = new Promise<'confirmed'>((resolve) => {
    confirm = () => {
      resolve('confirmed');
    };
  });
  return { name, canConfirm: type === 'terminal', abort: new AbortController(), confirm, confirmed };
}

function aborted(signal: AbortSignal): Promise<'aborted'> {
  return new Promise((resolve) => {
    const stop = (): void => {
      resolve('aborted');
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

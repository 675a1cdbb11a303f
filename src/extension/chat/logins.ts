import { window } from 'vscode';
import { keyNames } from '../../acp/agents/keyNames';
import { AgentError } from '../../acp/errors';
import type { AuthMethod, VariableLogin } from '../../acp/login';
import type { LoginSteps, LoginTerminal } from '../../acp/loginFlow';
import { askName, askValue, type KeyQuestion } from '../agents/askKey';
import type { AgentSecrets } from '../agents/secrets';
import type { EditorTerminals } from '../terminals/terminals';
import { text } from '../text';
import { agentTerminal } from './agentTerminal';
import type { Chat } from './chat';
import type { Conversation } from './conversation';

export interface LoginParts {
  readonly chat: Chat;
  readonly terminals: EditorTerminals;
  readonly secrets: AgentSecrets;
}

/** Logging in and out, and keys: what the buttons and the commands do. Nothing of it begins without a click. */
export class Logins {
  /** Cards whose prompt is sent again once the agent has started with the new key. */
  private readonly retries = new WeakMap<Conversation, string>();

  constructor(private readonly parts: LoginParts) {}

  /** @param methodId undefined: the person chooses */
  async fromCard(conversation: Conversation, entryId: string, methodId?: string): Promise<void> {
    const entry = conversation.transcript.get(entryId);
    if (entry?.kind !== 'error') return;
    const methods = entry.error.logins;
    const method = methods.find(({ id }) => id === methodId) ?? (await chooseMethod(methods));
    if (method !== undefined) await this.run(conversation, method, methods, entryId);
  }

  /** With what the agent offers now, whether it has asked for a login or not. */
  async logIn(conversation: Conversation): Promise<void> {
    await this.shown(conversation, async () => {
      const { authMethods } = (await conversation.connect()).agent;
      if (authMethods.length === 0) {
        await this.noWay(conversation);
        return;
      }
      const method = await chooseMethod(authMethods);
      if (method !== undefined) await this.run(conversation, method, authMethods);
    });
  }

  /** The agent is ended with it: none of its sessions may go on with the old account. */
  async logOut(conversation: Conversation): Promise<void> {
    await this.shown(conversation, async () => {
      const connection = await conversation.connect();
      if (!connection.agent.canLogOut) {
        void window.showInformationMessage(text.cannotLogOut(conversation.offer.name));
        return;
      }
      await connection.logout();
      await conversation.stop();
      conversation.transcript.addNotice('info', text.loggedOut());
    });
  }

  /** @param entryId a card whose failed prompt may go again with the key */
  async setKey(conversation: Conversation, entryId?: string): Promise<void> {
    const { id } = conversation.offer;
    const question = await this.question(conversation);
    const name = await askName(keySuggestions(conversation), question);
    if (name === undefined) return;
    const hint = question.stored.includes(name) ? text.keyRemovable() : '';
    const value = await askValue({ name, secret: true, optional: true }, { ...question, hint });
    if (value === undefined) return;
    if (entryId !== undefined) this.retries.set(conversation, entryId);
    await this.parts.secrets.set(id, { [name]: value });
    this.retries.delete(conversation);
  }

  /** The keys of this agent changed: they count once it has started with them (B128). */
  async keysChanged(agentId: string): Promise<void> {
    const conversation = this.parts.chat.opened(agentId);
    if (conversation === undefined) return;
    const entryId = this.retries.get(conversation);
    const { state, session, login } = conversation;
    // Whoever logs in by a key starts it by themselves; what does not run needs no start.
    if (login.ongoing !== undefined || state.kind === 'stopped') return;
    if (session !== undefined && session.turn !== 'idle') {
      const { name } = conversation.offer;
      const answer = await window.showInformationMessage(text.keyNeedsRestart(name), text.restartNow());
      if (answer === undefined) return;
    }
    await this.shown(conversation, () => this.tryAgain(conversation, 'restart', entryId));
  }

  private async run(
    conversation: Conversation,
    method: AuthMethod,
    methods: readonly AuthMethod[],
    entryId?: string,
  ): Promise<void> {
    await this.shown(conversation, () =>
      conversation.login.run(method, this.steps(conversation, methods, entryId)),
    );
  }

  private steps(conversation: Conversation, methods: readonly AuthMethod[], entryId?: string): LoginSteps {
    return {
      methods,
      authenticate: async (login, signal) => {
        const connection = await conversation.connect();
        await connection.authenticate(login.id, { signal });
      },
      openTerminal: async (login): Promise<LoginTerminal> => {
        const plan = await conversation.plan(login);
        const name = text.terminalName(conversation.offer.name, login.name);
        return agentTerminal(this.parts.terminals, plan, name);
      },
      askVariables: (login, signal) => this.askVariables(conversation, login, signal),
      tryAgain: (how) => this.tryAgain(conversation, how, entryId),
    };
  }

  private async askVariables(
    conversation: Conversation,
    login: VariableLogin,
    signal: AbortSignal,
  ): Promise<boolean> {
    const question = { ...(await this.question(conversation)), link: login.link, signal };
    let { variables } = login;
    if (variables.length === 0) {
      const name = await askName(keyNames(conversation.offer.id), question);
      if (name === undefined) return false;
      variables = [{ name, secret: true, optional: false }];
    }
    const values: Record<string, string> = {};
    for (const variable of variables) {
      const value = await askValue(variable, question);
      // Nothing for what must not be missing is no answer; what is stored already may stay.
      if (value === undefined) return false;
      if (value !== '') values[variable.name] = value;
      else if (!variable.optional && !question.stored.includes(variable.name)) return false;
    }
    if (signal.aborted) return false;
    await this.parts.secrets.set(conversation.offer.id, values);
    return true;
  }

  private async tryAgain(
    conversation: Conversation,
    how: 'running' | 'restart',
    entryId?: string,
  ): Promise<void> {
    await this.parts.chat.refresh(conversation);
    await conversation.renew(how);
    if (entryId !== undefined) await conversation.retry(entryId);
  }

  private async question(conversation: Conversation): Promise<KeyQuestion> {
    const { id, name } = conversation.offer;
    return { agentName: name, stored: await this.parts.secrets.names(id) };
  }

  private async noWay(conversation: Conversation): Promise<void> {
    const { name } = conversation.offer;
    const key = text.setKey();
    const answer = await window.showInformationMessage(text.noLogin(name), key);
    if (answer === key) await this.setKey(conversation);
  }

  /** Failures become cards, unless they are one already. */
  private async shown(conversation: Conversation, action: () => Promise<unknown>): Promise<void> {
    try {
      await action();
    } catch (error) {
      if (!(error instanceof AgentError)) throw error;
      const cards = [...conversation.transcript.entries].filter((entry) => entry.kind === 'error');
      if (error.tag === 'stopped' || cards.some((card) => card.error === error)) return;
      conversation.transcript.addError(error);
    }
  }
}

async function chooseMethod(methods: readonly AuthMethod[]): Promise<AuthMethod | undefined> {
  if (methods.length < 2) return methods[0];
  const items = methods.map((method) => ({
    label: method.name,
    detail: method.description ?? text.loginKind[method.type](),
    method,
  }));
  return (await window.showQuickPick(items, { title: text.whichLogin(), matchOnDetail: true }))?.method;
}

/** What the agent itself names comes first. */
function keySuggestions({ state, offer }: Conversation): readonly string[] {
  const methods = state.kind === 'ready' ? state.connection.agent.authMethods : [];
  const named = methods.flatMap((method) => (method.type === 'env_var' ? method.variables : []));
  return [...new Set([...named.map(({ name }) => name), ...keyNames(offer.id)])];
}

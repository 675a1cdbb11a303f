import { commands as vscodeCommands, env, ProgressLocation, Uri, window, workspace } from 'vscode';
import { runToEnd } from '../../acp/agents/prefetch';
import { launchOf, type Choice, type ChosenDistribution } from '../../acp/agents/registry/choose';
import type { RegistryAgent } from '../../acp/agents/registry/document';
import { AgentError } from '../../acp/errors';
import { untrustedWorkspace } from '../../acp/errors/start';
import type { Log } from '../../acp/ports';
import type { ProcessLedger } from '../../acp/processLedger';
import { commands } from '../ids';
import { text, translate } from '../text';
import { browseRegistry } from './browseRegistry';
import type { AgentDirectory, AgentOffer } from './directory';
import { confirmPick } from './confirmPick';
import { confirmInstall, percentOf } from './installDialog';
import type { RegistryAgents } from './registryAgents';
import { askVersion } from './versionPick';

export interface ManagerParts {
  readonly directory: AgentDirectory;
  readonly registry: RegistryAgents;
  readonly isRunning: (id: string) => boolean;
  readonly ledger: ProcessLedger;
  readonly log: Log;
}

/** Installing, updating and removing agents of the registry, as a person sees it. */
export class AgentManager {
  constructor(private readonly parts: ManagerParts) {}

  /** Search in the registry. */
  async browse(): Promise<AgentOffer | undefined> {
    const id = await browseRegistry(this.parts.registry, this.parts.directory);
    return id === undefined ? undefined : this.parts.directory.find(id);
  }

  /** Installs after one question. @returns the agent when it can be started now */
  async install(offer: AgentOffer): Promise<AgentOffer | undefined> {
    if (await isRefused()) return undefined;
    const { listed, choice } = await this.listed(offer.id);
    if (listed === undefined || choice === undefined || choice.kind === 'none') {
      await this.cannotInstall(offer, choice?.kind === 'none' ? translate(choice.reason) : offer.detail);
      return undefined;
    }
    if (!(await confirmInstall(listed, choice, text.installTitle(offer.name), text.install())))
      return undefined;
    return this.fetch(offer, listed, choice);
  }

  async update(offer: AgentOffer): Promise<void> {
    if (await isRefused()) return;
    const { listed, choice } = await this.listed(offer.id);
    if (listed === undefined || choice === undefined || choice.kind === 'none') return;
    const title = text.updateTitle(offer.name, offer.version ?? '', listed.version);
    if (!(await confirmInstall(listed, choice, title, text.update()))) return;
    if ((await this.fetch(offer, listed, choice)) === undefined) return;
    const running = this.parts.isRunning(listed.id);
    const again = running ? [text.restartAgent()] : [];
    const answer = await window.showInformationMessage(text.updated(offer.name, listed.version), ...again);
    if (answer !== undefined) await vscodeCommands.executeCommand(commands.restartAgent, listed.id);
  }

  async uninstall(offer: AgentOffer): Promise<void> {
    const sure = await confirmPick({
      title: text.uninstallTitle(offer.name),
      yes: { label: text.uninstall(), detail: text.uninstallDetail(), icon: 'trash' },
      facts: [],
    });
    if (!sure) return;
    if (this.parts.isRunning(offer.id)) await vscodeCommands.executeCommand(commands.stopAgent, offer.id);
    await this.parts.registry.installs.uninstall(offer.id);
    this.parts.registry.changed();
  }

  /** Which version of an installed agent is used: the newest, the one that is there, or for packages any other. */
  async chooseVersion(offer: AgentOffer): Promise<void> {
    const { registry } = this.parts;
    const { installed, agents } = await registry.read();
    const own = installed.get(offer.id);
    if (own === undefined) return;
    const listed = agents.get(offer.id);
    const wanted = await askVersion(offer.name, own, listed?.version);
    if (wanted === undefined) return;
    try {
      if (wanted.kind === 'latest') await this.update(offer);
      else await registry.installs.pin(offer.id, wanted.version);
    } catch (error) {
      if (!(error instanceof AgentError)) throw error;
      await window.showErrorMessage(translate(error.title));
    }
    registry.changed();
  }

  private async listed(
    id: string,
  ): Promise<{ readonly listed: RegistryAgent | undefined; readonly choice: Choice | undefined }> {
    const { agents, choices } = await this.parts.registry.read();
    return { listed: agents.get(id), choice: choices.get(id) };
  }

  private async fetch(
    offer: AgentOffer,
    listed: RegistryAgent,
    choice: ChosenDistribution,
  ): Promise<AgentOffer | undefined> {
    for (;;) {
      try {
        await this.fetchOnce(offer, listed, choice);
        this.parts.registry.changed();
        return await this.parts.directory.find(listed.id);
      } catch (error) {
        if (!(error instanceof AgentError)) throw error;
        if (error.tag === 'stopped' || !(await this.reportFailure(error))) return undefined;
      }
    }
  }

  /** @throws AgentError */
  private async fetchOnce(
    offer: AgentOffer,
    listed: RegistryAgent,
    choice: ChosenDistribution,
  ): Promise<void> {
    const { registry, ledger, log } = this.parts;
    const options = {
      location: ProgressLocation.Notification,
      title: text.installing(listed.name),
      cancellable: true,
    };
    log.info(`[agents] install id=${listed.id} version=${listed.version} kind=${choice.kind}`);
    await window.withProgress(options, async (progress, token) => {
      const abort = new AbortController();
      token.onCancellationRequested(() => {
        abort.abort();
      });
      if (choice.kind !== 'binary') {
        const source = launchOf(listed, choice);
        if (source.kind === 'npx' || source.kind === 'uvx') {
          const plan = await offer.planFetch?.(source);
          if (plan !== undefined) await runToEnd(plan, { signal: abort.signal, log, refused, ledger });
        }
      }
      let shown = 0;
      // A newer version ends staying with an older one, but only once it is there.
      await registry.installs.install(listed, choice, {
        signal: abort.signal,
        progress: (state) => {
          const { message, percent } = percentOf(state);
          progress.report({ message, increment: Math.max(0, percent - shown) });
          shown = Math.max(shown, percent);
        },
      });
    });
  }

  private async reportFailure(error: AgentError): Promise<boolean> {
    this.parts.log.warn(`[agents] install failed tag=${error.tag} ${error.details ?? ''}`);
    const [again, show] = [text.tryAgain(), text.showLog()];
    const message = `${translate(error.title)} ${translate(error.remedy)}`;
    const answer = await window.showErrorMessage(message, again, show);
    if (answer === show) await vscodeCommands.executeCommand(commands.showLog);
    return answer === again;
  }

  private async cannotInstall(offer: AgentOffer, reason: string): Promise<void> {
    const site = offer.website === undefined ? [] : [text.openWebsite()];
    const answer = await window.showInformationMessage(text.cannotInstall(offer.name, reason), ...site);
    if (answer !== undefined && offer.website !== undefined)
      await env.openExternal(Uri.parse(offer.website, true));
  }
}

async function isRefused(): Promise<boolean> {
  const error = refused();
  if (error === undefined) return false;
  const manage = text.manageTrust();
  const answer = await window.showWarningMessage(
    `${translate(error.title)} ${translate(error.remedy)}`,
    manage,
  );
  if (answer === manage) await vscodeCommands.executeCommand('workbench.trust.manage');
  return true;
}

/** A package may come with scripts that run when it is fetched. */
function refused(): AgentError | undefined {
  return workspace.isTrusted ? undefined : untrustedWorkspace();
}

import type { VNode } from 'preact';
import { stateText } from '../announce';
import { useServices } from '../context';
import { Button } from '../controls';
import { useStore } from '../hooks';
import { known } from '../known';
import { t } from '../text';
import type { FolderView, UsageView } from '../../shared/view';
import { Icon } from './Icon';

function short(count: number): string {
  if (count >= 1_000_000) return `${Math.round(count / 100_000) / 10}M`;
  return count >= 1_000 ? `${Math.round(count / 1_000)}k` : String(count);
}

function Usage({ usage }: { readonly usage: UsageView }): VNode | null {
  if (!(usage.size > 0)) return usage.cost === undefined ? null : <span class="quiet">{usage.cost}</span>;
  const percent = Math.min(100, Math.max(0, Math.round((100 * usage.used) / usage.size)));
  const detail = t('usageDetail', usage.used.toLocaleString(), usage.size.toLocaleString());
  return (
    <span class="quiet header-usage" title={usage.cost === undefined ? detail : `${detail} (${usage.cost})`}>
      {t('usage', percent, short(usage.size))}
    </span>
  );
}

function Folder({ folder }: { readonly folder: FolderView }): VNode {
  const { host } = useServices();
  return (
    <button
      type="button"
      class="quiet folder-button"
      data-testid="folder"
      title={t(folder.alone ? 'folderAlone' : 'folderAll', folder.path)}
      aria-label={t('folderButton', folder.name)}
      onClick={() => host.notify('action', { action: 'changeFolder' })}
    >
      <Icon name="folder" />
      <span class="folder-name">{folder.name}</span>
    </button>
  );
}

export function Header(): VNode {
  const { host } = useServices();
  const { agent, mode, usage, folder } = useStore('status', ({ status }) => status);
  const name = agent.name || t('noAgent');
  const state = t(known(stateText, agent.state) ?? 'stateStopped');
  const down = agent.state === 'stopped' || agent.state === 'failed';
  return (
    <header class="header">
      <button
        type="button"
        class="agent-button"
        data-testid="agent-button"
        title={agent.detail ?? t('selectAgent')}
        aria-label={t('agentButton', name, state)}
        onClick={() => host.notify('action', { action: 'selectAgent' })}
      >
        <span class={`state-dot state-${agent.state}`} aria-hidden="true" />
        <span class="agent-name">{name}</span>
        <span class="quiet" data-testid="agent-state" data-state={agent.state}>
          {state}
        </span>
      </button>
      {folder !== undefined && <Folder folder={folder} />}
      <span class="header-space" />
      {mode !== undefined && (
        <span class="quiet header-mode" title={t('mode', mode)}>
          {mode}
        </span>
      )}
      {usage !== undefined && <Usage usage={usage} />}
      {down && agent.id !== '' && (
        <Button
          appearance="icon"
          label={t('restart')}
          testId="restart"
          onPress={() => host.notify('action', { action: 'restart' })}
        >
          <Icon name="restart" />
        </Button>
      )}
      <Button
        appearance="icon"
        label={t('newSession')}
        testId="new-session"
        onPress={() => host.notify('action', { action: 'newSession' })}
      >
        <Icon name="plus" />
      </Button>
    </header>
  );
}

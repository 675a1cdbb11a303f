import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useServices } from '../context';
import { Button } from '../controls';
import { t, type TextKey } from '../text';
import type { ErrorView, RemedyAction } from '../../shared/view';
import { Disclosure } from './Disclosure';
import { Icon } from './Icon';

const actionText: Readonly<Record<RemedyAction, TextKey>> = {
  restart: 'actionRestart',
  retry: 'actionRetry',
  editPrompt: 'actionEditPrompt',
  logIn: 'actionLogIn',
  setApiKey: 'actionSetApiKey',
  openTerminal: 'actionOpenTerminal',
  showLog: 'actionShowLog',
  openSettings: 'actionOpenSettings',
  openFolder: 'actionOpenFolder',
  manageTrust: 'actionManageTrust',
  selectAgent: 'actionSelectAgent',
  installAgent: 'actionInstallAgent',
  refreshPackage: 'actionRefreshPackage',
  newSession: 'actionNewSession',
  changeFolder: 'actionChangeFolder',
  goOn: 'actionGoOn',
};

export function ErrorCard({ id, error }: { readonly id: string; readonly error: ErrorView }): VNode {
  const { host } = useServices();
  const [open, setOpen] = useState(false);
  const { logins = [] } = error;
  const actions = error.actions.filter((action) => Object.hasOwn(actionText, action));
  return (
    <div class="error-card" data-testid="error-card">
      <div class="notice notice-error">
        <Icon name="error" label={t('error')} />
        <div class="notice-text">
          <div class="error-title">{error.title}</div>
          <div>{error.remedy}</div>
        </div>
      </div>
      {error.details !== undefined && error.details !== '' && (
        <Disclosure label={t('details')} open={open} onToggle={() => setOpen(!open)}>
          <pre class="raw" tabIndex={0}>
            {error.details}
          </pre>
        </Disclosure>
      )}
      {logins.length > 0 && (
        <div class="buttons" role="group" aria-label={t('loginWays')}>
          {logins.map(({ id: methodId, label, detail }, index) => (
            <Button
              key={methodId}
              appearance={index === 0 ? 'primary' : 'secondary'}
              label={t('loginWay', label, detail)}
              testId="error-login"
              data={{ method: methodId }}
              onPress={() => host.notify('action', { action: 'logIn', entryId: id, methodId })}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
      {actions.length > 0 && (
        <div class="buttons">
          {actions.map((action, index) => (
            <Button
              key={action}
              appearance={index === 0 && logins.length === 0 ? 'primary' : 'secondary'}
              testId="error-action"
              data={{ action }}
              onPress={() => host.notify('action', { action, entryId: id })}
            >
              {t(actionText[action])}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

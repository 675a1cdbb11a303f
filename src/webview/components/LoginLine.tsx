import type { VNode } from 'preact';
import { useServices } from '../context';
import { useStore } from '../hooks';
import { t } from '../text';
import { Icon } from './Icon';

/** A login goes on, in a browser or in a terminal: it can be left at any time. */
export function LoginLine(): VNode | null {
  const { host } = useServices();
  const login = useStore('status', ({ status }) => status.login);
  if (login === undefined) return null;
  const words = t('loggingIn', login.name);
  return (
    <div class="strip stalled-line" data-testid="login" role="group" aria-label={words}>
      <div class="stalled-words">
        <Icon name="waiting" />
        <span>{words}</span>
      </div>
      <div class="stalled-actions">
        {login.canConfirm && (
          <button
            type="button"
            class="link-button"
            data-testid="login-confirm"
            title={t('loginConfirmDetail')}
            onClick={() => host.notify('login', { action: 'confirm' })}
          >
            {t('loginConfirm')}
          </button>
        )}
        <button
          type="button"
          class="link-button"
          data-testid="login-cancel"
          onClick={() => host.notify('login', { action: 'cancel' })}
        >
          {t('loginCancel')}
        </button>
      </div>
    </div>
  );
}

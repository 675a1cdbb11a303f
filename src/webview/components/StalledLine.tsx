import type { VNode } from 'preact';
import { useServices } from '../context';
import { useStore } from '../hooks';
import { t } from '../text';
import { Icon } from './Icon';

/** The agent is silent or does not stop: what the person can do about it. Nothing happens by itself. */
export function StalledLine(): VNode | null {
  const { host } = useServices();
  const stalled = useStore('status', ({ status }) => status.stalled);
  if (stalled === undefined) return null;
  const words = t(stalled === 'silent' ? 'stalledSilent' : 'stalledNotStopping');
  return (
    <div class="strip stalled-line" data-testid="stalled" data-kind={stalled} role="group" aria-label={words}>
      <div class="stalled-words">
        <Icon name="waiting" />
        <span>{words}</span>
      </div>
      <div class="stalled-actions">
        <button
          type="button"
          class="link-button"
          data-testid="stalled-wait"
          onClick={() => host.notify('stalled', { action: 'wait' })}
        >
          {t('stalledWait')}
        </button>
        {stalled === 'silent' && (
          <button
            type="button"
            class="link-button"
            data-testid="stalled-stop"
            onClick={() => host.notify('stop', {})}
          >
            {t('stalledStop')}
          </button>
        )}
        <button
          type="button"
          class="link-button"
          data-testid="stalled-force"
          title={t('stalledForceDetail')}
          onClick={() => host.notify('stalled', { action: 'forceStop' })}
        >
          {t('stalledForce')}
        </button>
      </div>
    </div>
  );
}

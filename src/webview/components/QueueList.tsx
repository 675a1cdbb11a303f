import type { VNode } from 'preact';
import { useServices } from '../context';
import { useStore } from '../hooks';
import { t } from '../text';
import { Icon } from './Icon';
import { Thumbnail } from './Thumbnail';

export function QueueList(): VNode | null {
  const { host } = useServices();
  const queue = useStore('status', ({ status }) => status.queue);
  if (queue.length === 0) return null;
  return (
    <section class="strip" aria-label={t('queue')}>
      <div class="quiet strip-title">{t('queue')}</div>
      <ul class="queue">
        {queue.map(({ id, text, attachments }) => (
          <li key={id} class="queue-entry" data-testid="queued" title={text}>
            {attachments.map(
              ({ id: attached, image }) => image !== undefined && <Thumbnail key={attached} image={image} />,
            )}
            <span class="queue-text">{text || attachments.map(({ label }) => label).join(', ')}</span>
            <button
              type="button"
              class="small-button"
              aria-label={t('removeQueued', (text || t('image')).slice(0, 80))}
              onClick={() => host.notify('removeQueued', { id })}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

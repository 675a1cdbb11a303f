import type { VNode } from 'preact';
import { useServices } from '../context';
import { useStore } from '../hooks';
import { t } from '../text';
import { Icon } from './Icon';

/** What goes along with the next prompt. */
export function Attachments(): VNode | null {
  const { host } = useServices();
  const attachments = useStore('status', ({ status }) => status.attachments);
  if (attachments.length === 0) return null;
  return (
    <ul class="chips">
      {attachments.map(({ id, label, detail }) => (
        <li key={id} class="chip" title={detail} data-testid="attachment">
          <Icon name="attachment" />
          <span class="chip-label">{label}</span>
          <button
            type="button"
            class="small-button"
            aria-label={t('removeAttachment', label)}
            onClick={() => host.notify('removeAttachment', { id })}
          >
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  );
}

import type { VNode } from 'preact';
import { useServices } from '../context';
import { usePictures, useStore } from '../hooks';
import { t } from '../text';
import type { AttachmentView } from '../../shared/view';
import { Icon } from './Icon';
import { Thumbnail } from './Thumbnail';

/** What goes along with the next prompt. */
export function Attachments(): VNode | null {
  const attachments = useStore('status', ({ status }) => status.attachments);
  const { adding } = usePictures();
  if (attachments.length === 0 && adding === 0) return null;
  return (
    <ul class="chips">
      {attachments.map((attachment) => (
        <Chip key={attachment.id} attachment={attachment} />
      ))}
      {adding > 0 && (
        <li class="chip quiet" data-testid="adding-image">
          <Icon name="running" />
          <span class="chip-label">{t('addingImage')}</span>
        </li>
      )}
    </ul>
  );
}

function Chip({ attachment }: { readonly attachment: AttachmentView }): VNode {
  const { host } = useServices();
  const { id, label, detail, image } = attachment;
  return (
    <li class="chip" title={detail} data-testid="attachment">
      {image === undefined ? <Icon name="attachment" /> : <Thumbnail image={image} />}
      <span class="chip-label">{label}</span>
      {image !== undefined && (
        <span class="quiet chip-size">{t('kilobytes', Math.max(1, Math.round(image.size / 1024)))}</span>
      )}
      <button
        type="button"
        class="small-button"
        aria-label={t('removeAttachment', label)}
        onClick={() => host.notify('removeAttachment', { id })}
      >
        <Icon name="close" />
      </button>
    </li>
  );
}

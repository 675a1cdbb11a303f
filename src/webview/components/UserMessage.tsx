import type { VNode } from 'preact';
import { useServices } from '../context';
import { t } from '../text';
import type { AttachmentView, ImageView } from '../../shared/view';
import { Icon } from './Icon';
import { Thumbnail } from './Thumbnail';

export interface UserMessageProps {
  readonly text: string;
  readonly attachments: readonly AttachmentView[];
}

export function UserMessage({ text, attachments }: UserMessageProps): VNode {
  return (
    <div class="user-bubble">
      {text !== '' && <div class="user-text">{text}</div>}
      {attachments.length > 0 && (
        <ul class="chips">
          {attachments.map(({ id, label, detail, image }) =>
            image === undefined ? (
              <li
                key={id}
                class="chip"
                title={detail}
                data-testid="sent-attachment"
                aria-label={t('attachment', label)}
              >
                <Icon name="attachment" />
                <span class="chip-label">{label}</span>
              </li>
            ) : (
              <li key={id}>
                <SentImage id={id} label={label} image={image} />
              </li>
            ),
          )}
        </ul>
      )}
    </div>
  );
}

interface SentImageProps {
  readonly id: string;
  readonly label: string;
  readonly image: ImageView;
}

function SentImage({ id, label, image }: SentImageProps): VNode {
  const { host } = useServices();
  return (
    <button
      type="button"
      class="sent-image"
      data-testid="sent-image"
      title={label}
      aria-label={t('openImage', label)}
      onClick={() => host.notify('openImage', { id })}
    >
      <Thumbnail image={image} />
    </button>
  );
}

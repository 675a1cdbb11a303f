import type { VNode } from 'preact';
import { t } from '../text';
import type { AttachmentView } from '../../shared/view';
import { Icon } from './Icon';

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
          {attachments.map(({ id, label, detail }) => (
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
          ))}
        </ul>
      )}
    </div>
  );
}

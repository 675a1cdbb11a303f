import type { VNode } from 'preact';
import { Button } from '../controls';
import { t } from '../text';
import { Icon } from './Icon';

export interface ComposerButtonsProps {
  readonly busy: boolean;
  readonly cancelling: boolean;
  /** There is something to send. */
  readonly canSend: boolean;
  readonly onSend: () => void;
  readonly onStop: () => void;
}

export function ComposerButtons(props: ComposerButtonsProps): VNode {
  const { busy, cancelling, canSend, onSend, onStop } = props;
  return (
    <div class="composer-buttons">
      {cancelling && <span class="quiet">{t('stopping')}</span>}
      {busy && (
        <Button
          appearance="icon"
          label={t(cancelling ? 'stopping' : 'stop')}
          disabled={cancelling}
          testId="stop"
          onPress={onStop}
        >
          <Icon name="stop" />
        </Button>
      )}
      {(!busy || canSend) && (
        <Button
          appearance="icon"
          label={t(busy ? 'queueSend' : 'send')}
          disabled={!canSend}
          testId="send"
          onPress={onSend}
        >
          <Icon name="send" />
        </Button>
      )}
    </div>
  );
}

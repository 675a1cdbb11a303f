import type { VNode } from 'preact';
import { useServices } from '../context';
import { usePictures, useStore } from '../hooks';
import { t } from '../text';
import { Icon } from './Icon';

/** Above the composer: which image is not attached, or will not be taken, and what can be done about it. */
export function ImageNotice(): VNode | null {
  const { host } = useServices();
  const pictures = usePictures();
  const { agent, attachments, takesImages } = useStore('status', ({ status }) => status);
  const stuck = takesImages === false && attachments.some(({ image }) => image !== undefined);
  const refused = takesImages === false && pictures.refused.length > 0;
  const { problem } = pictures;
  if (!stuck && !refused && problem === undefined) return null;
  const asFiles = (): void => {
    if (stuck) host.notify('imagesToFiles', {});
    pictures.attachRefused();
  };
  return (
    <div class="composer-notice" role="alert" data-testid="image-notice">
      <Icon name="warning" label={t('warning')} />
      <div class="notice-words">
        {(stuck || refused) && <span>{t('imagesNotTaken', agent.name || t('agent'))}</span>}
        {problem !== undefined && <span>{problem}</span>}
        {(stuck || refused) && (
          <button type="button" class="link-button" data-testid="image-as-file" onClick={asFiles}>
            {t('attachAsFile')}
          </button>
        )}
      </div>
      {!stuck && (
        <button
          type="button"
          class="small-button"
          aria-label={t('dismiss')}
          onClick={() => pictures.dismiss()}
        >
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}

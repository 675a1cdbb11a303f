import type { VNode } from 'preact';
import { useServices } from '../context';
import { safeHref } from '../markdown/links';
import { t } from '../text';
import type { MediaView } from '../../shared/view';
import { Icon } from './Icon';

const drawable = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

function Named({ label }: { readonly label: string }): VNode {
  return (
    <div class="media-named quiet">
      <Icon name="attachment" />
      <span>{label}</span>
    </div>
  );
}

export function Media({ media }: { readonly media: MediaView }): VNode | null {
  const { host } = useServices();
  switch (media.kind) {
    case 'image': {
      const mimeType = media.mimeType.toLowerCase();
      if (!drawable.has(mimeType)) return <Named label={`${t('image')} (${media.mimeType})`} />;
      return (
        <img class="media-image" src={`data:${mimeType};base64,${media.data}`} alt={t('imageFromAgent')} />
      );
    }
    case 'link': {
      const href = safeHref(media.uri);
      if (href === undefined) return <Named label={media.label} />;
      return (
        <button
          type="button"
          class="link-button"
          title={media.uri}
          onClick={() => host.notify('openLink', { href })}
        >
          {media.label}
        </button>
      );
    }
    case 'other':
      return <Named label={media.label} />;
    default:
      return null;
  }
}

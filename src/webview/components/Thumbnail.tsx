import type { VNode } from 'preact';
import { isThumbnail } from '../../shared/image';
import type { ImageView } from '../../shared/view';
import { Icon } from './Icon';

/** Decoration: what it is stands beside it, or is the name of the button around it. */
export function Thumbnail({ image }: { readonly image: ImageView }): VNode {
  if (!isThumbnail(image.thumbnail)) return <Icon name="image" />;
  return <img class="thumbnail" src={image.thumbnail} alt="" draggable={false} />;
}

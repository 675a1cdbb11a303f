import type { VNode } from 'preact';
import { t } from '../text';

export interface ChangesProps {
  readonly added: number;
  readonly removed: number;
  readonly isNew: boolean;
}

/** `new +12 -3`, read out as words. */
export function Changes({ added, removed, isNew }: ChangesProps): VNode {
  const words = t('addedRemoved', added, removed);
  return (
    <span class="changes" role="img" title={words} aria-label={isNew ? `${t('newFile')}, ${words}` : words}>
      {isNew && <span class="change-new">{t('newFile')}</span>}
      <span class="change-added">+{added}</span>
      <span class="change-removed">-{removed}</span>
    </span>
  );
}

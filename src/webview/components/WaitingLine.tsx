import type { VNode } from 'preact';
import { useServices } from '../context';
import { useStore } from '../hooks';
import { reveal } from '../reveal';
import { t } from '../text';
import { Icon } from './Icon';

/** Says that something waits for the person. It never scrolls by itself: the button does. */
export function WaitingLine(): VNode | null {
  const { store, hydrator } = useServices();
  const waiting = useStore('waiting', () => store.waiting);
  const [first] = waiting;
  if (first === undefined) return null;
  const { entryId, kind, title } = first;
  const words = t(kind === 'permission' ? 'waitingPermission' : 'waitingReview', title || t('untitledTool'));
  return (
    <div class="strip waiting-line" data-testid="waiting">
      <Icon name="waiting" />
      <span class="waiting-text" title={words}>
        {words}
      </span>
      {waiting.length > 1 && <span class="quiet waiting-count">{t('waitingMore', waiting.length)}</span>}
      <button type="button" class="link-button" onClick={() => reveal(store, hydrator, entryId)}>
        {t('waitingShow')}
      </button>
    </div>
  );
}

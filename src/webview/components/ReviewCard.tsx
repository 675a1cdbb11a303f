import type { VNode } from 'preact';
import { useServices } from '../context';
import { Button } from '../controls';
import { known } from '../known';
import { t, type TextKey } from '../text';
import type { ReviewState, ReviewView } from '../../shared/view';
import { Changes } from './Changes';
import { Icon, type IconName } from './Icon';

const outcomes: Readonly<
  Record<Exclude<ReviewState, 'open'>, { readonly icon: IconName; readonly text: TextKey }>
> = {
  accepted: { icon: 'done', text: 'reviewAccepted' },
  rejected: { icon: 'failed', text: 'reviewRejected' },
  cancelled: { icon: 'cancelled', text: 'reviewCancelled' },
  failed: { icon: 'error', text: 'reviewFailed' },
};

export function ReviewCard({ id, review }: { readonly id: string; readonly review: ReviewView }): VNode {
  const { host } = useServices();
  const { state, label, path, detail } = review;
  const outcome = known(outcomes, state) ?? outcomes.cancelled;
  const act = (action: 'accept' | 'reject' | 'open') => () => host.notify('review', { id, action });
  return (
    <div
      class={state === 'open' ? 'card asking' : 'card'}
      role="group"
      aria-label={`${t('review')}: ${label}`}
      tabIndex={-1}
    >
      <div class="card-row">
        <Icon name="edit" />
        <span class="card-title" title={path}>
          {label}
        </span>
        <Changes added={review.added} removed={review.removed} isNew={review.isNew} />
      </div>
      <div class="card-body">
        {state === 'open' ? (
          <div class="buttons">
            <Button appearance="primary" testId="review-accept" onPress={act('accept')}>
              {t('reviewAccept')}
            </Button>
            <Button appearance="secondary" testId="review-reject" onPress={act('reject')}>
              {t('reviewReject')}
            </Button>
            <Button appearance="secondary" testId="review-open" onPress={act('open')}>
              {t('reviewOpenDiff')}
            </Button>
          </div>
        ) : (
          <div class={`outcome outcome-${state} quiet`} data-testid="review-outcome">
            <Icon name={outcome.icon} />
            <span>{t(outcome.text)}</span>
          </div>
        )}
        {detail !== undefined && <div class="quiet">{detail}</div>}
      </div>
    </div>
  );
}

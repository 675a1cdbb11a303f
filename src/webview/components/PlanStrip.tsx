import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useStore } from '../hooks';
import { known } from '../known';
import { t, type TextKey } from '../text';
import type { PlanEntryView } from '../../shared/view';
import { Disclosure } from './Disclosure';
import { Icon, type IconName } from './Icon';

const looks: Readonly<Record<PlanEntryView['status'], { readonly icon: IconName; readonly text: TextKey }>> =
  {
    pending: { icon: 'pending', text: 'planPending' },
    in_progress: { icon: 'running', text: 'planRunning' },
    completed: { icon: 'done', text: 'planCompleted' },
    cancelled: { icon: 'cancelled', text: 'planCancelled' },
  };

export function PlanStrip(): VNode | null {
  const plan = useStore('status', ({ status }) => status.plan);
  const [open, setOpen] = useState(false);
  if (plan.length === 0) return null;
  const done = plan.filter(({ status }) => status === 'completed').length;
  const current = plan.find(({ status }) => status === 'in_progress');
  const label = (
    <span class="plan-label">
      <span>{t('plan')}</span> <span class="quiet">{t('planSummary', done, plan.length)}</span>
      {!open && current !== undefined && <span class="quiet plan-current">{current.text}</span>}
    </span>
  );
  return (
    <section class="strip" data-testid="plan" aria-label={t('plan')}>
      <Disclosure label={label} open={open} onToggle={() => setOpen(!open)}>
        <ul class="plan-list">
          {plan.map(({ text, status }, index) => {
            const look = known(looks, status) ?? looks.pending;
            return (
              <li key={index} class={`plan-entry plan-${status}`}>
                <Icon name={look.icon} label={t(look.text)} />
                <span>{text}</span>
              </li>
            );
          })}
        </ul>
      </Disclosure>
    </section>
  );
}

import type { VNode } from 'preact';
import { known } from '../known';
import { t, type TextKey } from '../text';
import type { EntryView } from '../../shared/view';
import { Icon, type IconName } from './Icon';

const looks: Readonly<Record<string, { readonly icon: IconName; readonly label: TextKey }>> = {
  info: { icon: 'info', label: 'info' },
  warning: { icon: 'warning', label: 'warning' },
  error: { icon: 'error', label: 'error' },
};

export function Notice({ view }: { readonly view: Extract<EntryView, { kind: 'notice' }> }): VNode {
  const { icon, label } = known(looks, view.severity) ?? { icon: 'info', label: 'info' };
  return (
    <div class={`notice notice-${view.severity}`} data-testid="notice">
      <Icon name={icon} label={t(label)} />
      <div class="notice-text">
        <div>{view.title}</div>
        {view.description !== undefined && <div class="quiet">{view.description}</div>}
      </div>
    </div>
  );
}

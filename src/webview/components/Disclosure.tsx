import type { ComponentChildren, VNode } from 'preact';
import { useId } from 'preact/hooks';
import { Icon } from './Icon';

export interface DisclosureProps {
  readonly label: ComponentChildren;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly testId?: string;
  readonly children: ComponentChildren;
}

export function Disclosure({ label, open, onToggle, testId, children }: DisclosureProps): VNode {
  const id = useId();
  return (
    <div class={open ? 'disclosure open' : 'disclosure'} data-testid={testId}>
      <button
        type="button"
        class="disclosure-button"
        aria-expanded={open}
        aria-controls={id}
        onClick={onToggle}
      >
        <Icon name="chevron" />
        {label}
      </button>
      <div id={id} class="disclosure-body" hidden={!open}>
        {open && children}
      </div>
    </div>
  );
}

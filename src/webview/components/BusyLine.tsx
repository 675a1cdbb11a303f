import type { VNode } from 'preact';
import { useStore } from '../hooks';

export function BusyLine(): VNode | null {
  const working = useStore('status', ({ status }) => status.busy && status.agent.state !== 'waiting');
  const waiting = useStore('waiting', (store) => store.waiting.length > 0);
  if (!working || waiting) return null;
  return (
    <div class="busy-line" aria-hidden="true">
      <span />
      <span />
      <span />
    </div>
  );
}

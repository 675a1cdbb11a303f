import type { VNode } from 'preact';

export function StopNotice({ reason, text }: { readonly reason: string; readonly text: string }): VNode {
  return (
    <div class="stop-notice quiet" data-testid="stop-reason" data-reason={reason}>
      {text || reason}
    </div>
  );
}

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { useStore } from '../hooks';
import { t } from '../text';
import { Disclosure } from './Disclosure';
import { MarkdownText } from './MarkdownText';

export function Thought({ id }: { readonly id: string }): VNode {
  const last = useStore(`entry:${id}`, (store) => store.lastId === id);
  const busy = useStore('status', ({ status }) => status.busy);
  const [chosen, choose] = useState<boolean>();
  const thinking = last && busy;
  // Open while it is the newest, unless the person said otherwise.
  const open = chosen ?? thinking;
  return (
    <Disclosure label={t(thinking ? 'thinking' : 'thought')} open={open} onToggle={() => choose(!open)}>
      <MarkdownText id={id} />
    </Disclosure>
  );
}

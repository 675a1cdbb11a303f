import { Component, type ComponentChildren, type VNode } from 'preact';
import { pure, useStore } from '../hooks';
import { t } from '../text';
import type { EntryView } from '../../shared/view';
import { ErrorCard } from './ErrorCard';
import { MarkdownText } from './MarkdownText';
import { Media } from './Media';
import { Notice } from './Notice';
import { ReviewCard } from './ReviewCard';
import { StopNotice } from './StopNotice';
import { Thought } from './Thought';
import { ToolCard } from './ToolCard';
import { UserMessage } from './UserMessage';

/** One entry that cannot be drawn must not take the conversation with it. */
class Guard extends Component<{ readonly children: ComponentChildren }, { readonly broken: boolean }> {
  static override getDerivedStateFromError(): { readonly broken: boolean } {
    return { broken: true };
  }

  override state = { broken: false };

  override render(): ComponentChildren {
    return this.state.broken ? <p class="quiet">{t('entryBroken')}</p> : this.props.children;
  }
}

function Body({ view }: { readonly view: EntryView }): VNode | null {
  switch (view.kind) {
    case 'user':
      return <UserMessage text={view.text} attachments={view.attachments} />;
    case 'agent':
      return <MarkdownText id={view.id} />;
    case 'thought':
      return <Thought id={view.id} />;
    case 'tool':
      return <ToolCard id={view.id} tool={view.tool} />;
    case 'review':
      return <ReviewCard id={view.id} review={view.review} />;
    case 'notice':
      return <Notice view={view} />;
    case 'media':
      return <Media media={view.media} />;
    case 'stop':
      return <StopNotice reason={view.reason} text={view.text} />;
    case 'error':
      return <ErrorCard id={view.id} error={view.error} />;
    default:
      // A newer host may know kinds that this page does not.
      return null;
  }
}

function DrawnEntry({ id }: { readonly id: string }): VNode | null {
  const view = useStore(`entry:${id}`, (store) => store.entry(id)?.view);
  if (view === undefined) return null;
  const label = view.kind === 'user' ? t('you') : view.kind === 'agent' ? t('agent') : undefined;
  return (
    <div
      class={`entry entry-${view.kind}`}
      data-testid="entry"
      data-kind={view.kind}
      data-entry-id={id}
      {...(label === undefined ? {} : { role: 'article' as const, 'aria-label': label })}
    >
      <Guard>
        <Body view={view} />
      </Guard>
    </div>
  );
}

export const Entry = pure(DrawnEntry);

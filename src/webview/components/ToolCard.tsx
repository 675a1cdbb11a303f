import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { known } from '../known';
import { t, type TextKey } from '../text';
import type { ToolStatus, ToolView } from '../../shared/view';
import { Disclosure } from './Disclosure';
import { Icon, isIconName, type IconName } from './Icon';
import { StaticMarkdown } from './MarkdownText';
import { PermissionButtons } from './PermissionButtons';
import { TerminalBlock } from './TerminalBlock';
import { ToolFiles } from './ToolFiles';

/** Characters of text content above which it is folded away. */
const FOLD = 600;
const kinds = new Set([
  'read',
  'edit',
  'delete',
  'move',
  'search',
  'execute',
  'think',
  'fetch',
  'switch_mode',
]);

const statuses: Readonly<Record<ToolStatus, { readonly icon: IconName; readonly text: TextKey }>> = {
  pending: { icon: 'pending', text: 'toolPending' },
  in_progress: { icon: 'running', text: 'toolRunning' },
  completed: { icon: 'done', text: 'toolCompleted' },
  failed: { icon: 'failed', text: 'toolFailed' },
  cancelled: { icon: 'cancelled', text: 'toolCancelled' },
};

function kindIcon(kind: string): IconName {
  return kinds.has(kind) && isIconName(kind) ? kind : 'other';
}

function Folded({ label, children }: { readonly label: string; readonly children: VNode }): VNode {
  const [open, setOpen] = useState(false);
  return (
    <Disclosure label={label} open={open} onToggle={() => setOpen(!open)}>
      {children}
    </Disclosure>
  );
}

function Raw({ label, text }: { readonly label: string; readonly text: string | undefined }): VNode | null {
  if (text === undefined || text === '') return null;
  return (
    <Folded label={label}>
      <pre class="raw" tabIndex={0} aria-label={label}>
        {text}
      </pre>
    </Folded>
  );
}

function TextContent({ texts }: { readonly texts: readonly string[] }): VNode | null {
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (length === 0) return null;
  const content = (
    <div class="tool-texts">
      {texts.map((text, index) => (
        <StaticMarkdown key={index} text={text} />
      ))}
    </div>
  );
  return length > FOLD ? <Folded label={t('output')}>{content}</Folded> : content;
}

export function ToolCard({ id, tool }: { readonly id: string; readonly tool: ToolView }): VNode {
  const { icon, text } = known(statuses, tool.status) ?? statuses.pending;
  const title = tool.title || t('untitledTool');
  const asking = tool.permission?.state === 'open';
  return (
    <div
      class={asking ? 'card tool-card asking' : 'card tool-card'}
      data-testid="tool-card"
      data-status={tool.status}
      role="group"
      aria-label={title}
      tabIndex={-1}
    >
      <div class={`card-row status-${tool.status}`}>
        <Icon name={kindIcon(tool.toolKind)} />
        <span class="card-title" title={title}>
          {title}
        </span>
        <Icon name={icon} label={t(text)} />
      </div>
      <div class="card-body">
        <ToolFiles entryId={id} locations={tool.locations} diffs={tool.diffs} />
        <TextContent texts={tool.texts} />
        {tool.terminalIds.map((terminalId) => (
          <TerminalBlock key={terminalId} id={terminalId} title={tool.title} />
        ))}
        <Raw label={t('input')} text={tool.input} />
        <Raw label={t('output')} text={tool.output} />
        {tool.permission !== undefined && <PermissionButtons permission={tool.permission} />}
      </div>
    </div>
  );
}

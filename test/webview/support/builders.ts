import type {
  ChatSnapshot,
  EntryView,
  PermissionView,
  StatusView,
  TerminalView,
  ToolView,
} from '../../../src/shared/view';

export function status(over: Partial<StatusView> = {}): StatusView {
  return {
    agent: { id: 'demo', name: 'Demo', state: 'ready' },
    busy: false,
    cancelling: false,
    cwd: '/w',
    plan: [],
    commands: [],
    queue: [],
    attachments: [],
    ...over,
  };
}

export function snapshot(over: Partial<ChatSnapshot> = {}): ChatSnapshot {
  return { status: status(), entries: [], terminals: [], draft: '', ...over };
}

export function message(id: string, text: string): EntryView {
  return { kind: 'agent', id, text };
}

export function tool(id: string, over: Partial<ToolView> = {}): EntryView {
  const plain = { locations: [], diffs: [], texts: [], terminalIds: [] };
  return {
    kind: 'tool',
    id,
    tool: { toolKind: 'read', title: 'Read', status: 'pending', ...plain, ...over },
  };
}

export function permission(over: Partial<PermissionView> = {}): PermissionView {
  const options = [
    { id: 'yes', label: 'Allow', kind: 'allow_once' },
    { id: 'no', label: 'Reject', kind: 'reject_once' },
  ];
  return { requestId: 'p1', state: 'open', options, ...over };
}

export function terminal(over: Partial<TerminalView> = {}): TerminalView {
  return { id: 't1', command: 'npm test', output: '', truncated: false, running: true, owned: true, ...over };
}

// The serialisable view model: what the webview draws. Everything here survives a JSON round trip.
// The host owns the truth; the webview only ever holds a copy built from a snapshot plus deltas.

/** Lifecycle of one agent as a person sees it. `failed` and `stopped` may carry a reason. */
export type AgentState = 'stopped' | 'starting' | 'ready' | 'working' | 'waiting' | 'failed';

export interface AgentView {
  readonly id: string;
  readonly name: string;
  readonly state: AgentState;
  /** One sentence for the tooltip and the screen reader: why it stopped, what it waits for. */
  readonly detail?: string;
}

/** An agent to begin with, offered while nothing was said yet. */
export interface AgentChoiceView {
  readonly id: string;
  readonly name: string;
  /** What it needs before it can be used; absent when it is ready. */
  readonly needs?: string;
}

/** A prompt attachment: a file, a selection of it, or text of an untitled document. */
export interface AttachmentView {
  readonly id: string;
  readonly label: string;
  /** Full path or document name, for the tooltip. */
  readonly detail: string;
  /** For an image that travels in the prompt itself. */
  readonly image?: ImageView;
}

/** The little that is shown of an image; the whole of it is with the host. */
export interface ImageView {
  /** A small data: URI; empty when none could be made. */
  readonly thumbnail: string;
  /** Bytes. */
  readonly size: number;
}

export interface LocationView {
  /** Absolute path as the agent named it; opened by the host, which resolves it. */
  readonly path: string;
  /** Short, workspace-relative text to show. */
  readonly label: string;
  /** 1-based line. */
  readonly line?: number;
}

export interface DiffView {
  /** Position among the diffs of its tool call; names it in `openDiff`. */
  readonly index: number;
  readonly path: string;
  readonly label: string;
  readonly added: number;
  readonly removed: number;
  /** True when the agent named no earlier text and the file did not exist. */
  readonly isNew: boolean;
}

export interface TerminalView {
  readonly id: string;
  /** The command line as a person would type it; may be empty when the agent never told it. */
  readonly command: string;
  readonly cwd?: string;
  /** Plain text, control sequences removed, cut from the beginning to what is worth showing. */
  readonly output: string;
  /** True when output was cut from the beginning. */
  readonly truncated: boolean;
  readonly running: boolean;
  readonly exitCode?: number;
  readonly signal?: string;
  /** True when an integrated terminal of ours stands behind it (can be revealed and killed). */
  readonly owned: boolean;
}

export interface PermissionOptionView {
  readonly id: string;
  readonly label: string;
  /** allow_once, allow_always, reject_once, reject_always, or a word the agent made up. */
  readonly kind: string;
}

export interface PermissionView {
  readonly requestId: string;
  readonly state: 'open' | 'answered' | 'cancelled';
  readonly options: readonly PermissionOptionView[];
  /** Label of the chosen option once answered. */
  readonly answer?: string;
}

export type ToolStatus = 'pending' | 'in_progress' | 'completed' | 'failed' | 'cancelled';

export interface ToolView {
  /** read edit delete move search execute think fetch switch_mode other, or an unknown word. */
  readonly toolKind: string;
  /** Plain text, never Markdown. */
  readonly title: string;
  readonly status: ToolStatus;
  readonly locations: readonly LocationView[];
  readonly diffs: readonly DiffView[];
  /** Text content blocks, as the agent sent them (Markdown). */
  readonly texts: readonly string[];
  /** Ids into `SessionView.terminals`. */
  readonly terminalIds: readonly string[];
  /** Raw input, pretty-printed and capped; plain text. */
  readonly input?: string;
  /** Raw output when there is no other content; plain text, capped. */
  readonly output?: string;
  readonly permission?: PermissionView;
}

export type ReviewState = 'open' | 'accepted' | 'rejected' | 'cancelled' | 'failed';

/** One file write the agent asked for and the person decides about. */
export interface ReviewView {
  readonly path: string;
  readonly label: string;
  readonly state: ReviewState;
  readonly added: number;
  readonly removed: number;
  readonly isNew: boolean;
  /** What happened, when it is worth a sentence: edited before accepting, why it failed. */
  readonly detail?: string;
}

/** What a person can do about a failure, as a button. */
export type RemedyAction =
  | 'restart'
  /** Send the failed prompt again. */
  | 'retry'
  /** Put what the failed prompt was made of back into the composer. */
  | 'editPrompt'
  | 'logIn'
  /** Enter a key for the agent. */
  | 'setApiKey'
  /** Run the agent's command where its output can be read. */
  | 'openTerminal'
  | 'showLog'
  | 'openSettings'
  | 'openFolder'
  | 'manageTrust'
  | 'selectAgent'
  | 'installAgent'
  /** Have the package runner ask its registry anew, and start again. */
  | 'refreshPackage'
  | 'newSession'
  | 'changeFolder'
  | 'goOn';

export interface ErrorView {
  readonly title: string;
  /** What to do next, one sentence. */
  readonly remedy: string;
  /** stderr tail, error data, command line: plain text. */
  readonly details?: string;
  readonly actions: readonly RemedyAction[];
  /** Ways to log in, each a button. */
  readonly logins?: readonly LoginView[];
}

export interface LoginView {
  readonly id: string;
  readonly label: string;
  /** What it does, for the tooltip. */
  readonly detail: string;
}

/** A login that goes on. */
export interface OngoingLoginView {
  readonly name: string;
  /** Whether the person can say that they have logged in. */
  readonly canConfirm: boolean;
}

export type EntryView =
  | {
      readonly kind: 'user';
      readonly id: string;
      readonly text: string;
      readonly attachments: readonly AttachmentView[];
    }
  | { readonly kind: 'agent'; readonly id: string; readonly text: string }
  | { readonly kind: 'thought'; readonly id: string; readonly text: string }
  | { readonly kind: 'tool'; readonly id: string; readonly tool: ToolView }
  | { readonly kind: 'review'; readonly id: string; readonly review: ReviewView }
  | {
      readonly kind: 'notice';
      readonly id: string;
      readonly severity: 'info' | 'warning' | 'error';
      readonly title: string;
      readonly description?: string;
    }
  | { readonly kind: 'media'; readonly id: string; readonly media: MediaView }
  /** End of a turn, shown when it ended in any way but a plain end_turn. */
  | { readonly kind: 'stop'; readonly id: string; readonly reason: string; readonly text: string }
  | { readonly kind: 'error'; readonly id: string; readonly error: ErrorView };

/** Content that is not text. Only images of the listed types are drawn; the rest is named. */
export type MediaView =
  | { readonly kind: 'image'; readonly mimeType: string; readonly data: string }
  | { readonly kind: 'link'; readonly uri: string; readonly label: string }
  | { readonly kind: 'other'; readonly label: string };

export interface PlanEntryView {
  readonly text: string;
  readonly status: 'pending' | 'in_progress' | 'completed' | 'cancelled';
  readonly priority?: string;
}

export interface CommandView {
  readonly name: string;
  readonly description: string;
  readonly hint?: string;
}

export interface UsageView {
  readonly used: number;
  readonly size: number;
  readonly cost?: string;
}

/** A prompt typed while a turn runs; sent in order when it ends. */
export interface QueuedView {
  readonly id: string;
  readonly text: string;
  readonly attachments: readonly AttachmentView[];
}

/** The folder that a session works in, where the workspace has several. */
export interface FolderView {
  readonly name: string;
  /** Full path, for the tooltip. */
  readonly path: string;
  /** True when the agent cannot reach the other folders. */
  readonly alone: boolean;
}

/** Everything about the conversation except its entries and terminals. Small; replaced whole. */
export interface StatusView {
  readonly agent: AgentView;
  /** True from the moment a prompt is sent until its turn has ended, cancelling included. */
  readonly busy: boolean;
  /** True between pressing Stop and the end of the turn. */
  readonly cancelling: boolean;
  /** The agent has been silent for too long, or does not confirm a stop: the person decides what now. */
  readonly stalled?: 'silent' | 'notStopping';
  readonly login?: OngoingLoginView;
  readonly title?: string;
  readonly mode?: string;
  readonly cwd: string;
  readonly folder?: FolderView;
  readonly plan: readonly PlanEntryView[];
  readonly commands: readonly CommandView[];
  readonly usage?: UsageView;
  readonly queue: readonly QueuedView[];
  readonly attachments: readonly AttachmentView[];
  /** Other agents of the person; absent once something was said. */
  readonly choices?: readonly AgentChoiceView[];
  /** Whether the agent takes images in a prompt; absent while it has not said so. */
  readonly takesImages?: boolean;
}

/** The whole picture, sent when the webview asks for it. */
export interface ChatSnapshot {
  readonly status: StatusView;
  readonly entries: readonly EntryView[];
  readonly terminals: readonly TerminalView[];
  readonly draft: string;
}

export type Delta =
  /** Append text to the message or thought `id`. */
  | { readonly kind: 'append'; readonly id: string; readonly text: string }
  /** Replace the entry with this id where it stands, or add it at the end. */
  | { readonly kind: 'put'; readonly entry: EntryView }
  | { readonly kind: 'remove'; readonly id: string }
  | { readonly kind: 'status'; readonly status: StatusView }
  /** Replace or add a terminal. */
  | { readonly kind: 'terminal'; readonly terminal: TerminalView }
  /** Append cleaned output to a terminal; the webview cuts from the beginning as it likes. */
  | { readonly kind: 'output'; readonly id: string; readonly text: string };

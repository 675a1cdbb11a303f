import type { RunnerOptions } from '../../acp/agentRunner';
import type { PermissionPreset } from '../../acp/permissionPreset';
import type { TranscriptChange } from '../../acp/transcript';
import type { AgentOffer } from '../agents/directory';
import type { Conversation } from './conversation';
import type { PromptAttachment } from './prompt';
import type { PickFolder, WorkFolder } from './roots';

export interface ConversationOptions {
  readonly offer: AgentOffer;
  /** Everything of the runner but its listener, for this conversation's sessions. */
  readonly runner: (conversation: Conversation) => Omit<RunnerOptions, 'changed'>;
  /** Folder to work in, asked at every start. Throws AgentError when there is none. */
  readonly folder: () => Promise<WorkFolder>;
  readonly pickFolder: PickFolder;
  readonly onTranscript: (change: TranscriptChange) => void;
  /** The shown transcript was replaced by another one. */
  readonly onReset: () => void;
  readonly onState: () => void;
  readonly limits: RunLimits;
  /** Asked at every request: a person who takes a permission back is obeyed at once. */
  readonly permissions: () => PermissionPreset;
  /** True while something of ours that this session waits for is open: a review, a command. */
  readonly isBusy: (sessionKey: string) => boolean;
  /** Prompts that were queued and will not be sent: nothing typed is lost. */
  readonly onUnsent: (prompts: readonly UnsentPrompt[]) => void;
}

export interface UnsentPrompt {
  readonly text: string;
  readonly attachments: readonly PromptAttachment[];
}

/** Asked whenever they are needed, so that a changed setting counts at once. Milliseconds; 0 = no limit. */
export interface RunLimits {
  readonly silence: () => number;
  readonly cancel: () => number;
  readonly idle: () => number;
  /** What happens by itself when a turn is silent for too long. */
  readonly onSilence: () => 'ask' | 'stop' | 'forceStop';
}

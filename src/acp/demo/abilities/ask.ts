import type {
  CreateElicitationRequest,
  PermissionOption,
  RequestPermissionOutcome,
} from '@agentclientprotocol/sdk';
import type { CreateElicitationResponse } from '@agentclientprotocol/sdk';
import { attempt } from '../clientCalls';
import type { Ability, Turn } from '../turn';

const OPTIONS: PermissionOption[] = [
  { optionId: 'allow-once', name: 'Allow once', kind: 'allow_once' },
  { optionId: 'allow-always', name: 'Always allow', kind: 'allow_always' },
  { optionId: 'reject-once', name: 'Reject', kind: 'reject_once' },
  { optionId: 'reject-always', name: 'Always reject', kind: 'reject_always' },
];

const CHOICES: PermissionOption[] = ['Alpha', 'Bravo', 'Charlie', 'Delta'].map((name) => ({
  optionId: name.toLowerCase(),
  name,
  kind: 'allow_once',
}));

/** A tool call that waits for a permission; nothing is really done when it is granted. */
export const permission: Ability = async (turn) => {
  await turn.say(await askPermission(turn));
  return 'end_turn';
};

/** Four options of one kind: a question that cannot be answered by allow or deny. */
export const choices: Ability = async (turn) => {
  await turn.say(await askFor(turn, 'Which one do you like best?', CHOICES));
  return 'end_turn';
};

export async function askPermission(turn: Turn): Promise<string> {
  return askFor(turn, 'Pretend to delete the build folder', OPTIONS);
}

async function askFor(turn: Turn, title: string, options: PermissionOption[]): Promise<string> {
  const toolCallId = turn.context.nextCallId();
  const kind = options === OPTIONS ? 'delete' : 'other';
  const rawInput = { action: title, pretend: true };
  await turn.toolCall({ toolCallId, title, kind, status: 'pending', rawInput });
  const asked = await attempt(turn, () =>
    turn.ask('session/request_permission', {
      sessionId: turn.context.sessionId,
      toolCall: { toolCallId, title, kind, status: 'pending', rawInput },
      options,
    }),
  );
  if (asked.kind === 'refused') {
    await turn.toolCallUpdate({ toolCallId, status: 'failed' });
    return `The client could not ask you: ${asked.message}`;
  }
  const { outcome } = asked.value;
  const granted = outcome.outcome === 'selected' && isGrant(options, outcome.optionId);
  await turn.toolCallUpdate({ toolCallId, status: granted ? 'completed' : 'failed' });
  return describe(outcome, options);
}

function isGrant(options: readonly PermissionOption[], id: string): boolean {
  return options.find((option) => option.optionId === id)?.kind.startsWith('allow') === true;
}

function describe(outcome: RequestPermissionOutcome, options: readonly PermissionOption[]): string {
  if (outcome.outcome === 'cancelled') return 'The question was cancelled, so I did nothing.';
  const option = options.find(({ optionId }) => optionId === outcome.optionId);
  if (!option) return `The client answered with an option that I never offered: \`${outcome.optionId}\`.`;
  return `You chose **${option.name}** (option id \`${option.optionId}\`).`;
}

/** A form through elicitation/create. */
export const question: Ability = async (turn) => {
  if (!turn.context.capabilities.elicitation?.form) {
    await turn.say('I cannot ask with a form here: this client does not offer form elicitation.');
    return 'end_turn';
  }
  const asked = await attempt(turn, () => turn.ask('elicitation/create', form(turn.context.sessionId)));
  const text = asked.kind === 'ok' ? describeAnswer(asked.value) : `The form failed: ${asked.message}`;
  await turn.say(text);
  return 'end_turn';
};

function form(sessionId: string): CreateElicitationRequest {
  return {
    sessionId,
    mode: 'form',
    message: 'Three small questions, so that you can see a form.',
    requestedSchema: {
      type: 'object',
      properties: {
        name: { type: 'string', title: 'Name', description: 'What shall I call you?', minLength: 1 },
        color: { type: 'string', title: 'Colour', enum: ['red', 'green', 'blue'], default: 'green' },
        loud: { type: 'boolean', title: 'Loud', description: 'Answer in capital letters', default: false },
      },
      required: ['name'],
    },
  };
}

function describeAnswer(answer: CreateElicitationResponse): string {
  if (answer.action !== 'accept') return `You did not answer the form (${answer.action}).`;
  const content: unknown = answer.content;
  const fields = typeof content === 'object' && content !== null ? Object.entries(content) : [];
  const list = fields.map(([key, value]) => `${key} = ${JSON.stringify(value)}`).join(', ');
  const text = `Thank you. The form said: ${list === '' ? 'nothing' : list}.`;
  return fields.some(([key, value]) => key === 'loud' && value === true) ? text.toUpperCase() : text;
}

import type { CreateTerminalRequest } from '@agentclientprotocol/sdk';
import { attempt } from '../clientCalls';
import { inlineCode } from '../markdown';
import type { Ability, Turn } from '../turn';
import { textContent } from './read';

const SCRIPT = "for (const word of ['one', 'two', 'three']) console.log(word)";
const ESCAPES = new RegExp(
  `\\u001b(?:\\[[0-?]*[ -/]*[@-~]|\\][^\\u0007\\u001b]*(?:\\u0007|\\u001b\\\\))`,
  'g',
);

interface Finished {
  /** Null when a signal ended the command. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly output: string;
}

/** Runs a command in a terminal of the client and tells how it ended. */
export const run: Ability = async (turn) => {
  if (turn.context.capabilities.terminal !== true) {
    await turn.say('I cannot run commands here: this client does not offer terminals.');
    return 'end_turn';
  }
  const toolCallId = turn.context.nextCallId();
  const request = requestFor(turn);
  const title = [request.command, ...(request.args ?? [])].join(' ');
  await turn.toolCall({
    toolCallId,
    title,
    kind: 'execute',
    status: 'pending',
    rawInput: { command: title },
  });
  const outcome = await attempt(turn, () => runInTerminal(turn, toolCallId, request));
  if (outcome.kind === 'refused') {
    await turn.toolCallUpdate({ toolCallId, status: 'failed', content: [textContent(outcome.message)] });
    await turn.say(`The command could not be run: ${outcome.message}`);
    return 'end_turn';
  }
  const { exitCode, signal, output } = outcome.value;
  await turn.toolCallUpdate({
    toolCallId,
    status: exitCode === 0 ? 'completed' : 'failed',
    rawOutput: { exitCode, signal },
  });
  const end = exitCode === null ? `was ended by ${signal ?? 'a signal'}` : `ended with exit code ${exitCode}`;
  const last = lastLine(output);
  await turn.say(
    `The command ${end}. ${last === undefined ? 'It printed nothing.' : `Its last line: ${inlineCode(last)}`}`,
  );
  return 'end_turn';
};

async function runInTerminal(
  turn: Turn,
  toolCallId: string,
  request: CreateTerminalRequest,
): Promise<Finished> {
  const { sessionId } = turn.context;
  const terminalId = await createTerminal(turn, request);
  try {
    await turn.toolCallUpdate({
      toolCallId,
      status: 'in_progress',
      content: [{ type: 'terminal', terminalId }],
    });
    const status = await turn.ask('terminal/wait_for_exit', { sessionId, terminalId });
    const { output } = await turn.ask('terminal/output', { sessionId, terminalId });
    return { exitCode: status.exitCode ?? null, signal: status.signal ?? null, output };
  } finally {
    // Also after a cancel, where it ends the command; not awaited then, so that the cancel settles at once.
    const released = release(turn, terminalId);
    if (!turn.signal.aborted) await turn.unlessCancelled(released, () => undefined);
  }
}

/** A terminal that the client made although the turn was cancelled meanwhile is released at once. */
async function createTerminal(turn: Turn, request: CreateTerminalRequest): Promise<string> {
  turn.signal.throwIfAborted();
  const creating = turn.context.client.request('terminal/create', request);
  const { terminalId } = await turn.unlessCancelled(creating, (late) => void release(turn, late.terminalId));
  return terminalId;
}

async function release(turn: Turn, terminalId: string): Promise<void> {
  const params = { sessionId: turn.context.sessionId, terminalId };
  await turn.context.client.request('terminal/release', params).catch(() => undefined);
}

/** The command line as typed, as one string for the client's shell; without one, three lines from Node. */
function requestFor(turn: Turn): CreateTerminalRequest {
  const { sessionId, cwd, program } = turn.context;
  const line = commandLine(turn);
  if (line !== undefined) return { sessionId, command: line, cwd };
  const env = Object.entries(program.runtimeEnv).map(([name, value]) => ({ name, value }));
  return {
    sessionId,
    command: program.runtime,
    args: ['-e', SCRIPT],
    cwd,
    ...(env.length > 0 ? { env } : {}),
  };
}

// Only "run: …" anywhere, or a prompt that starts with the word, names a command: "please run a test of
// the edit" must not end up in a shell.
function commandLine(turn: Turn): string | undefined {
  const { text, rest } = turn.context;
  const line = rest.replace(/^`([^`]+)`$/, '$1');
  if (line === '' || /^(?:a|the|some) command\b/i.test(line)) return undefined;
  return /\brun(?: a command)?\s*:/i.test(text) || /^\s*\/?run\s/i.test(text) ? line : undefined;
}

function lastLine(output: string): string | undefined {
  const lines = output.replace(ESCAPES, '').split(/\r\n|\r|\n/);
  return lines.findLast((line) => line.trim() !== '')?.trimEnd();
}

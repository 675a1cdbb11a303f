import { claude } from '../profiles/claude.mjs';
import { codex } from '../profiles/codex.mjs';
import { gemini } from '../profiles/gemini.mjs';
import { opencode } from '../profiles/opencode.mjs';

/**
 * Everything that differs from agent to agent: where it comes from, how it is configured to talk to the
 * scripted model and to ask before it acts (`env`, and `files` below its home), and how it behaves:
 * - seesUnsaved: an edit starts from what the editor holds, not from the disk
 * - edits: decided in a `review` of the held write after a permission, or by the `permission` alone
 * - afterDenial: the model is told and `reports`, or the agent `stops` the turn
 * - marker: what a prompt has to say so that the agent asks before it runs a command
 */
const all = [gemini, opencode, codex, claude];

/** All agents, or those named in ACP_AGENT, separated by commas. */
export function chosenProfiles() {
  const names = (process.env.ACP_AGENT ?? '').split(',').filter(Boolean);
  const unknown = names.filter((name) => !all.some(({ id }) => id === name));
  if (unknown.length > 0) {
    const known = all.map(({ id }) => id).join(', ');
    throw new Error(`ACP_AGENT names ${unknown.join(', ')}. There are: ${known}.`);
  }
  return names.length === 0 ? all : all.filter(({ id }) => names.includes(id));
}

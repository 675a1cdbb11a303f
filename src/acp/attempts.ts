import { detailBlock, type AgentError, type AgentErrorTag } from './errors';
import type { Attempt, AttemptReason, LaunchPlan, Start } from './launchPlan';
import { namedNpxFolders } from './npxCache';

/** How often one start may try in all: each try can take minutes. */
export const MOST_STARTS = 4;

/** A start that came to nothing. */
export interface Failure {
  readonly display: string;
  readonly error: AgentError;
  /** Why this start was made; absent for the first. */
  readonly when?: AttemptReason;
}

/** What to try after `error`, if anything. @param done what was tried already, beside the plan itself */
export function nextAttempt(
  plan: LaunchPlan,
  error: AgentError,
  done: readonly Attempt[],
): Attempt | undefined {
  // Most plans have none: then what was printed need not be looked at.
  if (!plan.attempts?.length || done.length >= MOST_STARTS - 1) return undefined;
  const reason = attemptReason(error);
  return plan.attempts.find(
    (attempt) => attempt.when === reason && attempt.ask !== true && !done.includes(attempt),
  );
}

/** The plan that makes this attempt. */
export function planOf(plan: LaunchPlan, { start }: Attempt): LaunchPlan {
  return withStart(plan, start);
}

/**
 * The plan after a person has said yes to the attempt that waits for them; undefined when none does. For an error
 * whose `attemptReason` is `when`.
 */
export function acceptAttempt(plan: LaunchPlan, when: AttemptReason): LaunchPlan | undefined {
  const offered = plan.attempts?.find((attempt) => attempt.when === when && attempt.ask === true);
  if (offered === undefined) return undefined;
  const attempts = (plan.attempts ?? []).filter((attempt) => attempt !== offered);
  return { ...withStart(plan, offered.start), attempts };
}

/** What kind of attempt helps with this failure. */
export function attemptReason(error: AgentError): AttemptReason | undefined {
  const output = `${error.message}\n${error.details ?? ''}`;
  switch (error.tag) {
    case 'handshake-timeout':
      return 'wrong-flag';
    case 'install-failed':
      if (namedNpxFolders(output).length > 0) return 'corrupt-cache';
      if (VERSION_MISSING.test(output)) return 'version-missing';
      return POINTLESS.test(output) ? undefined : 'fetch-failed';
    case 'exited-early':
      if (namedNpxFolders(output).length > 0) return 'corrupt-cache';
      return WRONG_FLAG.test(output) ? 'wrong-flag' : undefined;
    default:
      return undefined;
  }
}

const VERSION_MISSING = /\bETARGET\b|\bnotarget\b/;
// The cache is not to blame, but rights, a full disk, a login, a name that is no package; or a network that npm has
// asked already, several times over more than a minute.
const POINTLESS = new RegExp(
  `\\bcode (?:${[
    'E401|E403|E404|EACCES|EPERM|EROFS|ENOSPC|EUSAGE|EINVALIDTAGNAME|EBADENGINE',
    'ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT',
  ].join('|')})\\b`,
);
const WRONG_FLAG =
  /\b(?:unknown(?: shorthand)?|unrecogni[sz]ed|unexpected|invalid|unsupported|no such|bad) (?:command[- ]line )?(?:option|argument|flag|parameter|switch|sub-?command|command)|\b(?:flag provided but not defined|is not a known (?:option|command))/i;

/** The failure that tells most, with a list of all that was tried. */
export function bestFailure(failures: readonly [Failure, ...Failure[]]): AgentError {
  let [best] = failures;
  for (const failure of failures) if (weight(failure) >= weight(best)) best = failure;
  const { error } = best;
  if (failures.length === 1) return error;
  const tried = failures.map((failure) => `${failure.display}\n  ${failure.error.message}`);
  return error.withDetails(detailBlock(['Tried', tried.join('\n')], ['Details', error.details ?? '']));
}

/** That a spelling for other versions is not known says nothing; a time-out says less than words. */
function weight({ error, when }: Failure): number {
  if (when === 'wrong-flag' && error.tag === 'exited-early' && attemptReason(error) === 'wrong-flag')
    return 0;
  return WEIGHTS[error.tag] ?? 3;
}

const WEIGHTS: Partial<Readonly<Record<AgentErrorTag, number>>> = {
  'handshake-timeout': 1,
  'startup-timeout': 1,
  'exited-early': 2,
};

function withStart(plan: LaunchPlan, start: Start): LaunchPlan {
  const { windowsVerbatimArguments: _, ...rest } = plan;
  return { ...rest, ...start };
}

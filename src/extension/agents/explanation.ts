import type { MergedAgent } from '../../acp/agents/agent';
import type { PassedOver } from '../../acp/agents/detect';
import { text, translate } from '../text';

/** What the search of this machine came to, for people who wonder why an agent is not found. */
export interface SearchFacts {
  readonly searched: readonly string[];
  readonly hanging: readonly string[];
  readonly passedOver: readonly PassedOver[];
  /** Why the login shell gave nothing; undefined when it answered, 'off' when it was not asked. */
  readonly shellProblem: string | undefined;
  /** Kind of remote that this side is on: `wsl`, `ssh-remote` and so on. */
  readonly remote: string | undefined;
  /** Names of variables with API keys that the agent gets. */
  readonly credentials: readonly string[];
  /** Command line, when the agent can be started. */
  readonly command: string | undefined;
}

/** A page of plain text: it can be selected, copied and sent to somebody who helps. */
export function explanation(agent: MergedAgent, facts: SearchFacts): string {
  const { explain } = text;
  const sections: (readonly [title: string, lines: readonly string[]])[] = [
    [explain.found(), [`${translate(agent.reason)} (${text.origin[agent.origin]()})`]],
    [
      explain.others(),
      agent.candidates
        .slice(1)
        .map(({ reason, origin }) => `${translate(reason)} (${text.origin[origin]()})`),
    ],
    [explain.passedOver(), facts.passedOver.map(({ reason }) => translate(reason))],
    [explain.command(), facts.command === undefined ? [] : [facts.command]],
    [explain.credentials(), facts.credentials],
    [explain.searched(), facts.searched],
    [explain.hanging(), facts.hanging],
    [explain.shell(), [shellLine(facts.shellProblem)]],
    [explain.next(), agent.availability === 'ready' ? [] : [explain.advice(), ...known(agent.website)]],
  ];
  const body = sections
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => [title, ...lines.map((line) => `  ${line}`)].join('\n'));
  const where = text.explain.where(facts.remote ?? text.explain.here());
  return `${agent.name} (${agent.id})\n${where}\n\n${body.join('\n\n')}\n`;
}

function shellLine(problem: string | undefined): string {
  if (problem === undefined) return text.explain.shellGood();
  return problem === 'off' ? text.explain.shellOff() : problem;
}

function known(website: string | undefined): readonly string[] {
  return website === undefined ? [] : [website];
}

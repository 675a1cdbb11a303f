import { homedir } from 'node:os';
import type { Candidate } from '../../acp/agents/agent';
import type { DetectDeps, DetectedAgent } from '../../acp/agents/detect';
import { nodeProbes } from '../../acp/agents/nodeProbes';
import { runForOutput } from '../../acp/agents/outputRunner';
import { workspaceFolders } from './machine';

/** @param mayRun whether a program of a common name may be started to ask it who it is */
export function programSearch(mayRun: boolean): DetectDeps {
  return {
    platform: process.platform,
    probes: nodeProbes,
    home: homedir(),
    run: mayRun ? runForOutput : () => Promise.resolve(''),
    forbidden: workspaceFolders(),
  };
}

/** What the search of this machine says. An agent that is not found is one that could be installed. */
export function programCandidates(detected: readonly DetectedAgent[]): readonly Candidate[] {
  return detected.map(({ id, name, state, launch, reason, website }) => ({
    id,
    name,
    origin: 'found',
    availability: state === 'notFound' ? 'notInstalled' : state,
    ...(launch === undefined ? {} : { launch }),
    reason,
    website,
  }));
}

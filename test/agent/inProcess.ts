import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startProcess, type AgentProcess, type LaunchPlan } from '../../src/acp/process';
import type { Script } from './script';
import type { AgentScript } from './scriptBuilder';
import { ScriptedAgent } from './scriptedAgent';

/** Built by esbuild.mjs from program.ts. */
const program = resolve('out/test/agent/program.js');
const started: AgentProcess[] = [];

/** Ends all agents that the tests of a file left running. */
export async function stopAgents(): Promise<void> {
  await Promise.all(started.splice(0).map((agent) => agent.stop(0)));
}

export function nodePlan(args: readonly string[]): LaunchPlan {
  return {
    command: process.execPath,
    args,
    env: { PATH: process.env['PATH'] ?? '' },
    cwd: process.cwd(),
    display: `node ${args.join(' ')}`,
  };
}

/** Starts a program of one line. */
export async function startNode(source: string, ...args: readonly string[]): Promise<AgentProcess> {
  const agent = await startProcess(nodePlan(['-e', source, ...args]));
  started.push(agent);
  return agent;
}

/**
 * How a scripted agent is started as a process.
 * @param folder for its script, and for `received.ndjson`: what arrives at it
 */
export function scriptedPlan(script: Script | AgentScript, folder: string): LaunchPlan {
  const scriptFile = join(folder, 'script.json');
  writeFileSync(scriptFile, JSON.stringify(script));
  return nodePlan([program, scriptFile, join(folder, 'received.ndjson')]);
}

/** Starts a scripted agent as a process of its own, on real pipes. */
export async function startInProcess(
  script: Script | AgentScript,
  folder: string,
  plan: Partial<LaunchPlan> = {},
): Promise<ScriptedAgent<AgentProcess>> {
  const received = join(folder, 'received.ndjson');
  writeFileSync(received, '');
  const agent = await startProcess({ ...scriptedPlan(script, folder), ...plan });
  started.push(agent);
  return new ScriptedAgent(agent, () => readFileSync(received, 'utf8').split('\n').slice(0, -1));
}

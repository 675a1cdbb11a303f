import { AgentError, detailBlock, exitText, phrase, type ExitInfo } from '../errors';
import { installTrouble } from './install';

// Failures before the agent has answered `initialize`.

export interface StartFacts {
  /** The command line as a person would type it. */
  readonly commandLine: string;
  readonly stderr: string;
  /** Lines on stdout that were no protocol messages. */
  readonly noise: string;
}

export function startDetails(facts: StartFacts): string {
  return detailBlock(
    ['Command', facts.commandLine],
    ['Error output', facts.stderr],
    ['Other output', facts.noise],
  );
}

export function commandNotFound(command: string, searched: readonly string[]): AgentError {
  return new AgentError('command-not-found', {
    title: phrase('The command “{0}” was not found.', command),
    remedy: phrase(
      'Install it, or give its full path in the setting acpWorkbench.agents, then restart the agent.',
    ),
    details: detailBlock(['Command', command], ['Directories searched', searched.join('\n')]),
  });
}

export function notExecutable(command: string): AgentError {
  return new AgentError('not-executable', {
    title: phrase('“{0}” cannot be executed.', command),
    remedy: phrase('Check that it is a program and that its executable bit is set, then restart the agent.'),
    details: detailBlock(['Command', command]),
  });
}

export function badDirectory(cwd: string): AgentError {
  return new AgentError('bad-directory', {
    title: phrase('The folder “{0}” does not exist.', cwd),
    remedy: phrase('Open a folder that exists, then restart the agent.'),
  });
}

export function untrustedWorkspace(): AgentError {
  return new AgentError('untrusted-workspace', {
    title: phrase('Agents run only in a trusted workspace.'),
    remedy: phrase('Trust this workspace, then start the agent.'),
  });
}

/** `scheme`: of the folder that is open, such as vscode-vfs. */
export function folderNotOnDisk(scheme: string): AgentError {
  return new AgentError('folder-not-on-disk', {
    title: phrase('Agents need files on disk, and this folder is “{0}”.', scheme),
    remedy: phrase('Open a folder on disk, then start the agent.'),
  });
}

export function unknownAgent(id: string): AgentError {
  return new AgentError('unknown-agent', {
    title: phrase('There is no agent “{0}”.', id),
    remedy: phrase('Select another agent, or add this one to the setting acpWorkbench.agents.'),
  });
}

/** An installed program that has no ACP mode of its own. */
export function needsAdapter(name: string, hint: string): AgentError {
  return new AgentError('needs-adapter', {
    title: phrase('{0} is installed, but it needs an adapter to speak ACP.', name),
    remedy: phrase('{0} Then select the agent again.', hint),
  });
}

/** `reason`: a sentence that says where it was looked for, or how it can be had. */
export function agentNotInstalled(name: string, reason: string): AgentError {
  return new AgentError('not-installed', {
    title: phrase('{0} is not installed.', name),
    remedy: phrase(
      'Install it, or give its full path in the setting acpWorkbench.agents, then start it again.',
    ),
    details: detailBlock(['Search', reason]),
  });
}

export function spawnFailed(commandLine: string, cause: unknown): AgentError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new AgentError(
    'spawn-failed',
    {
      title: phrase('The agent could not be started: {0}', reason),
      remedy: phrase('Check the command in the setting acpWorkbench.agents, then restart the agent.'),
      details: detailBlock(['Command', commandLine]),
    },
    cause,
  );
}

/** `reason`: what the package runner said, in one line. */
export function installFailed(reason: string, exit: ExitInfo, facts: StartFacts): AgentError {
  return new AgentError('install-failed', {
    title: phrase('The agent could not be installed ({0}): {1}', exitText(exit), reason),
    remedy: phrase(
      'Check the network, the proxy and the name of the package; running the command in a terminal shows more. Then restart the agent.',
    ),
    details: startDetails(facts),
  });
}

/** npm, or what it remembers of the registry, does not know the version that was asked for. */
export function versionMissing(reason: string, exit: ExitInfo, facts: StartFacts): AgentError {
  return new AgentError('install-failed', {
    title: phrase('The agent could not be installed ({0}): {1}', exitText(exit), reason),
    remedy: phrase(
      'As far as npm remembers there is no such version. Refresh its memory by running the command once with --prefer-online, or name another version, then restart the agent.',
    ),
    details: startDetails(facts),
  });
}

export function exitedEarly(exit: ExitInfo, facts: StartFacts): AgentError {
  return new AgentError('exited-early', {
    title: phrase('The agent ended while it was starting ({0}).', exitText(exit)),
    remedy: phrase('Run the command in a terminal to see why, then restart the agent.'),
    details: startDetails(facts),
  });
}

/** A program that ended before it answered: because of what it was to install, or by itself. */
export function startFailed(exit: ExitInfo, facts: StartFacts): AgentError {
  const trouble = installTrouble(`${facts.stderr}\n${facts.noise}`);
  if (trouble === undefined) return exitedEarly(exit, facts);
  return trouble.endsWith('code ETARGET')
    ? versionMissing(trouble, exit, facts)
    : installFailed(trouble, exit, facts);
}

/** `seconds`: the budget for installing and starting that ran out. */
export function startupTimeout(seconds: number, facts: StartFacts): AgentError {
  return new AgentError('startup-timeout', {
    title: phrase('The agent was not installed and started within {0} seconds.', seconds),
    remedy: phrase(
      'Run the command in a terminal until it is installed, or raise acpWorkbench.installTimeout, then restart the agent.',
    ),
    details: startDetails(facts),
  });
}

/** `seconds`: the handshake budget that ran out. */
export function handshakeTimeout(seconds: number, facts: StartFacts): AgentError {
  return new AgentError('handshake-timeout', {
    title: phrase('The agent did not answer within {0} seconds.', seconds),
    remedy: phrase(
      'Check that the command starts its ACP mode (often a flag such as --acp), then restart the agent.',
    ),
    details: startDetails(facts),
  });
}

import { AgentError, detailBlock, phrase } from '../errors';

// What npm, pnpm, yarn, bun, uv and pip say when they cannot install something.
const TROUBLES: readonly RegExp[] = [
  // ELIFECYCLE is the program's own failure.
  /^npm (?:error|ERR!) code (?!ELIFECYCLE)[A-Z][A-Z_\d]+/m,
  /^npm (?:error|ERR!) (?:network|request to) .{1,200}/m,
  /^\s*ERR_PNPM_\w+.{0,200}/m,
  /^error Couldn't find (?:any versions for|package) .{1,200}/m,
  /^error: .{0,200}failed to (?:resolve|install|download|fetch).{0,200}/im,
  /^error: (?:GET|POST) https?:\S{1,200} - \d{3}/m,
  /No solution found when resolving .{1,100}/,
  /^ERROR: (?:No matching distribution found|Could not find a version) .{1,200}/m,
];

/** The line in which a package runner says why it failed; undefined when none did. */
export function installTrouble(output: string): string | undefined {
  for (const pattern of TROUBLES) {
    const [line] = pattern.exec(output) ?? [];
    if (line !== undefined) return line.trim();
  }
  return undefined;
}

// Failures of what we download and unpack ourselves, see agents/registry/.

const MEGABYTE = 1024 * 1024;

/** `reason`: what went wrong, in one line. */
export function downloadFailed(url: string, reason: string, cause?: unknown): AgentError {
  return new AgentError(
    'install-failed',
    {
      title: phrase('The agent could not be downloaded: {0}', reason),
      remedy: phrase('Check the network and the proxy, then install the agent again.'),
      details: detailBlock(['Address', url], ['Reason', reason]),
    },
    cause,
  );
}

export function insecureAddress(url: string): AgentError {
  return new AgentError('install-failed', {
    title: phrase('The agent would be downloaded over a connection that is not encrypted.'),
    remedy: phrase('Install the agent by hand, and report this to its authors.'),
    details: detailBlock(['Address', url]),
  });
}

export function downloadTooLarge(url: string, limit: number): AgentError {
  return new AgentError('install-failed', {
    title: phrase('The download is larger than {0} MB.', Math.round(limit / MEGABYTE)),
    remedy: phrase('Install the agent by hand, and report this to its authors.'),
    details: detailBlock(['Address', url]),
  });
}

/** Both hashes are SHA-256 in hexadecimal. */
export function wrongHash(url: string, expected: string, actual: string): AgentError {
  return new AgentError('install-failed', {
    title: phrase('What was downloaded is not what the registry promises: its checksum is another one.'),
    remedy: phrase('Install the agent again later; if this stays, report it to the authors of the agent.'),
    details: detailBlock(['Address', url], ['Expected', expected], ['Received', actual]),
  });
}

/** `entry`: its name in the archive. `reason`: what is wrong with it. */
export function unsafeArchive(entry: string, reason: string): AgentError {
  return new AgentError('install-failed', {
    title: phrase('The archive of the agent is not safe to unpack.'),
    remedy: phrase('Do not use this version, and report this to the authors of the agent.'),
    details: detailBlock(['Entry', JSON.stringify(entry)], ['Reason', reason]),
  });
}

export function archiveTooLarge(limit: number): AgentError {
  return new AgentError('install-failed', {
    title: phrase('The agent would take more than {0} MB unpacked.', Math.round(limit / MEGABYTE)),
    remedy: phrase('Install the agent by hand, and report this to its authors.'),
  });
}

export function tooManyEntries(limit: number): AgentError {
  return new AgentError('install-failed', {
    title: phrase('The archive of the agent has more than {0} entries.', limit),
    remedy: phrase('Install the agent by hand, and report this to its authors.'),
  });
}

/** `kind`: of the archive, such as `tar.xz`. */
export function unsupportedArchive(kind: string): AgentError {
  return new AgentError('install-failed', {
    title: phrase('Archives of the kind {0} cannot be unpacked.', kind),
    remedy: phrase('Install the agent by hand, and report this to its authors.'),
  });
}

export function brokenArchive(reason: string, cause?: unknown): AgentError {
  return new AgentError(
    'install-failed',
    {
      title: phrase('What was downloaded is damaged or no archive: {0}', reason),
      remedy: phrase('Install the agent again; if this stays, report it to the authors of the agent.'),
    },
    cause,
  );
}

/** `command`: as the registry gives it. */
export function programMissing(command: string): AgentError {
  return new AgentError('install-failed', {
    title: phrase('The download does not contain the program “{0}”.', command),
    remedy: phrase('Install the agent by hand, and report this to its authors.'),
  });
}

export function notInstalled(name: string): AgentError {
  return new AgentError('install-failed', {
    title: phrase('{0} is not installed.', name),
    remedy: phrase('Install it from the list of agents, then start it again.'),
  });
}

/** The disk is full, the folder cannot be written, and the like. */
export function storageFailed(folder: string, cause: unknown): AgentError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new AgentError(
    'install-failed',
    {
      title: phrase('The agent could not be put in its folder: {0}', reason),
      remedy: phrase('Check the free space and the permissions of the folder, then install the agent again.'),
      details: detailBlock(['Folder', folder]),
    },
    cause,
  );
}

export function installStopped(): AgentError {
  return new AgentError('stopped', {
    title: phrase('The installation was stopped.'),
    remedy: phrase('Install the agent again when you want it.'),
  });
}

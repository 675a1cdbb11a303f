import { AgentError, detailBlock, phrase } from '../errors';

// What agents of a package registry need, and what is not there.

interface FoundNode {
  readonly node: string;
  readonly version: string | undefined;
}

/** `npm`: whether one was found. */
export function runtimeMissing(minimum: string, found: readonly FoundNode[], npm: boolean): AgentError {
  const list = found.map(({ node, version }) => `${node}: ${version ?? 'does not tell its version'}`);
  return new AgentError('runtime-missing', {
    title:
      found.length === 0
        ? phrase('This agent needs Node.js {0} or later, and no Node.js was found.', minimum)
        : phrase(
            'This agent needs Node.js {0} or later with npm; the newest one found is {1}.',
            minimum,
            newest(found),
          ),
    remedy: phrase(
      'Install Node.js {0} or later from https://nodejs.org or with your version manager, then restart the agent.',
      minimum,
    ),
    details: detailBlock(
      ['Node.js found', list.join('\n') || 'none'],
      ['npm', npm ? 'found' : 'not found beside any of them'],
    ),
  });
}

function newest(found: readonly FoundNode[]): string {
  const versions = found.flatMap(({ version }) => version ?? []);
  versions.sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  return versions[0] ?? 'unknown';
}

export function uvMissing(name: string, searched: readonly string[]): AgentError {
  return new AgentError('command-not-found', {
    title: phrase('“{0}” is a Python package that uv runs, and uvx was not found.', name),
    remedy: phrase('Install uv from https://docs.astral.sh/uv, then restart the agent.'),
    details: detailBlock(['Command', 'uvx'], ['Directories searched', searched.join('\n')]),
  });
}

/** `kind`: npm or Python. */
export function badPackage(name: string, kind: string): AgentError {
  return new AgentError('spawn-failed', {
    title: phrase('“{0}” is not a name of a package of the {1} registry.', name, kind),
    remedy: phrase('Give a name, with a version if you want, in the settings, then restart the agent.'),
  });
}

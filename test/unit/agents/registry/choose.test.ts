import { deepStrictEqual, match, strictEqual, throws } from 'node:assert/strict';
import {
  availableRunners,
  chooseDistribution,
  launchOf,
  launchOfInstalled,
  type Available,
  type ChosenDistribution,
} from '../../../../src/acp/agents/registry/choose';
import { parseRegistry, type RegistryAgent } from '../../../../src/acp/agents/registry/document';
import type { InstalledAgent } from '../../../../src/acp/agents/registry/manifest';
import { english, isAgentError } from '../../../../src/acp/errors';
import { FakeFiles } from '../fakes';

const target = { archive: 'https://example.com/tool.tgz', cmd: './tool', args: ['acp'] };

function agentWith(distribution: object, version = '1.2.3'): RegistryAgent {
  const { agents } = parseRegistry({ agents: [{ id: 'tool', name: 'Tool', version, distribution }] });
  const [agent] = agents;
  if (agent === undefined) throw new Error('the agent was refused');
  return agent;
}

const everything = agentWith({
  npx: { package: 'tool' },
  uvx: { package: 'tool' },
  binary: { 'linux-x86_64': target, 'darwin-aarch64': target, 'windows-x86_64': target },
});

function kindFor(agent: RegistryAgent, available?: Available): string {
  return chooseDistribution(agent, 'linux', 'x64', available).kind;
}

function chosen(agent: RegistryAgent, available?: Available): ChosenDistribution {
  const choice = chooseDistribution(agent, 'linux', 'x64', available);
  if (choice.kind === 'none') throw new Error(english(choice.reason));
  return choice;
}

function reason(
  agent: RegistryAgent,
  platform: NodeJS.Platform,
  arch: string,
  available?: Available,
): string {
  const choice = chooseDistribution(agent, platform, arch, available);
  return choice.kind === 'none' ? english(choice.reason) : choice.kind;
}

describe('choosing a distribution of the registry', () => {
  it('prefers npx to uvx to a download', () => {
    strictEqual(kindFor(everything), 'npx');
    const { npx: _npx, ...rest } = everything.distribution;
    strictEqual(kindFor({ ...everything, distribution: rest }), 'uvx');
  });

  it('prefers the download where there is no npx', () => {
    strictEqual(kindFor(everything, { npx: false }), 'binary');
  });

  it('takes uvx where there is neither npx nor a download', () => {
    const agent = agentWith({ npx: { package: 'tool' }, uvx: { package: 'tool' } });
    strictEqual(kindFor(agent, { npx: false }), 'uvx');
  });

  it('skips uvx where there is none', () => {
    const { npx: _npx, ...rest } = everything.distribution;
    strictEqual(kindFor({ ...everything, distribution: rest }, { uvx: false }), 'binary');
  });

  it('takes the download of the platform, and on Windows on ARM that for x86_64', () => {
    const agent = { ...everything, distribution: { binary: everything.distribution.binary ?? {} } };
    const platformFor = (platform: NodeJS.Platform, arch: string): string => {
      const choice = chooseDistribution(agent, platform, arch);
      return choice.kind === 'binary' ? choice.platform : choice.kind;
    };
    strictEqual(platformFor('darwin', 'arm64'), 'darwin-aarch64');
    strictEqual(platformFor('win32', 'arm64'), 'windows-x86_64');
    strictEqual(platformFor('darwin', 'x64'), 'none');
    strictEqual(platformFor('freebsd', 'x64'), 'none');
  });

  it('says what is missing when nothing fits', () => {
    match(reason(agentWith({ binary: { 'linux-x86_64': target } }), 'darwin', 'arm64'), /darwin-aarch64/);
    match(reason(agentWith({ binary: { 'linux-x86_64': target } }), 'sunos', 'ia32'), /sunos-ia32/);
    match(reason(agentWith({ npx: { package: 'x' } }), 'linux', 'x64', { npx: false }), /Node\.js/);
    match(reason(agentWith({ uvx: { package: 'x' } }), 'linux', 'x64', { uvx: false }), /uv\b/);
    match(reason(agentWith({ docker: {} }), 'linux', 'x64'), /does not know/);
  });
});

describe('what there is to run packages with', () => {
  it('is what PATH has', async () => {
    const probes = new FakeFiles('/', { '/a/npx': true, '/b/uvx': true });
    const available = (PATH: string) => availableRunners({ PATH }, { platform: 'linux', probes });
    deepStrictEqual(await available('/a'), { npx: true, uvx: false });
    deepStrictEqual(await available('/b'), { npx: false, uvx: true });
    deepStrictEqual(await available(''), { npx: false, uvx: false });
  });
});

describe('launches of registry agents', () => {
  const packageOf = (kind: 'npx' | 'uvx', spec: string): unknown => {
    const agent = agentWith({ [kind]: { package: spec } });
    const launch = launchOf(agent, chosen(agent));
    return launch.kind === kind ? launch.package : launch;
  };

  it('pin a package that names no exact version to that of the agent', () => {
    strictEqual(packageOf('npx', 'tool'), 'tool@1.2.3');
    strictEqual(packageOf('npx', '@scope/tool'), '@scope/tool@1.2.3');
    strictEqual(packageOf('npx', '@scope/tool@latest'), '@scope/tool@1.2.3');
    strictEqual(packageOf('npx', 'tool@^1.0.0'), 'tool@1.2.3');
    strictEqual(packageOf('uvx', 'tool'), 'tool==1.2.3');
    strictEqual(packageOf('uvx', 'tool[extra]'), 'tool[extra]==1.2.3');
  });

  it('ask for the Node.js that the catalogue knows an agent to need, installed or not', () => {
    const { agents } = parseRegistry({
      agents: [{ id: 'claude-acp', version: '1.2.3', distribution: { npx: { package: 'x' } } }],
    });
    const launches = [
      ...agents.map((agent) => launchOf(agent, chosen(agent))),
      launchOfInstalled({
        kind: 'npx',
        id: 'claude-acp',
        version: '1.2.3',
        installedAt: 0,
        package: 'x@1.2.3',
        args: [],
        env: {},
      }),
    ];
    strictEqual(launches.length, 2);
    for (const launch of launches)
      strictEqual(launch.kind === 'npx' ? launch.minimumNode : undefined, '20.10.0');
  });

  it('leave an exact version of the package as it is', () => {
    strictEqual(packageOf('npx', '@scope/tool@1.2.4-beta.1'), '@scope/tool@1.2.4-beta.1');
    strictEqual(packageOf('uvx', 'tool==1.2.4'), 'tool==1.2.4');
    strictEqual(packageOf('uvx', 'tool@1.2.4'), 'tool@1.2.4');
  });

  it('hand over arguments, variables and the program of a package', () => {
    const part = { package: 'tool@1.2.3', cmd: 'tool-acp', args: ['--acp'], env: { A: '1' } };
    const npx = agentWith({ npx: part });
    deepStrictEqual(launchOf(npx, chosen(npx)), {
      kind: 'npx',
      package: 'tool@1.2.3',
      bin: 'tool-acp',
      args: ['--acp'],
      env: { A: '1' },
    });
    const uvx = agentWith({ uvx: part });
    deepStrictEqual(launchOf(uvx, chosen(uvx)), {
      kind: 'uvx',
      package: 'tool@1.2.3',
      command: 'tool-acp',
      args: ['--acp'],
      env: { A: '1' },
    });
  });

  const installed: InstalledAgent = {
    kind: 'binary',
    id: 'tool',
    version: '1.0.0',
    installedAt: 0,
    url: target.archive,
    sha256: '0'.repeat(64),
    cmd: 'tool',
    folder: '/agents/tool/1.0.0/files',
    program: '/agents/tool/1.0.0/files/tool',
    args: ['old'],
    env: {},
  };

  it('start what is installed the way it was offered then', () => {
    const choice = chosen(everything, { npx: false });
    deepStrictEqual(launchOf(everything, choice, installed), {
      kind: 'program',
      command: '/agents/tool/1.0.0/files/tool',
      args: ['old'],
      env: {},
    });
  });

  it('fail for a download that is not installed', () => {
    throws(
      () => launchOf(everything, chosen(everything, { npx: false })),
      (error) => isAgentError(error, 'install-failed'),
    );
  });
});

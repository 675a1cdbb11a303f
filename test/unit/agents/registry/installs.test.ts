import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  chooseDistribution,
  launchOfInstalled,
  type ChosenDistribution,
} from '../../../../src/acp/agents/registry/choose';
import { parseRegistry, type RegistryAgent } from '../../../../src/acp/agents/registry/document';
import { InstallFolders } from '../../../../src/acp/agents/registry/installFolders';
import {
  AgentInstalls,
  type AgentInstallsOptions,
  type InstallProgress,
  type InstallRequest,
} from '../../../../src/acp/agents/registry/installs';
import type { InstalledAgent } from '../../../../src/acp/agents/registry/manifest';
import { agentFailure, temporaryFolder } from '../../support';
import { tar } from './archives';
import { everythingIn } from './files';
import { LocalServer } from './localServer';
import { hello } from './unpackTools';

const archiveOf = (text: string): Buffer => gzipSync(tar({ name: 'bin/tool', content: text, mode: 0o755 }));
const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const HOUR = 3_600_000;

describe('installs of registry agents', () => {
  const server = new LocalServer();
  let root = '';
  let clock = 0;

  before(() => server.start());
  after(() => server.stop());
  beforeEach(() => {
    root = join(temporaryFolder(), 'agents');
    clock = 1_700_000_000_000;
    server.asked.length = 0;
  });

  function open(options: Partial<AgentInstallsOptions> = {}): AgentInstalls {
    return new AgentInstalls({ root, platform: 'linux', fetch, now: () => clock, ...options });
  }

  function agentWith(distribution: object, version = '1.0.0', id = 'tool'): RegistryAgent {
    const [agent] = parseRegistry({ agents: [{ id, version, distribution }] }).agents;
    if (agent === undefined) throw new Error('the agent was refused');
    return agent;
  }

  function download(version = '1.0.0', target: object = {}): RegistryAgent {
    const path = `/${version}/tool.tar.gz`;
    const archive = server.serve(path, archiveOf(version));
    return agentWith(
      { binary: { 'linux-x86_64': { archive, cmd: './bin/tool', args: ['acp'], ...target } } },
      version,
    );
  }

  function chosen(agent: RegistryAgent): ChosenDistribution {
    const choice = chooseDistribution(agent, 'linux', 'x64');
    if (choice.kind === 'none') throw new Error('nothing fits');
    return choice;
  }

  function install(
    agent: RegistryAgent,
    installs = open(),
    request: InstallRequest = {},
  ): Promise<InstalledAgent> {
    clock += 1000;
    return installs.install(agent, chosen(agent), request);
  }

  /** Fails, and changes nothing. */
  async function refused(agent: RegistryAgent, installs = open(), request: InstallRequest = {}) {
    mkdirSync(join(root, '.tmp'), { recursive: true });
    const before = everythingIn(root);
    const error = await agentFailure(install(agent, installs, request));
    deepStrictEqual(everythingIn(root), before);
    return error;
  }

  const filesOf = (version: string): readonly string[] =>
    ['', '/files', '/files/bin', '/files/bin/tool', '/install.json'].map((name) => `tool/${version}${name}`);
  const complete = (version: string): readonly string[] => [
    '.tmp',
    'tool',
    ...filesOf(version),
    'tool/agent.json',
  ];

  it('download, unpack and write down where it came from', async () => {
    const agent = download();
    const steps: InstallProgress[] = [];
    const installed = await install(agent, open(), { progress: (step) => steps.push(step) });
    const program = join(root, 'tool', '1.0.0', 'files', 'bin', 'tool');
    deepStrictEqual(installed, {
      kind: 'binary',
      id: 'tool',
      version: '1.0.0',
      installedAt: clock,
      url: server.url('/1.0.0/tool.tar.gz'),
      sha256: hashOf(archiveOf('1.0.0')),
      cmd: 'bin/tool',
      args: ['acp'],
      env: {},
      folder: join(root, 'tool', '1.0.0', 'files'),
      program,
    });
    deepStrictEqual(everythingIn(root), complete('1.0.0').toSorted());
    deepStrictEqual(launchOfInstalled(installed), {
      kind: 'program',
      command: program,
      args: ['acp'],
      env: {},
    });
    deepStrictEqual(new Set(steps.map(({ step }) => step)), new Set(['download', 'unpack']));
    deepStrictEqual(await open().installed('tool'), installed);
  });

  it('take a plain program', async () => {
    const archive = server.serve('/tool-linux', hello);
    const agent = agentWith({ binary: { 'linux-x86_64': { archive, cmd: './tool-linux' } } });
    const installed = await install(agent);
    ok(installed.kind === 'binary');
    strictEqual(readFileSync(installed.program, 'utf8'), hello);
  });

  it('do not download again what is there', async () => {
    await install(download());
    await install(download());
    strictEqual(server.asked.length, 1);
  });

  it('download again when the registry promises another file for the version', async () => {
    await install(download());
    const archive = server.serve('/new.tgz', archiveOf('new'));
    const agent = download('1.0.0', { archive, sha256: hashOf(archiveOf('new')) });
    const installed = await install(agent);
    ok(installed.kind === 'binary');
    strictEqual(readFileSync(installed.program, 'utf8'), 'new');
    deepStrictEqual(everythingIn(root), complete('1.0.0').toSorted());
  });

  it('remove the older version after an update', async () => {
    await install(download('1.0.0'));
    strictEqual((await install(download('1.1.0'))).version, '1.1.0');
    deepStrictEqual(everythingIn(root), complete('1.1.0').toSorted());
  });

  it('keep an older version while it is in use, and remove it at a later start', async () => {
    let running = '1.0.0';
    const installs = open({ inUse: (_id, version) => version === running });
    await install(download('1.0.0'), installs);
    await install(download('1.1.0'), installs);
    ok(everythingIn(root).includes('tool/1.0.0/install.json'));
    running = '';
    await installs.sweep();
    deepStrictEqual(everythingIn(root), complete('1.1.0').toSorted());
    strictEqual((await installs.installed('tool'))?.version, '1.1.0');
  });

  it('end well when two windows install the same at once', async () => {
    const results = await Promise.all([install(download()), install(download()), install(download())]);
    deepStrictEqual(new Set(results.map(({ version }) => version)), new Set(['1.0.0']));
    deepStrictEqual(everythingIn(root), complete('1.0.0').toSorted());
  });

  it('download once when one window is asked twice', async () => {
    const installs = open();
    await Promise.all([install(download(), installs), install(download(), installs)]);
    strictEqual(server.asked.length, 1);
  });

  it('change nothing when the hash is wrong', async () => {
    await install(download('1.0.0'));
    match((await refused(download('2.0.0', { sha256: '0'.repeat(64) }))).message, /checksum/);
    strictEqual((await open().installed('tool'))?.version, '1.0.0');
  });

  it('change nothing when the archive is not safe', async () => {
    const archive = server.serve('/evil.tgz', gzipSync(tar({ name: '../../../evil', content: 'x' })));
    match((await refused(download('1.0.0', { archive }))).message, /not safe/);
    ok(!everythingIn(join(root, '..')).includes('evil'));
  });

  it('change nothing when the program is not in the archive', async () => {
    match((await refused(download('1.0.0', { cmd: './other' }))).message, /“\.\/other”/);
  });

  it('change nothing when the limits are reached', async () => {
    match((await refused(download(), open({ limits: { maxDownload: 10 } }))).message, /larger than/);
    match((await refused(download(), open({ limits: { maxBytes: 1 } }))).message, /unpacked/);
    match((await refused(download(), open({ limits: { maxEntries: 0 } }))).message, /entries/);
  });

  it('change nothing when they are stopped during the download', async () => {
    const controller = new AbortController();
    const archive = server.on('/endless', (_request, response) => void response.write('x'));
    const request = { signal: controller.signal, progress: () => controller.abort() };
    strictEqual((await refused(download('1.0.0', { archive }), open(), request)).tag, 'stopped');
  });

  it('change nothing when they are stopped before they unpack', async () => {
    const controller = new AbortController();
    const progress = ({ step }: InstallProgress): void => {
      if (step === 'unpack') controller.abort();
    };
    strictEqual((await refused(download(), open(), { signal: controller.signal, progress })).tag, 'stopped');
  });

  it('say when the folder cannot be made', async () => {
    writeFileSync(root, 'a file in its place');
    match((await agentFailure(install(download()))).message, /could not be put/);
  });

  it('change nothing when something else is in the place of the agent', async () => {
    mkdirSync(root);
    writeFileSync(join(root, 'tool'), 'a file');
    match((await refused(download())).message, /could not be put/);
  });

  it('write down the package and its version, and fetch nothing', async () => {
    const npx = agentWith({ npx: { package: '@scope/tool', cmd: 'tool', args: ['--acp'], env: { A: '1' } } });
    deepStrictEqual(await install(npx), {
      kind: 'npx',
      id: 'tool',
      version: '1.0.0',
      installedAt: clock,
      package: '@scope/tool@1.0.0',
      command: 'tool',
      args: ['--acp'],
      env: { A: '1' },
    });
    const uvx = agentWith({ uvx: { package: 'other' } }, '2.0.0', 'other');
    await install(uvx);
    deepStrictEqual(
      (await open().list()).map(({ id, kind, version }) => [id, kind, version]),
      [
        ['other', 'uvx', '2.0.0'],
        ['tool', 'npx', '1.0.0'],
      ],
    );
    deepStrictEqual(server.asked, []);
  });

  it('follow what the registry says of the same version of a package', async () => {
    await install(agentWith({ npx: { package: 'tool', args: ['--old'] } }));
    deepStrictEqual((await install(agentWith({ npx: { package: 'tool', args: ['--new'] } }))).args, [
      '--new',
    ]);
  });

  it('change from a package to a download', async () => {
    await install(agentWith({ npx: { package: 'tool' } }));
    strictEqual((await install(download())).kind, 'binary');
    deepStrictEqual(everythingIn(root), complete('1.0.0').toSorted());
  });

  it('stay at a version when asked to, and follow the registry again', async () => {
    const installs = open();
    await install(agentWith({ npx: { package: 'tool@1.0.0' } }), installs);
    const pinned = await installs.pin('tool', '0.9.0');
    ok(pinned.kind === 'npx');
    deepStrictEqual([pinned.version, pinned.pinned, pinned.package], ['0.9.0', '0.9.0', 'tool@0.9.0']);
    await installs.sweep();
    strictEqual((await open().installed('tool'))?.pinned, '0.9.0');
    strictEqual((await installs.pin('tool', undefined)).pinned, undefined);
    const updated = await install(agentWith({ npx: { package: 'tool@1.1.0' } }, '1.1.0'), installs);
    deepStrictEqual([updated.version, updated.pinned], ['1.1.0', undefined]);
  });

  it('stay only at a version of a download that is there', async () => {
    const installs = open();
    await install(download(), installs);
    strictEqual((await installs.pin('tool', '1.0.0')).pinned, '1.0.0');
    match((await agentFailure(installs.pin('tool', '0.9.0'))).message, /tool 0\.9\.0 is not installed/);
    match((await agentFailure(installs.pin('tool', '../..'))).message, /is not installed/);
    match((await agentFailure(installs.pin('other', '1.0.0'))).message, /other is not installed/);
  });

  it('are removed without a trace', async () => {
    const installs = open();
    await install(download(), installs);
    await installs.uninstall('tool');
    await installs.uninstall('tool');
    await installs.uninstall('../..');
    deepStrictEqual(everythingIn(root), ['.tmp']);
    strictEqual(await installs.installed('tool'), undefined);
  });

  it('forget leftovers of interrupted ones, but not what another window may be doing', async () => {
    mkdirSync(join(root, '.tmp', 'half'), { recursive: true });
    writeFileSync(join(root, '.tmp', 'half', 'download'), 'x');
    clock = Date.now();
    await open().sweep();
    ok(everythingIn(root).includes('.tmp/half/download'));
    clock += 2 * HOUR;
    await open().sweep();
    deepStrictEqual(everythingIn(root), ['.tmp']);
  });

  it('keep what another window installs while the rest of an agent is removed', async () => {
    const folder = join(root, 'tool');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'agent.json'), '{}');
    class Raced extends InstallFolders {
      override async remove(path: string): Promise<void> {
        mkdirSync(join(folder, '2.0.0'), { recursive: true });
        writeFileSync(join(folder, '2.0.0', 'file'), '');
        await super.remove(path);
      }
    }
    await new Raced({ root, platform: 'linux' }).removeOthers('tool');
    deepStrictEqual(everythingIn(folder), ['2.0.0', '2.0.0/file']);
  });

  it('leave no folder of an agent without a version', async () => {
    mkdirSync(join(root, 'tool'), { recursive: true });
    writeFileSync(join(root, 'tool', 'agent.json'), '{}');
    await new InstallFolders({ root, platform: 'linux' }).removeOthers('tool');
    deepStrictEqual(everythingIn(root), []);
  });

  it('are found without the file that names the version', async () => {
    await install(download());
    writeFileSync(join(root, 'tool', 'agent.json'), '{"current": "../../elsewhere"}');
    strictEqual((await open().installed('tool'))?.version, '1.0.0');
    rmSync(join(root, 'tool', 'agent.json'));
    strictEqual((await open().installed('tool'))?.version, '1.0.0');
  });

  for (const [what, change] of [
    ['another id', { id: 'other' }],
    ['another version', { version: '2.0.0' }],
    ['a kind that is not known', { kind: 'docker' }],
    ['a program outside', { cmd: '../../../tool' }],
    ['a program that is missing', { cmd: 'bin/other' }],
    ['arguments that are no texts', { args: [1] }],
    ['a hash that is none', { sha256: 'x' }],
    ['an address that is not https', { url: 'http://example.com' }],
    ['a time that is none', { installedAt: 'today' }],
  ] as const) {
    it(`do not count with a manifest that has ${what}`, async () => {
      await install(download());
      const file = join(root, 'tool', '1.0.0', 'install.json');
      const manifest = JSON.parse(readFileSync(file, 'utf8')) as object;
      writeFileSync(file, JSON.stringify({ ...manifest, ...change }));
      strictEqual(await open().installed('tool'), undefined);
      deepStrictEqual(await open().list(), []);
      strictEqual((await install(download())).version, '1.0.0', 'installing it again repairs it');
    });
  }

  it('do not count when the program was replaced by a link that leads outside', async function () {
    if (process.platform === 'win32') this.skip();
    const installed = await install(download());
    ok(installed.kind === 'binary');
    rmSync(installed.program);
    symlinkSync('/bin/sh', installed.program);
    strictEqual(await open().installed('tool'), undefined);
  });

  it('are none where there is no folder', async () => {
    deepStrictEqual(await open().list(), []);
    strictEqual(await open().installed('constructor'), undefined);
    await open().sweep();
  });
});

import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { baseEnvironment, childEnvironment, withoutHostVariables } from '../../../src/acp/agents/environment';
import type { BaseEnvironment, EnvironmentSources } from '../../../src/acp/agents/environment';
import { installDirectories } from '../../../src/acp/agents/installDirectories';
import type { LooseVariables } from '../../../src/acp/agents/variables';
import { FakeFiles } from './fakes';

function base(processEnv: LooseVariables, rest: Partial<EnvironmentSources> = {}): BaseEnvironment {
  return baseEnvironment({ platform: 'linux', processEnv, shellEnv: {}, installed: [], ...rest });
}

const HOST = {
  CLAUDECODE: '1',
  CLAUDE_CODE_ENTRYPOINT: 'cli',
  CLAUDE_CODE_SSE_PORT: '7',
  ELECTRON_RUN_AS_NODE: '1',
  NODE_OPTIONS: '--require x',
  NODE_INSPECTOR_IPC: 'x',
  NODE_DEBUG: 'fs',
  npm_config_registry: 'x',
  npm_lifecycle_event: 'test',
  VSCODE_PID: '1',
};

/** Exit code of a child that leaves with 1 when it sees one of `names`. */
function childThatDislikes(names: readonly string[], env: Readonly<Record<string, string>>): number | null {
  const script = `process.exit(${JSON.stringify(names)}.some((name) => name in process.env) ? 1 : 0)`;
  return spawnSync(process.execPath, ['-e', script], { env }).status;
}

describe('environment of agents', () => {
  const options = { agentEnv: {}, userHome: '/home/u' };

  it('prefers the agent to the process and the process to the shell', () => {
    const merged = base(
      { A: 'process', B: 'process' },
      { shellEnv: { A: 'shell', B: 'shell', C: 'shell', PWD: '/x', SHLVL: '2', _: 'x' } },
    );
    const child = childEnvironment(merged, { ...options, agentEnv: { A: 'agent' } });
    deepStrictEqual(child, { A: 'agent', B: 'process', C: 'shell' });
  });

  it('removes a variable that the agent sets to null', () => {
    const child = childEnvironment(base({ A: '1', B: '2' }), { ...options, agentEnv: { A: null } });
    deepStrictEqual(child, { B: '2' });
  });

  it('B10: keeps nesting guards from the agent, unless they are set for it', () => {
    const merged = base(HOST);
    const guards = ['CLAUDECODE', 'CLAUDE_CODE_ENTRYPOINT', 'CLAUDE_CODE_SSE_PORT'];
    strictEqual(childThatDislikes(guards, childEnvironment(merged, options)), 0);
    const explicit = childEnvironment(merged, { ...options, agentEnv: { CLAUDECODE: '1' } });
    strictEqual(childThatDislikes(guards, explicit), 1);
  });

  it('B10: passes on what configures Claude', () => {
    const child = childEnvironment(base({ CLAUDE_CODE_USE_BEDROCK: '1', ANTHROPIC_API_KEY: 'k' }), options);
    deepStrictEqual(child, { CLAUDE_CODE_USE_BEDROCK: '1', ANTHROPIC_API_KEY: 'k' });
  });

  it('B11: keeps the variables of the editor and of npm from the agent', () => {
    const child = childEnvironment(base({ ...HOST, KEEP: 'x' }), options);
    deepStrictEqual(child, { KEEP: 'x' });
    strictEqual(childThatDislikes(Object.keys(HOST), child), 0);
    deepStrictEqual(withoutHostVariables({ ...HOST, KEEP: 'x' }, 'linux'), { KEEP: 'x' });
  });

  it('B11: removes them from the answer of the shell, too', () => {
    deepStrictEqual(base({}, { shellEnv: HOST }).variables, {});
  });

  it('does not take NPM_TOKEN for a variable of npm, on Windows neither', () => {
    for (const platform of ['linux', 'win32'] as const) {
      deepStrictEqual(base({ NPM_TOKEN: 't', npm_execpath: 'x' }, { platform }).variables, {
        NPM_TOKEN: 't',
      });
    }
  });

  it('B05: adds what only the shell and the installers know to PATH', () => {
    const merged = base(
      { PATH: '/venv/bin:/usr/bin' },
      { shellEnv: { PATH: '/nvm/bin:/usr/bin' }, installed: ['/home/u/.bun/bin', '/nvm/bin/'] },
    );
    strictEqual(merged.variables['PATH'], '/venv/bin:/usr/bin:/nvm/bin:/home/u/.bun/bin');
  });

  it('B05: takes the order of the shell when the process has the PATH of a start from the Dock', () => {
    const merged = base(
      { PATH: '/usr/bin:/bin:/usr/sbin:/sbin' },
      { shellEnv: { PATH: '/nvm/bin:/usr/local/bin:/usr/bin:/bin' } },
    );
    strictEqual(merged.variables['PATH'], '/nvm/bin:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin');
  });

  it('B05: passes on what the shell says about proxies, certificates and keys when the start was from the Dock', () => {
    const shellEnv = {
      PATH: '/nvm/bin:/usr/bin',
      NODE_EXTRA_CA_CERTS: '/ca.pem',
      SSL_CERT_FILE: '/ca.pem',
      SSL_CERT_DIR: '/ca',
      REQUESTS_CA_BUNDLE: '/ca.pem',
      CURL_CA_BUNDLE: '/ca.pem',
      HTTP_PROXY: 'http://p',
      HTTPS_PROXY: 'http://p',
      NO_PROXY: 'localhost',
      http_proxy: 'http://p',
      https_proxy: 'http://p',
      no_proxy: 'localhost',
      ANTHROPIC_API_KEY: 'k',
      ANTHROPIC_BASE_URL: 'https://x',
      OPENAI_API_KEY: 'k',
      GEMINI_API_KEY: 'k',
      GOOGLE_CLOUD_PROJECT: 'p',
    };
    const merged = base({ PATH: '/usr/bin:/bin', HOME: '/home/u' }, { shellEnv });
    deepStrictEqual(childEnvironment(merged, options), {
      ...shellEnv,
      PATH: '/nvm/bin:/usr/bin:/bin',
      HOME: '/home/u',
    });
  });

  it('B11: gives back what is removed when it is set for the agent, and only that', () => {
    const agentEnv = { ...HOST, npm_lifecycle_event: null, VSCODE_PID: '${env:VSCODE_PID}x' };
    const { npm_lifecycle_event: removed, ...rest } = HOST;
    strictEqual(removed, 'test');
    deepStrictEqual(childEnvironment(base(HOST), { ...options, agentEnv }), { ...rest, VSCODE_PID: 'x' });
  });

  it('B06: keeps PATH as it is when the shell gave nothing', () => {
    strictEqual(base({ PATH: '/usr/bin:/bin' }).variables['PATH'], '/usr/bin:/bin');
    strictEqual(base({ PATH: '/usr/bin' }, { shellEnv: { PATH: '' } }).variables['PATH'], '/usr/bin');
  });

  it('B05: puts the directory of the program first, unless it stands on the own PATH of the person', () => {
    const merged = base({ PATH: '/x/bin:/usr/bin' }, { installed: ['/nvm/v22/bin'] });
    const pathFor = (program: string): string | undefined =>
      childEnvironment(merged, { ...options, program })['PATH'];
    strictEqual(pathFor('/opt/agent/run'), '/opt/agent:/x/bin:/usr/bin:/nvm/v22/bin');
    strictEqual(pathFor('/nvm/v22/bin/gemini'), '/nvm/v22/bin:/x/bin:/usr/bin');
    strictEqual(pathFor('/usr/bin/gemini'), '/x/bin:/usr/bin:/nvm/v22/bin');
  });

  it('treats names alike on Windows and keeps their spelling', () => {
    const merged = base(
      { Path: 'C:\\a', HttpProxy: 'x' },
      { platform: 'win32', installed: ['C:\\A\\', 'C:\\b'] },
    );
    const child = childEnvironment(merged, {
      agentEnv: { HTTPPROXY: 'y', path: '${env:PATH};C:\\c' },
      userHome: 'C:\\Users\\u',
      program: 'C:\\c\\x.exe',
    });
    deepStrictEqual(child, { Path: 'C:\\a;C:\\b;C:\\c', HttpProxy: 'y' });
  });

  it('fills in placeholders', () => {
    const child = childEnvironment(base({ A: 'a' }), {
      agentEnv: {
        B: '${env:A}-${env:NONE}-${workspaceFolder}/x',
        C: '${userHome}/.cfg',
        D: '${other} $HOME ${env:}',
      },
      userHome: '/home/u',
      workspaceFolder: '/w',
    });
    deepStrictEqual(child, { A: 'a', B: 'a--/w/x', C: '/home/u/.cfg', D: '${other} $HOME ${env:}' });
  });
});

describe('directories of installers', () => {
  it('lists those that exist, Node versions newest first', async () => {
    const files = new FakeFiles('/', {
      '/home/u/.bun/bin/bun': true,
      '/home/u/.nvm/versions/node/v9.9.0/bin/node': true,
      '/home/u/.nvm/versions/node/v22.1.0/bin/node': true,
      '/home/u/.nvm/versions/node/v20.0.0/lib/x': true,
      '/opt/homebrew/bin/brew': true,
    });
    const found = await installDirectories({}, { platform: 'darwin', home: '/home/u', probes: files });
    deepStrictEqual(found, [
      '/home/u/.nvm/versions/node/v22.1.0/bin',
      '/home/u/.nvm/versions/node/v9.9.0/bin',
      '/home/u/.bun/bin',
      '/opt/homebrew/bin',
    ]);
  });

  it('follows the variables of Windows', async () => {
    const files = new FakeFiles('\\', {
      'C:\\R\\npm\\gemini.cmd': true,
      'C:\\P\\nodejs\\node.exe': true,
      'C:\\Users\\u\\scoop\\shims\\x.exe': true,
    });
    const env = { AppData: 'C:\\R', PROGRAMFILES: 'C:\\P' };
    const deps = { platform: 'win32', home: 'C:\\Users\\u', probes: files } as const;
    deepStrictEqual(await installDirectories(env, deps), [
      'C:\\R\\npm',
      'C:\\P\\nodejs',
      'C:\\Users\\u\\scoop\\shims',
    ]);
  });

  it('follows the variables that name the places of npm, n, nvm, fnm and pnpm', async () => {
    const env = {
      NPM_CONFIG_PREFIX: '/np',
      N_PREFIX: '/n',
      NVM_DIR: '/nvm',
      FNM_DIR: '/fnm',
      PNPM_HOME: '/pn',
    };
    const wanted = [
      '/nvm/versions/node/v22.1.0/bin',
      '/fnm/node-versions/v20.1.0/installation/bin',
      '/n/bin',
      '/np/bin',
      '/pn',
      '/pn/bin',
    ];
    const files = new FakeFiles('/', Object.fromEntries(wanted.map((folder) => [`${folder}/x`, true])));
    const deps = { platform: 'linux', home: '/home/u', probes: files } as const;
    deepStrictEqual(await installDirectories(env, deps), wanted);
  });

  it('goes on when a directory cannot be read', async () => {
    const files = new FakeFiles('/', { '/home/u/.cargo/bin/x': true }).breakDown('/home/u/.bun/bin');
    const found = await installDirectories({}, { platform: 'linux', home: '/home/u', probes: files });
    ok(found.includes('/home/u/.cargo/bin'));
  });
});

import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { baseEnvironment, childEnvironment } from '../../../src/acp/agents/environment';
import { askLoginShell, LoginShell } from '../../../src/acp/agents/loginShell';
import type { ShellRequest } from '../../../src/acp/agents/loginShell';
import { nodeProbes } from '../../../src/acp/agents/nodeProbes';
import { findProgram } from '../../../src/acp/agents/search';
import { parseProbeOutput, probeArguments } from '../../../src/acp/agents/shellProbe';
import { TempFolder } from './fakes';
import { untilGone } from './processes';

/** A shell that runs the command it is given after `setup`. */
function stubShell(setup: string): string {
  return `#!/bin/sh\n${setup}\nfor last; do :; done\neval "$last"\n`;
}

describe('login shell', function () {
  // Starts real processes, on machines that may be busy.
  this.timeout(20_000);

  let folder: TempFolder;

  before(function () {
    if (process.platform === 'win32') this.skip();
  });
  beforeEach(() => {
    folder = new TempFolder();
  });
  afterEach(() => folder.remove());

  function request(shell: string | undefined, rest: Partial<ShellRequest> = {}): ShellRequest {
    const processEnv = { PATH: '/usr/bin:/bin', HOME: folder.path };
    return { platform: process.platform, shell, processEnv, runtime: process.execPath, ...rest };
  }

  it('is not asked on Windows', async () => {
    deepStrictEqual(await askLoginShell(request('C:\\bash.exe', { platform: 'win32' })), { variables: {} });
  });

  it('gives the variables that its start-up files set, line breaks and noise included', async () => {
    const shell = folder.program(
      'bin/zsh',
      stubShell('echo "Welcome!"; export A="one\ntwo=2"; export PATH="/nvm/bin:$PATH"'),
    );
    const { variables, problem } = await askLoginShell(request(shell));
    strictEqual(problem, undefined);
    strictEqual(variables['A'], 'one\ntwo=2');
    strictEqual(variables['PATH'], '/nvm/bin:/usr/bin:/bin');
    for (const name of ['ELECTRON_RUN_AS_NODE', 'VSCODE_RESOLVING_ENVIRONMENT'])
      ok(!(name in variables), name);
  });

  it('asks a real bash', async function () {
    if (!existsSync('/bin/bash')) this.skip();
    folder.file('.bash_profile', 'export PATH="/from/profile:$PATH"\n');
    const { variables } = await askLoginShell(request('/bin/bash'));
    ok(variables['PATH']?.startsWith('/from/profile:'));
  });

  it('marks its own run, so that start-up files can tell', async () => {
    const shell = folder.program('sh', stubShell('export SEEN="$VSCODE_RESOLVING_ENVIRONMENT"'));
    strictEqual((await askLoginShell(request(shell))).variables['SEEN'], '1');
  });

  it('does not hand the options of the debugger to its probe', async () => {
    const shell = folder.program('sh', stubShell(':'));
    const processEnv = { PATH: '/usr/bin:/bin', NODE_OPTIONS: '--require /no/such/file' };
    strictEqual((await askLoginShell(request(shell, { processEnv }))).problem, undefined);
  });

  it('B06: gives a reason and nothing else when the shell rejects the question', async () => {
    const shell = folder.program('nu', '#!/bin/sh\necho "unknown flag" >&2\nexit 1\n');
    const { variables, problem } = await askLoginShell(request(shell));
    deepStrictEqual(variables, {});
    ok(problem?.includes('code 1') && problem.includes('unknown flag'), problem);
    const base = baseEnvironment({
      platform: 'linux',
      processEnv: { PATH: '/usr/bin' },
      shellEnv: variables,
      installed: [],
    });
    strictEqual(base.variables['PATH'], '/usr/bin');
  });

  it('B06: treats an answer without a PATH as a failure', async () => {
    const shell = folder.program('sh', stubShell('unset PATH'));
    const { variables, problem } = await askLoginShell(request(shell));
    deepStrictEqual(variables, {});
    ok(problem?.includes('PATH'));
  });

  it('B06: asks each shell in its own language', () => {
    const of = (shell: string): readonly string[] => probeArguments(shell, "/it's/node", 'M');
    deepStrictEqual(of('/bin/zsh').slice(0, 3), ['-i', '-l', '-c']);
    deepStrictEqual(of('/weird/shell').slice(0, 3), ['-i', '-l', '-c']);
    ok(of('/bin/bash').at(-1)?.startsWith(`'/it'\\''s/node' '-e' `));
    ok(of('/usr/bin/fish').at(-1)?.startsWith(`'/it\\'s/node' '-e' `));
    deepStrictEqual(of('/usr/bin/nu').slice(0, 2), ['-l', '-c']);
    ok(of('/usr/bin/nu').at(-1)?.startsWith(`^"/it's/node" '-e' `));
    ok(of('/usr/bin/pwsh').at(-1)?.startsWith(`& '/it''s/node' '-e' `));
    ok(of('/bin/tcsh').length === 3);
  });

  it('reports a shell that is not there', async () => {
    ok((await askLoginShell(request('/no/such/shell'))).problem?.includes('ENOENT'));
    ok((await askLoginShell(request(undefined))).problem?.includes('$SHELL'));
  });

  it('reports a shell that the system refuses at once, and asks again when told to', async () => {
    const login = new LoginShell(request(join(process.execPath, 'bash')));
    const { variables, problem } = await login.ask();
    deepStrictEqual(variables, {});
    ok(problem?.includes('ENOTDIR'), problem);
  });

  it('B07: gives up on a shell that hangs, and leaves no process behind', async () => {
    const hang = 'trap "" TERM HUP INT\nsh -c "trap \'\' TERM HUP; echo \\$\\$ >> pids; exec sleep 3600" &';
    const shell = folder.program(
      'sh',
      `#!/bin/sh\ncd '${folder.path}'\necho $$ >> pids\n${hang}\nsleep 3600\n`,
    );
    const { variables, problem } = await askLoginShell(request(shell, { timeLimit: 600 }));
    deepStrictEqual(variables, {});
    ok(problem?.includes('0.6 s'), problem);
    // It was not waited for: it still slept when the answer was there, and is killed now.
    const pids = folder.read('pids').trim().split('\n').map(Number);
    strictEqual(pids.length, 2);
    await untilGone(pids);
  });

  it('B07: gives end-of-file to a start-up file that asks something', async () => {
    const shell = folder.program('sh', stubShell('read -r answer; export ANSWER="[$answer]"'));
    strictEqual((await askLoginShell(request(shell))).variables['ANSWER'], '[]');
  });

  it('B07: gives up on a shell that prints without end', async () => {
    const shell = folder.program('sh', '#!/bin/sh\nexec cat /dev/zero\n');
    ok((await askLoginShell(request(shell))).problem?.includes('without end'));
  });

  it('is asked once until it is told to forget', async () => {
    const shell = folder.program('sh', stubShell(`echo asked >> '${folder.path}/log'`));
    const login = new LoginShell(request(shell));
    await Promise.all([login.ask(), login.ask()]);
    await login.ask();
    strictEqual(folder.read('log'), 'asked\n');
    login.forget();
    await login.ask();
    strictEqual(folder.read('log'), 'asked\nasked\n');
  });

  it('B05: finds and starts an agent whose runtime only the shell knows', async () => {
    const agent = folder.program('node-dir/agent', '#!/usr/bin/env only-here-node\nconsole.log("started")\n');
    symlinkSync(process.execPath, join(folder.path, 'node-dir/only-here-node'));
    const shell = folder.program('sh', stubShell(`export PATH="${folder.path}/node-dir:$PATH"`));
    const processEnv = { PATH: '/usr/bin:/bin', HOME: folder.path };
    const { variables } = await askLoginShell(request(shell, { processEnv }));
    const base = baseEnvironment({
      platform: process.platform,
      processEnv,
      shellEnv: variables,
      installed: [],
    });
    const deps = { platform: process.platform, probes: nodeProbes };
    const { path } = await findProgram('agent', base.variables, deps);
    strictEqual(path, agent);
    const env = childEnvironment(base, { agentEnv: {}, userHome: folder.path, program: agent });
    strictEqual(spawnSync(agent, { env, encoding: 'utf8' }).stdout, 'started\n');
  });

  it('reads variables only from between two whole markers', () => {
    strictEqual(parseProbeOutput('xM\0A=1\0', 'M'), undefined);
    deepStrictEqual(parseProbeOutput('noise M\0A=1=2\0B=\0\0M tail', 'M'), { A: '1=2', B: '' });
  });
});

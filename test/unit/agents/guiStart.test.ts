import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { catalogue } from '../../../src/acp/agents/catalogue';
import { detect } from '../../../src/acp/agents/detect';
import type { DetectedAgent } from '../../../src/acp/agents/detect';
import { baseEnvironment } from '../../../src/acp/agents/environment';
import type { BaseEnvironment } from '../../../src/acp/agents/environment';
import { installDirectories } from '../../../src/acp/agents/installDirectories';
import { programLaunch } from '../../../src/acp/agents/launch';
import { nodeProbes, readSmallText } from '../../../src/acp/agents/nodeProbes';
import { startProcess } from '../../../src/acp/process';
import { scriptedAgent } from '../../agent/scriptBuilder';
import { detectDeps, TempFolder } from './fakes';

/** Built by esbuild.mjs. */
const program = resolve('out/test/agent/program.js');
const { platform } = process;
const fnm = platform === 'darwin' ? 'Library/Application Support/fnm' : '.local/share/fnm';

/** Where version managers and installers put the command of an agent, and which Node.js is to run it. */
const places = [
  { id: 'gemini', command: 'gemini', folder: '.nvm/versions/node/v18.20.0/bin', node: 'nvm 18' },
  { id: 'qwen-code', command: 'qwen', folder: '.nvm/versions/node/v22.1.0/bin', node: 'nvm 22' },
  { id: 'cline', command: 'cline', folder: '.volta/bin', node: 'volta' },
  { id: 'auggie', command: 'auggie', folder: `${fnm}/node-versions/v20.1.0/installation/bin`, node: 'fnm' },
  { id: 'qoder', command: 'qodercli', folder: '.local/share/mise/shims', node: 'mise' },
  // Has no Node.js of its own: any will do.
  { id: 'opencode', command: 'opencode', folder: '.bun/bin', node: undefined },
] as const;

describe('a start from the Dock or a launcher', function () {
  // Starts real processes, on machines that may be busy.
  this.timeout(60_000);

  let home: TempFolder;
  let base: BaseEnvironment;
  let agents: readonly DetectedAgent[];

  before(async function () {
    if (platform === 'win32') this.skip();
    home = new TempFolder();
    const script = home.file('script.json', JSON.stringify(scriptedAgent()));
    for (const { command, folder, node } of places) {
      const log = join(home.path, `${command}.log`);
      home.program(
        join(folder, command),
        '#!/usr/bin/env node\n' +
          `require('node:fs').writeFileSync(${JSON.stringify(log)}, String(process.env.STARTED_BY));\n` +
          `process.argv.splice(2, 9, ${JSON.stringify(script)}, ${JSON.stringify(`${log}.ndjson`)});\n` +
          `require(${JSON.stringify(program)});\n`,
      );
      if (node !== undefined)
        home.program(
          join(folder, 'node'),
          `#!/bin/sh\nSTARTED_BY='${node}' exec '${process.execPath}' "$@"\n`,
        );
    }
    const processEnv = { PATH: '/usr/bin:/bin', HOME: home.path };
    const installed = await installDirectories(processEnv, { platform, home: home.path, probes: nodeProbes });
    base = baseEnvironment({ platform, processEnv, shellEnv: {}, installed });
    agents = await detect(
      catalogue.filter(({ id }) => places.some((place) => place.id === id)),
      base.variables,
      detectDeps(platform, nodeProbes, { home: home.path, directoryLimit: 5000 }),
    );
  });
  after(() => {
    if (platform !== 'win32') home.remove();
  });

  for (const { id, command, folder, node } of places) {
    it(`B05: finds and starts what is in ${folder}`, async () => {
      const launch = agents.find((agent) => agent.id === id)?.launch;
      strictEqual(launch?.command, join(home.path, folder, command));
      const { args, env } = launch;
      const plan = await programLaunch(
        { command: launch.command, args, env, cwd: home.path },
        { platform, probes: nodeProbes, home: home.path, base, readText: readSmallText },
      );
      const agent = await startProcess(plan);
      try {
        const lines = createInterface({ input: agent.stdout });
        agent.stdin.write(
          `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: 1 } })}\n`,
        );
        const answer = await new Promise<string>((done, failed) => {
          lines.once('line', done);
          void agent.exited.then(({ code }) => failed(new Error(`${String(code)} ${agent.stderrTail()}`)));
        });
        const { id: answered, result } = JSON.parse(answer) as {
          id: number;
          result: { protocolVersion: number };
        };
        deepStrictEqual([answered, result.protocolVersion], [1, 1]);
      } finally {
        await agent.stop(0);
      }
      const startedBy = home.read(`${command}.log`);
      if (node === undefined) ok(startedBy !== '');
      else strictEqual(startedBy, node);
    });
  }
});

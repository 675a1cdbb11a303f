// The suites, and how each is run. Everything here gives { passed, failed, skipped }.
import { fork } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sum } from './counts.mjs';
import { repository } from './install.mjs';

const inNode = ['unit', 'webview', 'rules', 'fuzz', 'soak', 'npx'];
export const usualSuites = ['unit', 'webview', 'rules', 'fuzz', 'host'];
export const knownSuites = [...usualSuites, 'soak', 'npx', 'agents'];

function runInNode(suite, grep) {
  return new Promise((resolve) => {
    const child = fork(join(import.meta.dirname, 'nodeSuite.mjs'), [suite, ...(grep ? [grep] : [])], {
      cwd: repository,
      // Some look at what is left in memory.
      execArgv: ['--expose-gc'],
    });
    let counts;
    child.on('message', (message) => (counts = message));
    child.on('close', (code, signal) => {
      if (counts === undefined) console.error(`The ${suite} tests ended early (${signal ?? code}).`);
      resolve(counts ?? { passed: 0, failed: 1, skipped: 0 });
    });
  });
}

/** Whether a suite has tests for another window, named `*.<variant>.test.ts`. */
export function hasVariant(suite, variant) {
  const files = readdirSync(join(repository, 'test', suite), { recursive: true, encoding: 'utf8' });
  return files.some((file) => file.endsWith(`.${variant}.test.ts`));
}

/** Real agents and their scripted model. */
async function runAgents(suite, grep) {
  const { prepareAgents } = await import('../agents/support/prepare.mjs');
  const { close, env } = await prepareAgents(join(repository, 'out', suite));
  try {
    return await runInVsCode(suite, grep, env);
  } finally {
    close();
  }
}

async function runInVsCode(suite, grep, extraEnv = {}) {
  const { runInHost } = await import('./hostRunner.mjs');
  const env = { ...extraEnv, ...(grep ? { ACP_WORKBENCH_GREP: grep } : {}) };
  const tests = join(repository, 'out', 'test', suite, 'index.js');
  const limit = (suite === 'agents' ? 40 : 20) * 60_000;
  const results = [await runInHost({ name: suite, tests, env, limit })];
  const variant = (name) => ({
    name: `${suite}-${name}`,
    tests,
    limit,
    env: { ...env, ACP_WORKBENCH_VARIANT: name },
  });
  if (hasVariant(suite, 'restricted')) {
    console.log('\nIn a workspace that is not trusted');
    results.push(await runInHost({ ...variant('restricted'), trust: false }));
  }
  if (hasVariant(suite, 'folders')) {
    console.log('\nIn a workspace of two folders');
    results.push(await runInHost({ ...variant('folders'), folders: true }));
  }
  if (hasVariant(suite, 'packaged')) {
    console.log('\nThe extension installed from its VSIX');
    const { makeVsix, makeDriverExtension } = await import('./vsix.mjs');
    results.push(
      await runInHost({ ...variant('packaged'), vsix: makeVsix(), extension: makeDriverExtension() }),
    );
  }
  return sum(results);
}

function runnerOf(suite) {
  if (suite === 'agents') return runAgents;
  return inNode.includes(suite) ? runInNode : runInVsCode;
}

/** Runs a suite that is built; one without tests has failed, unless they were chosen by `grep`. */
export async function runSuite(suite, grep) {
  console.log(`\n── ${suite}`);
  try {
    const counts = await runnerOf(suite)(suite, grep);
    if (counts.passed + counts.failed > 0 || grep) return counts;
    console.error(`The ${suite} suite ran no tests.`);
    return { ...counts, failed: 1 };
  } catch (error) {
    console.error(error.message);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

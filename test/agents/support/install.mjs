// Real agents from npm at pinned versions, each installed once into a folder outside the checkout.
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { onExit, runQuietly } from '../../support/processes.mjs';

/** Without the install scripts of dependencies, which build or download what these tests do not need. */
const npmFlags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'];

/** This process may itself run under `npm run`, whose variables would configure the npm below. */
function cleanEnvironment(nodeFolder) {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^npm_(package|lifecycle|config_(local_prefix|global_prefix|prefix|noproxy))/i.test(name),
  );
  return {
    ...Object.fromEntries(inherited),
    PATH: `${nodeFolder}${delimiter}${process.env.PATH ?? ''}`,
  };
}

/**
 * The full path of an agent's program, installed on first use.
 * @param {object} options
 * @param {{ id: string, name: string, package: string, version: string, program: string,
 *   hasInstallScript?: boolean }} options.profile
 * @param {string} options.cache folder that holds all agents
 * @param {string} options.nodeFolder folder of the Node.js that agents run with
 * @param {(line: string) => void} options.say
 */
export async function installAgent({ profile, cache, nodeFolder, say }) {
  const folder = join(cache, `${profile.id}-${profile.version}`);
  const program = join(folder, 'node_modules', '.bin', profile.program);
  if (existsSync(join(folder, 'ready'))) return program;

  const what = `${profile.package}@${profile.version}`;
  const temporary = `${folder}.${process.pid}.tmp`;
  rmSync(temporary, { recursive: true, force: true });
  mkdirSync(temporary, { recursive: true });
  const forget = onExit(() => rmSync(temporary, { recursive: true, force: true }));
  const started = Date.now();
  say(`[agents] installing ${what} into ${dirname(folder)} (once)`);
  try {
    writeFileSync(join(temporary, 'package.json'), '{ "name": "acp-workbench-agent", "private": true }\n');
    const npm = (...args) => runQuietly('npm', args, { cwd: temporary, env: cleanEnvironment(nodeFolder) });
    await npm('install', what, '--save-exact', ...npmFlags);
    if (profile.hasInstallScript) await npm('rebuild', profile.package);
    if (!existsSync(join(temporary, 'node_modules', '.bin', profile.program))) {
      throw new Error(`The package has no program named ${profile.program}.`);
    }
    writeFileSync(join(temporary, 'ready'), `${new Date().toISOString()}\n`);
    moveInto(temporary, folder);
  } catch (error) {
    throw new Error(
      `${what} could not be installed from npm: the tests of ${profile.name} cannot run.\n${error.message}`,
      { cause: error },
    );
  } finally {
    rmSync(temporary, { recursive: true, force: true });
    forget();
  }
  say(`[agents] ${what} is ready after ${Math.round((Date.now() - started) / 1000)} s`);
  return program;
}

/** Two runs may install at once: the first to finish wins, and what it made serves the other one too. */
function moveInto(temporary, folder) {
  if (existsSync(join(folder, 'ready'))) return;
  rmSync(folder, { recursive: true, force: true });
  try {
    renameSync(temporary, folder);
  } catch (error) {
    if (!existsSync(join(folder, 'ready'))) throw error;
  }
}

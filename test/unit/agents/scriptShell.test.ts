import { deepEqual, equal, ok } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, realpathSync, statSync, symlinkSync, utimesSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { emptyNpxFolder } from '../../../src/acp/agents/npxFolder';
import { SCRIPT_SHELL } from '../../../src/acp/agents/scriptShell';
import { TempFolder } from './fakes';

type Env = Readonly<Partial<Record<'PATH' | 'A' | 'npm_lifecycle_event', string>>>;

describe('the shell that npx runs programs with', () => {
  let folder: TempFolder;
  let script: string;

  before(function () {
    if (process.platform === 'win32') this.skip();
  });
  beforeEach(() => {
    folder = new TempFolder();
    script = folder.program(SCRIPT_SHELL.name, SCRIPT_SHELL.text);
  });
  afterEach(() => folder.remove());

  function place(...names: readonly string[]): string {
    const path = join(realpathSync(folder.path), ...names);
    mkdirSync(path, { recursive: true });
    return path;
  }

  /** What npx puts on PATH for a current folder. */
  function bins(cwd: string): readonly string[] {
    const parent = dirname(cwd);
    return [join(cwd, 'node_modules', '.bin'), ...(parent === cwd ? [] : bins(parent))];
  }

  /** The variables of what it runs; by its own text no program is found, not even those of the system. */
  function run(cwd: string, path: readonly string[], more: Readonly<Record<string, string>> = {}): Env {
    const env = { PATH: path.join(delimiter), npm_lifecycle_event: 'npx', ...more };
    const print = `'${process.execPath}' -e 'process.stdout.write(JSON.stringify(process.env))'`;
    const { stdout, stderr } = spawnSync(script, ['-c', print], { cwd, env, encoding: 'utf8' });
    equal(stderr, '');
    return JSON.parse(stdout) as Env;
  }

  it('takes the programs of the folder and its parents off PATH, and keeps the others in order', () => {
    const cwd = place('a b', '*[c]?', "d'$e\\");
    const cache = '/home/u/.npm/_npx/0123456789abcdef/node_modules/.bin';
    const others = [cache, '/opt/a b', '/*', join(cwd, 'bin'), '/opt/a b', `${place('a b')}/node_modules`];
    const { PATH } = run(cwd, [
      cache,
      ...bins(cwd),
      ...others.slice(1),
      ...bins(cwd),
      '/bin',
      '/x/node_modules/.bin',
    ]);
    deepEqual(PATH?.split(delimiter), [...others, '/bin', '/x/node_modules/.bin']);
  });

  it('does so in the root, and leaves no empty PATH', () => {
    equal(run('/', ['/node_modules/.bin', '/opt/x']).PATH, '/opt/x');
    equal(run('/', ['/node_modules/.bin']).PATH, '/usr/bin:/bin');
  });

  it('leaves none behind where a folder has a colon or a line break in its name', () => {
    for (const name of ['x:y', 'x\n', 'x\ny']) {
      const cwd = place(name, 'z');
      equal(run(cwd, ['/opt', ...bins(cwd)], { npm_package_json: join(cwd, 'package.json') }).PATH, '/opt');
    }
  });

  it('knows the folder by its link as well', () => {
    const cwd = place('real', 'deep');
    const link = join(place(), 'link');
    symlinkSync(cwd, link);
    equal(run(link, [...bins(cwd), ...bins(link), '/opt'], { PWD: link }).PATH, '/opt');
    // As npx writes it, whatever the shell takes for the folder.
    const other = join(place(), 'other');
    equal(run(cwd, [...bins(other), '/opt'], { npm_package_json: join(other, 'package.json') }).PATH, '/opt');
  });

  it('changes no other variable, and nothing else is run by it', () => {
    const shell = { npm_config_script_shell: script, NPM_CONFIG_SCRIPT_SHELL: script };
    const env = run(place(), ['/opt'], { A: 'a  b', IFS: 'x', ...shell });
    const { PATH, A, npm_lifecycle_event, ...rest } = env;
    deepEqual({ PATH, A, npm_lifecycle_event }, { PATH: '/opt', A: 'a  b', npm_lifecycle_event: 'npx' });
    // What shells set by themselves.
    deepEqual(
      Object.keys(rest).filter((name) => !/^(?:PWD|OLDPWD|SHLVL|_|IFS|__CF.*)$/.test(name)),
      [],
    );
  });

  it('leaves the scripts of packages what they need', () => {
    const cwd = place('_npx', '0123456789abcdef', 'node_modules', 'pkg');
    const path = [...bins(cwd), '/opt'];
    equal(run(cwd, path, { npm_lifecycle_event: 'postinstall' }).PATH, path.join(delimiter));
  });

  it('passes on words, input, output and the exit code', () => {
    const env = { PATH: '/usr/bin:/bin', npm_lifecycle_event: 'npx' };
    const words = ['-c', 'read -r line; printf "%s|" "$line" "$0" "$@"; exit 7', 'a b', '', '$x'];
    const { status, stdout } = spawnSync(script, words, { env, input: 'in put\n', encoding: 'utf8' });
    deepEqual({ status, stdout }, { status: 7, stdout: 'in put|a b||$x|' });
  });

  it('is written beside what npm would take for a project, and only when it differs', async () => {
    const own = join(folder.path, 'own');
    folder.file('own/package.json', '{}');
    await emptyNpxFolder(own, 'linux');
    deepEqual(readdirSync(own), [SCRIPT_SHELL.name]);
    const path = join(own, SCRIPT_SHELL.name);
    ok((statSync(path).mode & 0o100) !== 0, 'it can be run');
    utimesSync(path, new Date(0), new Date(0));
    await emptyNpxFolder(own, 'linux');
    equal(statSync(path).mtimeMs, 0);
    folder.file(`own/${SCRIPT_SHELL.name}`, 'other');
    await emptyNpxFolder(own, 'linux');
    equal(folder.read(`own/${SCRIPT_SHELL.name}`), SCRIPT_SHELL.text);
  });

  it('is not there on Windows', async () => {
    const own = join(folder.path, 'own');
    await emptyNpxFolder(own, 'win32');
    deepEqual(readdirSync(own), []);
  });
});

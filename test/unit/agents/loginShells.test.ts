import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import { catalogue } from '../../../src/acp/agents/catalogue';
import { detect } from '../../../src/acp/agents/detect';
import { baseEnvironment } from '../../../src/acp/agents/environment';
import { askLoginShell } from '../../../src/acp/agents/loginShell';
import { nodeProbes } from '../../../src/acp/agents/nodeProbes';
import { detectDeps, TempFolder } from './fakes';
import { untilGone } from './processes';

/** A stubborn child in the background, which writes its own number down. */
const CHILD = `sh -c "trap '' TERM HUP INT PIPE; echo \\$\\$ >> pids; exec sleep 3600" &`;
const RUN_LAST = 'for last; do :; done\neval "$last"\n';

interface Shell {
  readonly what: string;
  /** The name decides how it is asked. */
  readonly name: string;
  /** Behind a line that writes its number to the file `pids`, in the folder of the test. */
  readonly script: string;
  /** Part of why nothing came of it; absent where it answers. */
  readonly problem?: string;
  /** Milliseconds. */
  readonly timeLimit?: number;
}

const shells: readonly Shell[] = [
  {
    what: 'hangs and ignores signals, and so does its child',
    name: 'zsh',
    script: `trap '' TERM HUP INT\n${CHILD}\nsleep 3600\n`,
    problem: 'did not answer within',
    timeLimit: 1000,
  },
  { what: 'fails', name: 'bash', script: 'echo "rc: bad line" >&2\nexit 3\n', problem: 'code 3 without' },
  { what: 'is killed', name: 'bash', script: 'kill -9 $$\n', problem: 'ended by SIGKILL' },
  {
    what: 'is noisy, with escape codes on both channels, before and after',
    name: 'zsh',
    script:
      `printf '\\033]0;title\\007\\033[1;32mWelcome\\033[0m\\r\\n\\033[?2004h'\n` +
      `printf '\\033[31mwarning\\033[0m\\n' >&2\n${RUN_LAST}printf '\\033[?2004lbye\\n'\n`,
  },
  { what: 'is slow, but answers', name: 'bash', script: `sleep 0.5\n${RUN_LAST}` },
  {
    what: 'prints for ever and ignores signals',
    name: 'zsh',
    script: `trap '' TERM HUP INT PIPE\n${CHILD}\nwhile :; do echo "a banner that does not end"; done\n`,
    problem: 'printed without end',
    timeLimit: 60_000,
  },
  {
    what: 'answers and stays',
    name: 'zsh',
    script: `trap '' TERM HUP INT\n${RUN_LAST}sleep 3600\n`,
    timeLimit: 3000,
  },
  {
    what: 'closes its output and stays',
    name: 'sh',
    script: 'exec >&- 2>&-\nexec sleep 3600\n',
    problem: '',
  },
  {
    what: 'is nu and rejects the flags of others',
    name: 'nu',
    script:
      'case "$*" in *-i*) echo "unknown flag -i" >&2; exit 1;; esac\n' +
      '[ "$1 $2" = "-l -c" ] || exit 2\ncase "$3" in ^*) eval "${3#^}";; *) exit 4;; esac\n',
  },
  {
    what: 'is a nu that knows no flags at all',
    name: 'nu',
    script: 'echo "unknown flag $1" >&2\nexit 1\n',
    problem: 'unknown flag -l',
  },
  {
    what: 'is fish, takes the flags one by one and changes PATH itself',
    name: 'fish',
    script: '[ "$1 $2 $3" = "-i -l -c" ] || exit 2\n[ $# = 4 ] || exit 3\neval "$4"\n',
  },
  {
    what: 'is tcsh, which takes no command as a login shell',
    name: 'tcsh',
    script: 'for arg; do [ "$arg" = -l ] && { echo "Unknown option: -l" >&2; exit 1; }; done\n' + RUN_LAST,
  },
  {
    what: 'is PowerShell',
    name: 'pwsh',
    script:
      '[ "$1 $2" = "-Login -Command" ] || exit 2\ncase "$3" in "& "*) eval "${3#& }";; *) exit 4;; esac\n',
  },
  {
    what: 'reads from its standard input and starts another shell',
    name: 'bash',
    script: `cat\nread -r answer\nexec sh -c 'for last; do :; done; eval "$last"' sh "$@"\n`,
  },
];

describe('login shells of every kind', function () {
  // Starts real processes, on machines that may be busy.
  this.timeout(60_000);

  let folder: TempFolder;

  before(function () {
    if (process.platform === 'win32') this.skip();
  });
  beforeEach(() => {
    folder = new TempFolder();
  });
  afterEach(() => folder.remove());

  for (const { what, name, script, problem: wanted, timeLimit = wanted === '' ? 1000 : 20_000 } of shells) {
    it(`B06, B07: one that ${what}`, async () => {
      const { platform } = process;
      const shell = folder.program(
        `shells/${name}`,
        `#!/bin/sh\ncd '${folder.path}'\necho $$ >> pids\nexport PATH="${folder.path}/rc:$PATH"\n${script}`,
      );
      folder.program('own/gemini', '#!/bin/sh\n');
      const qwen = folder.program('rc/qwen', '#!/bin/sh\n');
      const processEnv = { PATH: `${folder.path}/own:/usr/bin:/bin`, HOME: folder.path };
      const begun = performance.now();
      const { variables, problem } = await askLoginShell({
        platform,
        shell,
        processEnv,
        runtime: process.execPath,
        timeLimit,
      });
      // What it was asked has its limit; a little is for a machine that is busy.
      ok(performance.now() - begun < timeLimit + 5000);
      if (wanted === undefined) strictEqual(problem, undefined);
      else {
        ok(problem?.includes(wanted), problem);
        deepStrictEqual(variables, {});
      }
      const base = baseEnvironment({ platform, processEnv, shellEnv: variables, installed: [] });
      const agents = await detect(
        catalogue.filter(({ id }) => id === 'gemini' || id === 'qwen-code'),
        base.variables,
        detectDeps(platform, nodeProbes, { directoryLimit: 5000 }),
      );
      deepStrictEqual(
        agents.map(({ path }) => path),
        [`${folder.path}/own/gemini`, wanted === undefined ? qwen : undefined],
      );
      await untilGone(folder.read('pids').trim().split('\n').map(Number));
    });
  }
});

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { eventually } from '../host/wait';

export interface Relative {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
  /** Carries the mark in its environment. */
  readonly marked: boolean;
}

/**
 * Every process whose environment holds `mark`, and everything below it: finds those that changed their
 * process group or lost their parent, and those that were given another environment.
 */
export function familyOf(mark: string): readonly Relative[] {
  const all = processTable(mark);
  const family = all.filter(({ marked }) => marked);
  for (const { pid } of family) {
    family.push(...all.filter((other) => other.parent === pid && !family.includes(other)));
  }
  return family;
}

/** Who is still there, of the known ones or with the mark, as lines for a message. */
export function survivors(known: readonly Relative[], mark: string): readonly string[] {
  // A process number may be given to another program: the command has to be the same, too.
  const isKnown = ({ pid, command }: Relative): boolean =>
    known.some((other) => other.pid === pid && other.command === command);
  return processTable(mark)
    .filter((row) => row.marked || isKnown(row))
    .map(({ pid, command }) => `${String(pid)} ${command}`);
}

/** Until none of the known ones is there, and none with the mark. */
export async function untilNothingIsLeft(known: readonly Relative[], mark: string): Promise<void> {
  await eventually(
    () => {
      const left = survivors(known, mark);
      if (left.length > 0) throw new Error(`left behind: ${left.join('\n')}`);
      return true;
    },
    { deadline: 10_000, what: 'the end of every process of the agent' },
  );
}

function processTable(mark: string): readonly Relative[] {
  return process.platform === 'linux' ? fromProc(mark) : fromPs(mark);
}

function fromProc(mark: string): readonly Relative[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const read = (file: string): string => readFileSync(`/proc/${name}/${file}`, 'latin1');
      try {
        const stat = read('stat');
        // The program name is in parentheses and may hold blanks: the fields start after the last one.
        const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        if (state === 'Z') return [];
        const command = read('cmdline').replaceAll('\0', ' ').trim();
        const marked = read('environ').split('\0').includes(mark);
        return [{ pid: Number(name), parent: Number(parent), command, marked }];
      } catch {
        // It ended meanwhile, or it belongs to somebody else.
        return [];
      }
    });
}

function fromPs(mark: string): readonly Relative[] {
  const { stdout } = spawnSync('ps', ['-axEwwo', 'pid=,ppid=,stat=,command='], { encoding: 'utf8' });
  return stdout.split('\n').flatMap((line) => {
    const [, pid, parent, state, text] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    if (text === undefined || state?.startsWith('Z') === true) return [];
    const marked = ` ${text} `.includes(` ${mark} `);
    // The environment follows the command.
    const command = text.replace(/ \w+=.*$/, '');
    return [{ pid: Number(pid), parent: Number(parent), command, marked }];
  });
}

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

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
  const all = process.platform === 'linux' ? fromProc(mark) : fromPs(mark);
  const family = all.filter(({ marked }) => marked);
  for (const { pid } of family) {
    family.push(...all.filter((other) => other.parent === pid && !family.includes(other)));
  }
  return family;
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
        return [
          {
            pid: Number(name),
            parent: Number(parent),
            command: read('cmdline').replaceAll('\0', ' ').trim(),
            marked: read('environ').split('\0').includes(mark),
          },
        ];
      } catch {
        // It ended meanwhile.
        return [];
      }
    });
}

function fromPs(mark: string): readonly Relative[] {
  const { stdout } = spawnSync('ps', ['-axEwwo', 'pid=,ppid=,stat=,command='], { encoding: 'utf8' });
  return stdout.split('\n').flatMap((line) => {
    const [, pid, parent, state, command] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    if (command === undefined || state?.startsWith('Z') === true) return [];
    const marked = ` ${command} `.includes(` ${mark} `);
    return [{ pid: Number(pid), parent: Number(parent), command, marked }];
  });
}

// The scripted agent as a program: node program.js SCRIPT.json RECEIVED.ndjson
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, closeSync, readFileSync, writeSync } from 'node:fs';
import { Player, type Body } from './player';
import { readLines } from './reading';
import type { Script } from './script';

const [scriptFile = '', receivedFile = ''] = process.argv.slice(2);
const script = JSON.parse(readFileSync(scriptFile, 'utf8')) as Script;

const STUBBORN = `process.on('SIGTERM', () => {}); process.stdin.on('error', () => {}).resume();
  setInterval(() => {}, 1 << 30); process.stdout.write('.');`;

/** Straight to the descriptor, so that an exit right behind it loses nothing. */
function write(descriptor: number, bytes: Buffer): void {
  for (let rest = bytes; rest.length > 0;) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === 'EPIPE') return;
      if (code !== 'EAGAIN') throw error;
    }
  }
}

const body: Body = {
  write: (bytes) => {
    write(1, bytes);
  },
  writeError: (bytes) => {
    write(2, bytes);
  },
  close: (what) => {
    // Node.js alone leaves the descriptor open.
    if (what === 'stdin') process.stdin.destroy();
    closeSync(what === 'stdin' ? 0 : 1);
  },
  startGrandchild: async (detached) => {
    const child = spawn(process.execPath, ['-e', STUBBORN], { stdio: ['pipe', 'pipe', 'ignore'], detached });
    await once(child.stdout, 'data');
    return child.pid ?? 0;
  },
  end: ({ code, signal }) => {
    if (signal === null) process.exit(code ?? 0);
    process.kill(process.pid, signal);
  },
  note: (line) => {
    appendFileSync(receivedFile, `${line}\n`);
  },
};

const player = new Player(script, body);
// Stays alive, whatever becomes of stdin, until told otherwise.
setInterval(() => undefined, 1 << 30);
if (script.stubborn === true) process.on('SIGTERM', () => undefined);
player.start();
readLines(process.stdin, script, (line) => {
  player.take(line);
}).then(
  () => {
    if (script.stubborn !== true) process.exit(0);
  },
  // Its own input was closed.
  () => undefined,
);

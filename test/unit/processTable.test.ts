import { ok } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandLines } from '../../src/acp/processTable';
import { temporaryFolder } from './support';

describe('what processes run', () => {
  it('is told by their file, whatever they call themselves', async function () {
    if (process.platform !== 'linux') return this.skip();
    const folder = temporaryFolder();
    const program = join(folder, 'program');
    copyFileSync('/bin/sleep', program);
    const child = spawn(program, ['60'], { argv0: 'another', stdio: 'ignore' });
    await once(child, 'spawn');
    try {
      ok((await commandLines()).some((line) => line.includes(program)));
    } finally {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  });
});

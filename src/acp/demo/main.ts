import { Readable, Writable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { ndJsonStream } from '@agentclientprotocol/sdk';
import { demoAgent } from './app';
import type { Program } from './program';

const electron = process.versions['electron'] !== undefined;

const program: Program = {
  runtime: process.execPath,
  runtimeEnv: electron ? { ELECTRON_RUN_AS_NODE: '1' } : {},
  writeNoise: (line) =>
    new Promise((resolve) => {
      process.stdout.write(`${line}\n`, () => resolve());
    }),
  crash: (lines, code) =>
    new Promise<never>(() => {
      process.stderr.write(`${lines.join('\n')}\n`, () => process.exit(code));
    }),
};

// The client is gone: nothing is left to do, and nobody to tell.
process.stdout.on('error', () => process.exit(0));

const input = Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>;
demoAgent(program).connect(ndJsonStream(Writable.toWeb(process.stdout), input));

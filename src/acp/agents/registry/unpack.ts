import { createReadStream } from 'node:fs';
import { chmod, mkdir, realpath, rm, stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { pipeline } from 'node:stream';
import { AgentError } from '../../errors';
import { brokenArchive, installStopped, programMissing, storageFailed } from '../../errors/install';
import { archiveKind } from './archiveKind';
import { Extraction } from './extraction';
import { findInstalledProgram } from './program';
import { relativeCommand } from './safePath';
import { unpackTar } from './unpackTar';
import { unpackZip } from './unpackZip';

export interface UnpackRequest {
  /** Full path of what was downloaded. */
  readonly archive: string;
  /** What it was called where it came from, such as `tool-linux.tar.gz`. */
  readonly name: string;
  /** Full path of a folder that does not exist yet, in one that does. */
  readonly folder: string;
  /** The program, as the registry gives it. What is no archive becomes this file. */
  readonly cmd: string;
  readonly platform: NodeJS.Platform;
  readonly signal?: AbortSignal;
  /** 100 000 unless given. */
  readonly maxEntries?: number;
  /** Bytes of all files together; 2 GiB unless given. */
  readonly maxBytes?: number;
}

export interface Unpacked {
  /** Path of the program below the folder, with forward slashes. */
  readonly cmd: string;
}

/**
 * Unpacks a zip, a tar (plain, gzip, bzip2), a single packed file or a plain program into a new folder, and makes
 * the program executable. When anything is refused or fails nothing of the folder is left.
 * @throws AgentError install-failed, or stopped when the signal says so
 */
export async function unpack(request: UnpackRequest): Promise<Unpacked> {
  const { folder, signal } = request;
  let made = false;
  try {
    signal?.throwIfAborted();
    await mkdir(folder);
    made = true;
    const unpacked = await unpackInto(request);
    signal?.throwIfAborted();
    return unpacked;
  } catch (error) {
    if (made) await rm(folder, { recursive: true, force: true, maxRetries: 2 }).catch(() => undefined);
    if (signal?.aborted === true) throw installStopped();
    throw toAgentError(error, folder);
  }
}

async function unpackInto(request: UnpackRequest): Promise<Unpacked> {
  const { archive, name, folder, platform, maxEntries = 100_000, maxBytes = 2 * 1024 ** 3 } = request;
  const cmd = relativeCommand(request.cmd, platform);
  if (cmd === undefined) throw programMissing(request.cmd);
  const kind = await archiveKind(archive, name);
  const root = await realpath(folder);
  const extraction = new Extraction(root, platform, { maxEntries, maxBytes }, request.signal);
  switch (kind) {
    case 'zip':
      await unpackZip(archive, extraction);
      break;
    case 'tar':
      await unpackTar(archive, 'none', extraction);
      break;
    case 'tar.gz':
      await unpackTar(archive, 'gz', extraction);
      break;
    case 'tar.bz2':
      await unpackTar(archive, 'bz2', extraction);
      break;
    case 'gz':
      // Its size is not known; what comes out is counted.
      await extraction.addFile(cmd, gunzip(archive), { size: 0, executable: true });
      break;
    case 'raw': {
      const { size } = await stat(archive);
      await extraction.addFile(cmd, read(archive), { size, executable: true });
      break;
    }
  }
  await extraction.finish();
  const program = await findInstalledProgram(root, cmd, platform);
  if (program === undefined) throw programMissing(request.cmd);
  await chmod(program.path, 0o755);
  return { cmd: program.command };
}

// Generators, so that nothing is opened before it is read.

async function* read(file: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(file) as AsyncIterable<Buffer>;
}

async function* gunzip(file: string): AsyncGenerator<Uint8Array> {
  yield* pipeline(createReadStream(file), createGunzip(), () => undefined) as AsyncIterable<Buffer>;
}

/** What the disk refuses has a system call; everything else is the fault of the archive. */
function toAgentError(error: unknown, folder: string): AgentError {
  if (error instanceof AgentError) return error;
  if (error instanceof Error && 'syscall' in error) return storageFailed(folder, error);
  return brokenArchive(error instanceof Error ? error.message : String(error), error);
}

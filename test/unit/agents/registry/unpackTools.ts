import { deepStrictEqual } from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { unpack, type UnpackRequest } from '../../../../src/acp/agents/registry/unpack';
import type { AgentError } from '../../../../src/acp/errors';
import { agentFailure, temporaryFolder } from '../../support';
import { tar, type TarEntry } from './archives';
import { everythingIn } from './files';

export const hello = '#!/bin/sh\necho hello\n';
/** An entry that every archive has to have. */
export const tool: TarEntry = { name: 'tool', content: hello };

/** A place to unpack to, beside other things that must stay as they are. */
export class UnpackPlace {
  readonly root = temporaryFolder();
  readonly folder = join(this.root, 'inside', 'unpacked');

  constructor() {
    mkdirSync(join(this.root, 'inside'));
    writeFileSync(join(this.root, 'secret'), 'untouched');
    writeFileSync(join(this.root, 'inside', 'secret'), 'untouched');
  }

  request(archive: Buffer, name: string, more: Partial<UnpackRequest> = {}): UnpackRequest {
    const file = join(this.root, 'archive');
    writeFileSync(file, archive);
    return { archive: file, name, folder: this.folder, cmd: './tool', platform: 'linux', ...more };
  }

  unpack(
    archive: Buffer,
    name: string,
    more: Partial<UnpackRequest> = {},
  ): Promise<{ readonly cmd: string }> {
    return unpack(this.request(archive, name, more));
  }

  /** What was unpacked. */
  list(): readonly string[] {
    return everythingIn(this.folder);
  }

  path(name: string): string {
    return join(this.folder, name);
  }
}

/** Fails, and leaves everything as it was. */
export async function refused(
  archive: Buffer,
  name: string,
  more: Partial<UnpackRequest> = {},
): Promise<AgentError> {
  const place = new UnpackPlace();
  const request = place.request(archive, name, more);
  const before = everythingIn(place.root);
  const error = await agentFailure(unpack(request));
  deepStrictEqual(everythingIn(place.root), before);
  return error;
}

/** The same, for entries after one that is fine. Its details say what was wrong. */
export async function refusedTar(
  entries: readonly TarEntry[],
  more: Partial<UnpackRequest> = {},
): Promise<string> {
  const error = await refused(gzipSync(tar(tool, ...entries)), 'tool.tar.gz', more);
  return `${error.message} ${error.details ?? ''}`;
}

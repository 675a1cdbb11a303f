import type { FileSystem, ReadRequest, Scope, WriteRequest } from '../../acp/ports';
import { cancelled, notFound, refused } from '../../acp/rpcError';
import { textWindow } from '../../acp/textWindow';
import type { Transcript } from '../../acp/transcript';
import { describe } from '../log';
import { text } from '../text';
import type { Boundary } from './boundary';
import { documentsOf, replaceAndSave } from './documents';
import { KeyedQueue } from './keyedQueue';
import type { Applied, Before } from './reviewRequest';
import type { Reviews } from './reviews';
import { targetOf, type FileTarget } from './target';
import { bytesFor, plainText, readTextOnDisk, writeBytes, type TextOnDisk } from './textFile';

/** Whose request it is, for cards and titles. */
export interface SessionFacts {
  readonly agentName: string;
  readonly transcript: Transcript;
}

/** A file as it stands: what an edit is made against. */
interface Base {
  readonly disk: TextOnDisk | undefined;
  /** Text in an open document that is not saved. */
  readonly unsaved: string | undefined;
}

/**
 * fs/* of the protocol on VS Code: reads see unsaved text, writes wait for the person's review.
 * Requests for one file run one after another.
 */
export class EditorFiles implements FileSystem {
  private readonly queue = new KeyedQueue();

  constructor(
    private readonly reviews: Reviews,
    private readonly boundary: Boundary,
    private readonly factsOf: (sessionKey: string) => SessionFacts | undefined,
  ) {}

  async readTextFile(request: ReadRequest, scope: Scope): Promise<string> {
    const file = await targetOf(request.path);
    const agentName = this.factsOf(scope.sessionKey)?.agentName ?? '';
    await this.boundary.checkRead(file.disk.fsPath, agentName, scope);
    // Not queued behind a write under review: the agent may look at the file while the person decides.
    return textWindow(await currentText(file), request.line, request.limit);
  }

  async writeTextFile(request: WriteRequest, scope: Scope): Promise<void> {
    const file = await targetOf(request.path);
    await this.queue.run(file.disk.fsPath, () => this.write(file, request.content, scope), scope.signal);
  }

  private async write(file: FileTarget, content: string, scope: Scope): Promise<void> {
    if (scope.signal.aborted) throw cancelled();
    const facts = this.factsOf(scope.sessionKey);
    if (facts === undefined) throw refused('The session is not open any more.');
    const path = file.shown.fsPath;
    let base = await baseOf(file);
    // Some agents write the disk themselves and report it here as well: nothing is left to decide.
    if (isOnDisk(base, content)) return;
    try {
      await bytesFor(file, content, base.disk);
    } catch (error) {
      this.reviews.refused(facts.transcript, path, describe(error));
      throw error;
    }
    const apply = async (accepted: string): Promise<Applied> => {
      const now = await baseOf(file);
      if (isOnDisk(now, accepted)) return { kind: 'written' };
      if (!isSame(base, now)) {
        base = now;
        return { kind: 'again', before: beforeOf(file, now, accepted), why: text.changedMeanwhile() };
      }
      // What changed at the last moment is found by looking again.
      return (await put(file, accepted, now)) ? { kind: 'written' } : apply(accepted);
    };
    const request = { path, before: beforeOf(file, base, content), content, apply };
    const decision = await this.reviews.decide(
      { ...request, ...facts, sessionKey: scope.sessionKey },
      scope.signal,
    );
    if (decision === 'rejected')
      throw refused(
        `The user rejected this edit: ${path} was not changed. Do not try the same edit again; ask the user what to do instead.`,
      );
  }
}

async function currentText(file: FileTarget): Promise<string> {
  const unsaved = await unsavedText(file);
  // A replacement character tells that the file may have been decoded wrongly, which reading it finds out.
  if (unsaved !== undefined && !unsaved.includes('\uFFFD')) return unsaved;
  const disk = await readTextOnDisk(file);
  const found = unsaved ?? disk?.text;
  const path = file.shown.fsPath;
  if (found === undefined) throw notFound(`File not found: ${path}`, { uri: path });
  return found;
}

async function baseOf(file: FileTarget): Promise<Base> {
  const disk = await readTextOnDisk(file);
  // After the disk: what is typed meanwhile counts.
  return { disk, unsaved: await unsavedText(file) };
}

async function unsavedText(file: FileTarget): Promise<string | undefined> {
  const [document] = await documentsOf(file.disk);
  return document?.isDirty === true ? document.getText() : undefined;
}

function isOnDisk({ disk, unsaved }: Base, content: string): boolean {
  return unsaved === undefined && disk?.text === plainText(content, disk);
}

/** Saving what was unsaved changes nothing; a disk that changed below unsaved text does. */
function isSame(old: Base, now: Base): boolean {
  if ((old.unsaved ?? old.disk?.text) !== (now.unsaved ?? now.disk?.text)) return false;
  return now.unsaved === undefined || old.disk?.text === now.disk?.text;
}

function beforeOf(file: FileTarget, { disk, unsaved }: Base, content: string): Before {
  const isNew = disk === undefined && unsaved === undefined;
  // The unsaved text is what is proposed: what is left to decide is whether it gets to disk.
  if (unsaved === content) return { text: disk?.text ?? '', file: undefined, isNew };
  return { text: unsaved ?? disk?.text ?? '', file: isNew ? undefined : file.shown, isNew };
}

/**
 * Brings the accepted text to disk exactly, and open editors in step with it. False, and nothing done, when unsaved
 * text is not any more what it was.
 */
async function put(file: FileTarget, content: string, { disk, unsaved }: Base): Promise<boolean> {
  const bytes = await bytesFor(file, content, disk);
  const open = await documentsOf(file.disk);
  if (open.find(({ isDirty }) => isDirty)?.getText() !== unsaved) return false;
  // Under another name than its own VS Code does not see a file change. What a formatter makes of it on save is
  // overwritten by the exact bytes after.
  const stale = open.find(({ isDirty, uri }) => isDirty || uri.fsPath !== file.disk.fsPath);
  if (stale !== undefined) await replaceAndSave(stale, content);
  await writeBytes(file, bytes);
  return true;
}

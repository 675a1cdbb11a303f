import { Range, Uri, workspace, WorkspaceEdit, type TextDocument } from 'vscode';
import type { FileSystem, ReadRequest, Scope, WriteRequest } from '../../acp/ports';
import { cancelled, refused } from '../../acp/rpcError';
import { textWindow } from '../../acp/textWindow';
import type { Transcript } from '../../acp/transcript';
import { describe } from '../log';
import { KeyedQueue } from './keyedQueue';
import type { Boundary } from './boundary';
import type { Reviews } from './reviews';
import { openDocument, readExistingText, readTextOnDisk, writeText } from './textFile';

/** Whose request it is, for cards and titles. */
export interface SessionFacts {
  readonly agentName: string;
  readonly transcript: Transcript;
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
    const uri = Uri.file(request.path);
    const agentName = this.factsOf(scope.sessionKey)?.agentName ?? '';
    await this.boundary.checkRead(request.path, agentName, scope);
    // Not queued behind a write under review: the agent may look at the file while the person decides.
    const document = openDocument(uri);
    const whole = document?.isDirty === true ? document.getText() : await readExistingText(uri);
    return textWindow(whole, request.line, request.limit);
  }

  async writeTextFile(request: WriteRequest, scope: Scope): Promise<void> {
    const uri = Uri.file(request.path);
    await this.queue.run(await this.boundary.identity(request.path), () =>
      this.write(uri, request.content, scope),
    );
  }

  private async write(uri: Uri, content: string, scope: Scope): Promise<void> {
    if (scope.signal.aborted) throw cancelled();
    const facts = this.factsOf(scope.sessionKey);
    if (facts === undefined) throw refused('The session is not open any more.');
    const disk = await readTextOnDisk(uri);
    const dirty = dirtyDocument(uri);
    const before = dirty?.getText() ?? disk?.text ?? '';
    // Some agents write the disk themselves and report it here as well: nothing is left to decide.
    if (disk !== undefined && before === content) return;
    const decision = await this.reviews.decide(
      {
        path: uri.fsPath,
        before,
        content,
        isNew: disk === undefined && dirty === undefined,
        sessionKey: scope.sessionKey,
        transcript: facts.transcript,
        agentName: facts.agentName,
      },
      scope.signal,
    );
    if (!decision.accepted) {
      throw refused(
        `The user rejected this edit: ${uri.fsPath} was not changed. Do not try the same edit again; ask the user what to do instead.`,
      );
    }
    try {
      await this.apply(uri, decision.content);
    } catch (error) {
      this.reviews.failed(facts.transcript, uri.fsPath, describe(error));
      throw error;
    }
  }

  /** Brings the accepted text to disk exactly, and open editors in step with it. */
  private async apply(uri: Uri, content: string): Promise<void> {
    const dirty = dirtyDocument(uri);
    if (dirty !== undefined) await replaceAndSave(dirty, content);
    await writeText(uri, content, await readTextOnDisk(uri));
  }
}

function dirtyDocument(uri: Uri): TextDocument | undefined {
  const document = openDocument(uri);
  return document?.isDirty === true ? document : undefined;
}

/**
 * A buffer with unsaved text gets the accepted text first: its old text stays reachable through undo, and no
 * conflict with the disk remains. What a formatter makes of it on save is overwritten by the exact bytes after.
 */
async function replaceAndSave(document: TextDocument, content: string): Promise<void> {
  const edit = new WorkspaceEdit();
  edit.replace(document.uri, new Range(0, 0, document.lineCount, 0), content);
  if (!(await workspace.applyEdit(edit)))
    throw refused(`${document.uri.fsPath} could not be changed in the editor.`);
  if (!(await document.save())) throw refused(`${document.uri.fsPath} could not be saved.`);
}

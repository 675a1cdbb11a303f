import { EventEmitter, workspace, type Disposable, type TextDocumentContentProvider, type Uri } from 'vscode';
import { EXPLAIN_SCHEME } from '../ids';
import { Disposables } from '../disposables';
import type { EditorDirectory } from './editorDirectory';

/** The pages that tell where an agent was looked for; an open one follows when it is looked for again. */
export class ExplainPages implements TextDocumentContentProvider, Disposable {
  private readonly owned = new Disposables();
  private readonly changes = this.owned.add(new EventEmitter<Uri>());
  readonly onDidChange = this.changes.event;

  constructor(private readonly directory: EditorDirectory) {
    this.owned.add(workspace.registerTextDocumentContentProvider(EXPLAIN_SCHEME, this));
    this.owned.add(
      directory.onDidChange(() => {
        for (const { uri } of workspace.textDocuments) {
          if (uri.scheme === EXPLAIN_SCHEME) this.changes.fire(uri);
        }
      }),
    );
  }

  provideTextDocumentContent({ query }: Uri): Promise<string> {
    return this.directory.explain(query);
  }

  dispose(): void {
    this.owned.dispose();
  }
}

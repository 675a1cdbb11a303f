import {
  Disposable,
  EventEmitter,
  FileChangeType,
  FileSystemError,
  FilePermission,
  FileType,
  Uri,
  workspace,
  type FileChangeEvent,
  type FileStat,
  type FileSystemProvider,
} from 'vscode';
import { REVIEW_SCHEME } from '../ids';

export interface ReviewUris {
  /** Empty, read-only: the left side for a file that does not exist yet. */
  readonly before: Uri;
  /** Writable: what stands here when the person accepts is what gets written. */
  readonly after: Uri;
}

interface Proposal {
  content: Uint8Array;
  modified: number;
}

/** The proposals under review as files of a scheme of our own, so that VS Code's diff editor can edit them. */
export class ReviewFileSystem implements FileSystemProvider {
  private readonly changes = new EventEmitter<FileChangeEvent[]>();
  readonly onDidChangeFile = this.changes.event;
  private readonly proposals = new Map<string, Proposal>();
  private clock = 1;

  add(id: string, path: string, content: string): ReviewUris {
    const uris = reviewUris(id, path);
    this.proposals.set(id, { content: Buffer.from(content, 'utf8'), modified: this.clock++ });
    return uris;
  }

  remove(id: string): void {
    this.proposals.delete(id);
  }

  content(id: string): string | undefined {
    const proposal = this.proposals.get(id);
    return proposal === undefined ? undefined : Buffer.from(proposal.content).toString('utf8');
  }

  watch(): Disposable {
    return new Disposable(() => undefined);
  }

  stat(uri: Uri): FileStat {
    const { side, proposal } = this.find(uri);
    const size = side === 'after' ? proposal.content.length : 0;
    const stat = { type: FileType.File, ctime: 0, mtime: proposal.modified, size };
    return side === 'after' ? stat : { ...stat, permissions: FilePermission.Readonly };
  }

  readFile(uri: Uri): Uint8Array {
    const { side, proposal } = this.find(uri);
    return side === 'after' ? proposal.content : new Uint8Array();
  }

  writeFile(uri: Uri, content: Uint8Array): void {
    const { side, proposal } = this.find(uri);
    if (side !== 'after') throw FileSystemError.NoPermissions(uri);
    proposal.content = content;
    proposal.modified = this.clock++;
    this.changes.fire([{ type: FileChangeType.Changed, uri }]);
  }

  readDirectory(uri: Uri): [string, FileType][] {
    throw FileSystemError.FileNotFound(uri);
  }

  createDirectory(uri: Uri): void {
    throw FileSystemError.NoPermissions(uri);
  }

  delete(uri: Uri): void {
    throw FileSystemError.NoPermissions(uri);
  }

  rename(uri: Uri): void {
    throw FileSystemError.NoPermissions(uri);
  }

  private find(uri: Uri): { side: 'before' | 'after'; proposal: Proposal } {
    const { id, side } = parseReviewUri(uri);
    const proposal = this.proposals.get(id ?? '');
    if (proposal === undefined || side === undefined) throw FileSystemError.FileNotFound(uri);
    return { side, proposal };
  }
}

/** The path is what a person sees in breadcrumbs and what tells the language; the query names the proposal. */
function reviewUris(id: string, path: string): ReviewUris {
  const shown = workspace.asRelativePath(path).replaceAll('\\', '/');
  const of = (side: string): Uri =>
    Uri.from({ scheme: REVIEW_SCHEME, path: `/${shown.replace(/^\/+/, '')}`, query: `${id}/${side}` });
  return { before: of('before'), after: of('after') };
}

export function parseReviewUri(uri: Uri): {
  id: string | undefined;
  side: 'before' | 'after' | undefined;
} {
  if (uri.scheme !== REVIEW_SCHEME) return { id: undefined, side: undefined };
  const [id, side] = uri.query.split('/');
  return { id, side: side === 'before' || side === 'after' ? side : undefined };
}

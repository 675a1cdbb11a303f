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
import { BOM, withoutBom } from './encoding';

export interface ReviewUris {
  /** Read-only: the left side where no file can stand there. */
  readonly before: Uri;
  /** Writable: what stands here when the person accepts is what gets written. */
  readonly after: Uri;
}

interface Proposal {
  before: Uint8Array;
  content: Uint8Array;
  modified: number;
}

/** The proposals under review as files of a scheme of our own, so that VS Code's diff editor can edit them. */
export class ReviewFileSystem implements FileSystemProvider {
  private readonly changes = new EventEmitter<FileChangeEvent[]>();
  readonly onDidChangeFile = this.changes.event;
  private readonly proposals = new Map<string, Proposal>();
  private clock = 1;

  add(id: string, path: string, before: string, content: string): ReviewUris {
    this.proposals.set(id, { before: stored(before), content: stored(content), modified: this.clock++ });
    return reviewUris(id, path);
  }

  setBefore(uri: Uri, before: string): void {
    const { proposal } = this.find(uri);
    proposal.before = stored(before);
    proposal.modified = this.clock++;
    this.changes.fire([{ type: FileChangeType.Changed, uri }]);
  }

  remove(id: string): void {
    this.proposals.delete(id);
  }

  content(id: string): string | undefined {
    const proposal = this.proposals.get(id);
    return proposal === undefined ? undefined : withoutBom(Buffer.from(proposal.content).toString('utf8'));
  }

  watch(): Disposable {
    return new Disposable(() => undefined);
  }

  stat(uri: Uri): FileStat {
    const { side, proposal } = this.find(uri);
    const { length: size } = side === 'after' ? proposal.content : proposal.before;
    const stat = { type: FileType.File, ctime: 0, mtime: proposal.modified, size };
    return side === 'after' ? stat : { ...stat, permissions: FilePermission.Readonly };
  }

  readFile(uri: Uri): Uint8Array {
    const { side, proposal } = this.find(uri);
    return side === 'after' ? proposal.content : proposal.before;
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

/** With a byte order mark, which VS Code obeys before `files.encoding`: whatever that says, this is UTF-8. */
function stored(text: string): Uint8Array {
  return Buffer.from(BOM + text, 'utf8');
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

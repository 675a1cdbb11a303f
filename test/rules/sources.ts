import * as assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, posix } from 'node:path';
import ts from 'typescript';

export interface Import {
  readonly specifier: string;
  readonly line: number;
  /** Leaves nothing in the output. */
  readonly typeOnly: boolean;
}

export interface Source {
  /** Relative to the repository, with forward slashes. */
  readonly path: string;
  /** Folder below src: shared, acp, webview or extension. */
  readonly room: string;
  readonly text: string;
  readonly tree: ts.SourceFile;
}

/** Every TypeScript file of the product. Tests run with the repository as the working directory. */
export function readSources(): Source[] {
  return readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((name) => posix.join('src', name.replaceAll('\\', '/')))
    .filter((path) => /\.tsx?$/.test(path))
    .sort()
    .map((path) => {
      const text = readFileSync(path, 'utf8');
      const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
      return { path, room: path.split('/')[1] ?? '', text, tree };
    });
}

export function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node);
  ts.forEachChild(node, (child) => {
    visit(child, see);
  });
}

export function lineOf(source: Source, node: ts.Node): number {
  return source.tree.getLineAndCharacterOfPosition(node.getStart(source.tree)).line + 1;
}

function isTypeOnlyImport(node: ts.ImportDeclaration): boolean {
  const clause = node.importClause;
  if (clause === undefined) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const bindings = clause.namedBindings;
  return (
    clause.name === undefined &&
    bindings !== undefined &&
    ts.isNamedImports(bindings) &&
    bindings.elements.every((element) => element.isTypeOnly)
  );
}

/** The module that a node names, whichever way: import, export from, import(), require(), import type. */
function importIn(node: ts.Node): { readonly name: ts.Node | undefined; readonly typeOnly: boolean } {
  if (ts.isImportDeclaration(node)) return { name: node.moduleSpecifier, typeOnly: isTypeOnlyImport(node) };
  if (ts.isExportDeclaration(node)) return { name: node.moduleSpecifier, typeOnly: node.isTypeOnly };
  if (ts.isExternalModuleReference(node)) return { name: node.expression, typeOnly: false };
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
    return { name: node.argument.literal, typeOnly: true };
  }
  if (ts.isCallExpression(node)) {
    const callee = node.expression;
    const loads =
      callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === 'require');
    if (loads) return { name: node.arguments[0], typeOnly: false };
  }
  return { name: undefined, typeOnly: false };
}

export function importsOf(source: Source): Import[] {
  const found: Import[] = [];
  visit(source.tree, (node) => {
    const { name, typeOnly } = importIn(node);
    if (name !== undefined && ts.isStringLiteralLike(name)) {
      found.push({ specifier: name.text, typeOnly, line: lineOf(source, node) });
    }
  });
  return found;
}

/** The folder below src that a relative import leads to; undefined for a package. */
export function roomOf(source: Source, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  const path = posix.join(dirname(source.path), specifier);
  return path.startsWith('src/') ? (path.split('/')[1] ?? '') : `outside src (${path})`;
}

/** Fails with one readable line per problem. */
export function expectNone(problems: readonly string[]): void {
  if (problems.length > 0) assert.fail(`\n  ${problems.join('\n  ')}\n`);
}

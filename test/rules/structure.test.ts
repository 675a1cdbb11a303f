import ts from 'typescript';
import { expectNone, lineOf, readSources, visit, type Source } from './sources';

const maximumLines = 500;
const maximumActivate = 40;

function lineCount(text: string): number {
  return text.replace(/\n$/, '').split('\n').length;
}

/** Places in the product where a node is of the given kind. */
function places(sources: readonly Source[], is: (node: ts.Node) => boolean, what: string): string[] {
  return sources.flatMap((source) => {
    const found: string[] = [];
    visit(source.tree, (node) => {
      if (is(node)) found.push(`${source.path}:${lineOf(source, node)} ${what}`);
    });
    return found;
  });
}

function isConsole(node: ts.Node): boolean {
  return (
    ts.isPropertyAccessExpression(node) &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === 'console'
  );
}

function assertsNonNull(node: ts.Node): boolean {
  const declares = ts.isPropertyDeclaration(node) || ts.isVariableDeclaration(node);
  return ts.isNonNullExpression(node) || (declares && node.exclamationToken !== undefined);
}

describe('the source', () => {
  const sources = readSources();

  it(`has no file of more than ${maximumLines} lines`, () => {
    expectNone(
      sources
        .filter(({ text }) => lineCount(text) > maximumLines)
        .map(({ path, text }) => `${path} has ${lineCount(text)} lines`),
    );
  });

  it(`has an activate of at most ${maximumActivate} lines`, () => {
    const source = sources.find(({ path }) => path === 'src/extension/extension.ts');
    if (source === undefined) throw new Error('src/extension/extension.ts is missing');
    const activate = source.tree.statements.find(
      (statement): statement is ts.FunctionDeclaration =>
        ts.isFunctionDeclaration(statement) && statement.name?.text === 'activate',
    );
    if (activate === undefined) throw new Error('src/extension/extension.ts declares no function activate');
    const lines = lineCount(activate.getText(source.tree));
    expectNone(lines > maximumActivate ? [`activate has ${lines} lines`] : []);
  });

  it('has no any', () => {
    expectNone(places(sources, (node) => node.kind === ts.SyntaxKind.AnyKeyword, 'says any'));
  });

  it('has no non-null assertion', () => {
    expectNone(places(sources, assertsNonNull, 'asserts with !'));
  });

  it('has no console', () => {
    expectNone(places(sources, isConsole, 'uses console'));
  });

  it('switches no check off', () => {
    const switches = /eslint-disable|@ts-(ignore|expect-error|nocheck)/;
    expectNone(
      sources.flatMap(({ path, text }) =>
        text
          .split('\n')
          .flatMap((line, index) => (switches.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
      ),
    );
  });
});

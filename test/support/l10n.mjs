// Collects every text for people out of the source into l10n/bundle.l10n.json, which translators start from.
// node test/support/l10n.mjs [--check]
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '..', '..');
const target = join(root, 'l10n', 'bundle.l10n.json');

function sources(folder) {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .sort()
    .map((name) => join(root, folder, name));
}

/** First arguments of `l10n.t(…)` and `phrase(…)`, and the values of the table in src/webview/text.ts. */
function textsOf(path) {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const found = [];
  const isTable = path.replaceAll('\\', '/').endsWith('webview/text.ts');
  const visit = (node) => {
    if (ts.isCallExpression(node) && /^(l10n\.t|phrase)$/.test(node.expression.getText(file))) {
      const [first] = node.arguments;
      if (first && ts.isStringLiteralLike(first)) found.push(first.text);
    }
    if (isTable && ts.isPropertyAssignment(node) && ts.isStringLiteralLike(node.initializer)) {
      found.push(node.initializer.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

export function collectTexts() {
  const folders = ['src/acp', 'src/extension', 'src/webview'];
  const texts = folders.flatMap(sources).filter((path) => !path.includes(join('acp', 'demo')));
  const unique = [...new Set(texts.flatMap(textsOf))].sort();
  return `${JSON.stringify(Object.fromEntries(unique.map((text) => [text, text])), null, 2)}\n`;
}

if (process.argv[1] === import.meta.filename) {
  const bundle = collectTexts();
  if (process.argv.includes('--check')) {
    if (readFileSync(target, 'utf8') !== bundle) {
      console.error('l10n/bundle.l10n.json is out of date: run npm run l10n');
      process.exit(1);
    }
  } else {
    mkdirSync(join(root, 'l10n'), { recursive: true });
    writeFileSync(target, bundle);
  }
}

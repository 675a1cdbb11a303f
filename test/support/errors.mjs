// Writes docs/errors.md, the table of everything that can go wrong, out of the source.
// node test/support/errors.mjs [--check]
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '..', '..');
const target = join(root, 'docs', 'errors.md');

function parse(path) {
  return ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest, true);
}

function* nodes(node) {
  yield node;
  for (const child of node.getChildren()) yield* nodes(child);
}

/** The tags, in the order of the type, each with its comment. */
function tagsOf(file) {
  const alias = [...nodes(file)].find(
    (node) => ts.isTypeAliasDeclaration(node) && node.name.text === 'AgentErrorTag',
  );
  let before = alias.type.getFullStart();
  return alias.type.types.map((member) => {
    const comment = /\/\*\*\s*([^]*?)\s*\*\//.exec(file.text.slice(before, member.getStart()))?.[1];
    if (comment === undefined) throw new Error(`${member.getText()} in src/acp/errors.ts has no comment`);
    before = member.getEnd();
    return { tag: member.literal.text, when: comment };
  });
}

function phrasesOf(object, name) {
  const property = object.properties.find((member) => member.name?.getText() === name);
  return [...nodes(property)]
    .filter((node) => ts.isCallExpression(node) && node.expression.getText() === 'phrase')
    .map((node) => node.arguments[0].text);
}

/** What each `new AgentError(tag, { title, remedy })` says, by tag. */
function textsByTag() {
  const texts = new Map();
  const files = readdirSync(join(root, 'src/acp/errors')).sort();
  for (const node of files.flatMap((name) => [...nodes(parse(`src/acp/errors/${name}`))])) {
    if (!ts.isNewExpression(node) || node.expression.getText() !== 'AgentError') continue;
    const [tag, parts] = node.arguments;
    const known = texts.get(tag.text) ?? { titles: [], remedies: [] };
    known.titles.push(...phrasesOf(parts, 'title'));
    known.remedies.push(...phrasesOf(parts, 'remedy'));
    texts.set(tag.text, known);
  }
  return texts;
}

/** An object literal of string literals, or of lists of them. */
function tableOf(path, name) {
  const declaration = [...nodes(parse(path))].find(
    (node) => ts.isVariableDeclaration(node) && node.name.getText() === name,
  );
  const literal = [...nodes(declaration.initializer)].find(ts.isObjectLiteralExpression);
  return Object.fromEntries(
    literal.properties.map(({ name: key, initializer }) => [
      key.text,
      ts.isArrayLiteralExpression(initializer)
        ? initializer.elements.map((element) => element.text)
        : initializer.text,
    ]),
  );
}

function cell(texts) {
  const shown = [...new Set(texts)].map((text) => text.replace(/\{\d+\}/g, '…').replaceAll('|', '\\|'));
  return shown.join('<br>');
}

export function errorsPage() {
  const texts = textsByTag();
  const remedies = tableOf('src/extension/chat/remedies.ts', 'REMEDIES');
  const labels = tableOf('src/webview/components/ErrorCard.tsx', 'actionText');
  const english = tableOf('src/webview/text.ts', 'english');
  const rows = tagsOf(parse('src/acp/errors.ts')).map(({ tag, when }) => {
    const { titles, remedies: next } = texts.get(tag) ?? {};
    if (titles === undefined) throw new Error(`no factory in src/acp/errors/ makes ${tag}`);
    const buttons = [...remedies[tag], 'showLog'].map((action) => english[labels[action]]);
    return [`\`${tag}\``, cell([when]), cell(titles), cell(next), cell([buttons.join(', ')])];
  });
  const head = ['Tag', 'When it happens', 'What you read', 'What to do', 'Buttons'];
  const table = [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`);
  return `# When something goes wrong

Every failure of an agent is shown as a card in the conversation: what happened, what to do next, and buttons for it. *Details* on the card holds the command line, the error output of the agent and what it answered; *Show log* has the rest. The tag stands in the log (\`tag=…\`) and is what to name in a report.

*Send again* is there when a prompt failed, and every way to log in that the agent names, as a button each when there are up to three. *Run in a terminal* and *Set API key…* stand on the card of a login where the agent names none.

<!-- Made from the source by \`npm run docs\`: change src/acp/errors.ts, src/acp/errors/ or src/extension/chat/remedies.ts. -->

${table.join('\n')}
`;
}

if (process.argv[1] === import.meta.filename) {
  const page = errorsPage();
  if (process.argv.includes('--check')) {
    if (readFileSync(target, 'utf8') !== page) {
      console.error('docs/errors.md is out of date: run npm run docs');
      process.exit(1);
    }
  } else {
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, page);
  }
}

// Child of test.mjs: runs the compiled tests of one folder in this Node.js process.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Mocha from 'mocha';

const [suite, grep] = process.argv.slice(2);
const tests = join(import.meta.dirname, '..');
const folder = join(tests, '..', 'out', 'test', suite);
process.setSourceMapsEnabled(true);

const mocha = new Mocha({
  ui: 'bdd',
  timeout: 10_000,
  forbidOnly: Boolean(process.env.CI),
  ...(grep && { grep }),
});
for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
  // The folder may still hold the output of a test that was removed or renamed.
  const source = join(tests, suite, name.replace(/\.js$/, '.ts'));
  if (name.endsWith('.test.js') && (existsSync(source) || existsSync(`${source}x`)))
    mocha.addFile(join(folder, name));
}
await mocha.loadFilesAsync();
const runner = mocha.run((failed) => {
  const { passes: passed, pending: skipped } = runner.stats;
  process.send({ passed, failed, skipped }, () => process.exit(failed > 0 ? 1 : 0));
});

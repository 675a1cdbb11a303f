import { createRequire, findSourceMap } from 'node:module';
import { join, relative } from 'node:path';
import Mocha from 'mocha';
import { report, ui } from './ui';

export interface RunOptions {
  /** Milliseconds for one test. */
  readonly timeout?: number;
}

/** VS Code formats stacks itself, so the source map has to be applied to the text. */
function inSources(stack: string): string {
  return stack.replace(
    /\(?((?:\/|[A-Z]:\\)[^():\n]+\.js):(\d+):(\d+)\)?/g,
    (place, file: string, line, column) => {
      const origin = findSourceMap(file)?.findOrigin(Number(line), Number(column));
      if (origin === undefined || !('fileName' in origin)) return place;
      const path = origin.fileName.replace(/^file:\/\//, '');
      return `(${relative(process.cwd(), path)}:${String(origin.lineNumber)}:${String(origin.columnNumber)})`;
    },
  );
}

/** Tests run in VS Code's extension host, whose console is not the terminal: lines go through the door. */
function follow(runner: Mocha.Runner, print: (line: string) => void): void {
  let depth = 0;
  const line = (text: string): void => {
    print(`${'  '.repeat(depth)}${text}`);
  };
  runner.on('suite', (suite) => {
    if (!suite.root) line(suite.title);
    depth += 1;
  });
  runner.on('suite end', () => (depth -= 1));
  runner.on('pass', (test) => {
    line(`✔ ${test.title} (${String(test.duration ?? 0)} ms)`);
  });
  runner.on('pending', (test) => {
    line(`- ${test.title}`);
  });
  runner.on('fail', (test, error: Error) => {
    line(`✘ ${test.fullTitle()}`);
    for (const part of inSources(error.stack ?? error.message).split('\n')) line(`    ${part}`);
  });
}

/** The list of tests beside the bundle that VS Code loaded; see hostBundle in esbuild.mjs. */
function loadTests(folder: string): void {
  // Before the tests are compiled: failures then name the TypeScript lines.
  process.setSourceMapsEnabled(true);
  const list = `${process.env['ACP_WORKBENCH_VARIANT'] ?? 'trusted'}.js`;
  createRequire(join(folder, list))(`./${list}`);
}

/** Runs the compiled tests in a folder. Rejects when a test failed or when there was none. */
export async function runMocha(folder: string, { timeout = 30_000 }: RunOptions = {}): Promise<void> {
  const grep = process.env['ACP_WORKBENCH_GREP'];
  const mocha = new Mocha({
    ui: 'bdd',
    timeout,
    fullTrace: true,
    reporter: Mocha.reporters.Base,
    forbidOnly: process.env['CI'] !== undefined,
    ...(grep !== undefined && { grep }),
  });
  // The globals have to exist before the modules that use them are evaluated.
  mocha.suite.emit('pre-require', globalThis, '', mocha);
  mocha.suite.afterEach(async function () {
    if (this.currentTest?.state === 'failed') {
      await ui.page.screenshot(`failed ${this.currentTest.fullTitle()}`).catch(() => undefined);
    }
  });
  loadTests(folder);

  let printed: Promise<unknown> = Promise.resolve();
  const counts = await new Promise<{ passed: number; failed: number; skipped: number }>((resolve) => {
    const runner = mocha.run((failed) => {
      resolve({ passed: runner.stats?.passes ?? 0, failed, skipped: runner.stats?.pending ?? 0 });
    });
    follow(runner, (line) => (printed = printed.then(() => report.print(line)).catch(() => undefined)));
  });
  await printed;
  await report.counts(counts);
  if (counts.failed > 0) throw new Error(`${String(counts.failed)} tests failed`);
  if (grep === undefined && counts.passed + counts.skipped === 0) throw new Error('There were no tests');
}

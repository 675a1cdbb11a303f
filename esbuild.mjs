// Every bundle of the product, and with --tests those of all tests, or with --tests=unit,host of some.
// `--watch` rebuilds on change.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build, context } from 'esbuild';

const watch = process.argv.includes('--watch');
const tests = process.argv.find((argument) => argument.startsWith('--tests'));

const common = { bundle: true, logLevel: 'warning', legalComments: 'none', treeShaking: true };

/**
 * `import { source } from './file?source'` gives the bundle of file.ts as text: for a thread, which runs no part of
 * another bundle.
 */
const sources = {
  name: 'sources',
  setup(plugins) {
    plugins.onResolve({ filter: /\?source$/ }, ({ path, resolveDir }) => ({
      path: `${join(resolveDir, path.replace(/\?source$/, ''))}.ts`,
      namespace: 'source',
    }));
    plugins.onLoad({ filter: /.*/, namespace: 'source' }, async ({ path }) => {
      const options = {
        ...common,
        platform: 'node',
        format: 'cjs',
        target: 'node20',
        minify: true,
        write: false,
      };
      const { outputFiles } = await build({ ...options, entryPoints: [path] });
      const contents = `export const source = ${JSON.stringify(outputFiles[0].text)};`;
      return { contents, loader: 'js', watchFiles: [path] };
    });
  },
};

const node = { ...common, platform: 'node', format: 'cjs', external: ['vscode'], plugins: [sources] };

/** Bundles of third-party code that the extension loads when it first needs them. */
const libraries = ['sdk', 'tools'];

const separateLibraries = {
  name: 'separate-libraries',
  setup(plugins) {
    plugins.onResolve({ filter: new RegExp(`/libraries/(${libraries.join('|')})$`) }, ({ path }) => ({
      path: `./${path.slice(path.lastIndexOf('/') + 1)}.js`,
      external: true,
    }));
  },
};

const product = [
  {
    ...node,
    entryPoints: Object.fromEntries(libraries.map((name) => [name, `src/acp/libraries/${name}.ts`])),
    outdir: 'dist',
    target: 'node22',
    minify: true,
  },
  {
    ...node,
    plugins: [separateLibraries, sources],
    entryPoints: ['src/extension/extension.ts'],
    outfile: 'dist/extension.js',
    target: 'node22',
    minify: true,
    sourcemap: watch ? 'inline' : false,
  },
  {
    ...common,
    entryPoints: { webview: 'src/webview/main.tsx' },
    outdir: 'dist',
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    loader: { '.css': 'css' },
    sourcemap: watch ? 'inline' : false,
  },
  {
    ...node,
    entryPoints: ['src/acp/demo/main.ts'],
    outfile: 'dist/demo-agent.js',
    target: 'node20',
    minify: true,
    banner: { js: '#!/usr/bin/env node' },
  },
];

function testFiles(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .sort()
    .map((name) => join(folder, name).replaceAll('\\', '/'));
}

function testBundle(folder, extra = {}) {
  return {
    ...node,
    packages: 'external',
    target: 'node20',
    sourcemap: 'inline',
    outdir: `out/test/${folder}`,
    outbase: `test/${folder}`,
    entryPoints: testFiles(`test/${folder}`),
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.css': 'empty' },
    ...extra,
  };
}

/** Which window a test for a real VS Code runs in: `name.restricted.test.ts` and the like name theirs. */
function variantOf(file) {
  return /\.(restricted|packaged|folders)\.test\.ts$/.exec(file)?.[1] ?? 'trusted';
}

/**
 * Makes the module `tests:<kind>:<folder>`, which imports all test files of the folder: inside VS Code
 * one bundle is loaded, and only after mocha's globals exist.
 */
const testList = {
  name: 'test-list',
  setup(plugins) {
    plugins.onResolve({ filter: /^tests:/ }, ({ path }) => ({ path, namespace: 'test-list' }));
    plugins.onLoad({ filter: /.*/, namespace: 'test-list' }, ({ path }) => {
      const [, kind, folder] = path.split(':');
      const files = testFiles(folder).filter((file) => variantOf(file) === kind);
      return {
        contents: files.map((file) => `import ${JSON.stringify(`./${file}`)};`).join('\n'),
        resolveDir: import.meta.dirname,
        watchDirs: [folder],
      };
    });
  },
};

/**
 * The tests for a real VS Code: `test/<folder>/index.ts` exports run(), which loads `trusted.js`; in a
 * workspace that is not trusted `restricted.js`, with the installed VSIX `packaged.js`, with several
 * folders `folders.js`.
 */
function hostBundle(folder) {
  const index = `test/${folder}/index.ts`;
  const variants = ['trusted', 'restricted', 'packaged', 'folders'];
  const lists = Object.fromEntries(variants.map((name) => [name, `tests:${name}:test/${folder}`]));
  return testBundle(folder, {
    entryPoints: existsSync(index) ? { index, ...lists } : {},
    plugins: [testList, sources],
  });
}

/** What `npm run bench` loads: into VS Code and Node.js, with the extension that is the floor, and into a webview. */
function benchBundles() {
  const names = ['host/index.ts', 'floor/extension.ts', 'floor/package.json', 'detect.ts', 'wire.ts'];
  const bundle = { packages: 'bundle', sourcemap: false, loader: { '.json': 'copy' } };
  const entries = (...files) => files.map((name) => `test/bench/${name}`);
  return [
    testBundle('bench', { ...bundle, entryPoints: entries(...names) }),
    testBundle('bench', {
      ...bundle,
      entryPoints: entries('browser/recorder.ts'),
      format: 'iife',
      platform: 'browser',
    }),
  ];
}

/** The scripted agent as a program. */
const agentProgram = testBundle('agent', { packages: 'bundle', entryPoints: ['test/agent/program.ts'] });
const bundled = { packages: 'bundle', external: ['vscode', 'mocha', 'esbuild'] };

const suites = {
  unit: [testBundle('unit', bundled), agentProgram],
  fuzz: testBundle('fuzz', bundled),
  soak: [testBundle('soak', bundled), agentProgram],
  npx: [testBundle('npx', bundled)],
  rules: testBundle('rules'),
  webview: testBundle('webview', { packages: 'bundle', external: ['jsdom', 'mocha'] }),
  host: hostBundle('host'),
  agents: hostBundle('agents'),
  bench: benchBundles(),
};

function chosenSuites() {
  if (tests === undefined) return [];
  const names = tests.includes('=') ? tests.split('=')[1].split(',') : Object.keys(suites);
  return [...new Set(names.flatMap((name) => suites[name]))];
}

const jobs = [...product, ...chosenSuites()].filter((job) => Object.keys(job.entryPoints).length > 0);
try {
  if (watch) await Promise.all(jobs.map(async (job) => (await context(job)).watch()));
  else await Promise.all(jobs.map((job) => build(job)));
} catch (error) {
  // esbuild has shown its own errors.
  if (error.errors === undefined) throw error;
  process.exit(1);
}

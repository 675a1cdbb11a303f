import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/** Bans of a folder, each with the reason that a person sees. */
const noVscode = {
  regex: '^vscode$',
  message:
    'Only src/extension may import vscode, so that everything else runs and is tested without an editor.',
};
const noNode = {
  regex: '^node:',
  message: 'This code runs in a browser: what needs Node.js belongs to the host side.',
};
const noAcp = {
  regex: '(^|/)acp/',
  message: 'src/extension/chat/present.ts is the one translator from ACP terms to view terms.',
};
const noExtension = { regex: '(^|/)extension/', message: 'Nothing depends on the composition side.' };
const noWebview = {
  regex: '(^|/)webview/',
  message: 'The webview is another process: talk to it through src/shared/messages.ts.',
};
const noShared = {
  regex: '(^|/)shared/',
  message: 'The protocol core knows nothing of the chat view; src/extension translates.',
};
const noChildProcess = {
  regex: '^(node:)?child_process$',
  message: 'Agents are started by src/acp/process.ts alone, which owns their group, output and end.',
};
/** process.ts, its other half that ends what it started, and detection, which asks programs for their version. */
const startsProcesses = [
  'src/acp/process.ts',
  'src/acp/killTree.ts',
  'src/acp/processTable.ts',
  'src/acp/agents/**',
];
const noToolkit = {
  regex: '^@vscode/webview-ui-toolkit',
  message:
    'The toolkit is no longer maintained: only src/webview/controls.ts knows it, so that it can be swapped.',
};
const leaf = {
  regex: '^(?!\\./)(?!@agentclientprotocol/sdk$)',
  message:
    'src/shared is the contract between host and webview: it imports its own files and, as types, the ACP schema.',
};
const noTestSupport = { regex: '(^|/)test/', message: 'The product does not depend on its tests.' };

function bans(files, patterns, ignores = []) {
  return { files, ignores, rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns }] } };
}

export default defineConfig(
  { ignores: ['dist/', 'out/', 'node_modules/', '.vscode-test/', 'test/support/sample/'] },
  js.configs.recommended,
  {
    files: ['**/*.mjs'],
    languageOptions: { globals: globals.node },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: 'error',
      // What agents send is cleaned of control characters, by patterns that name them.
      'no-control-regex': 'off',
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Named exports: one name for a thing everywhere.' },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      // Numbers read the same with and without String().
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // `() => void call()` and one-line arrow functions are house style.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // A function given as a value to an interface that returns void is common at the vscode API.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { arguments: false } }],
      // An implementation may be async by contract without awaiting anything.
      '@typescript-eslint/require-await': 'off',
      // An effect may return its clean-up: `void | (() => void)`.
      '@typescript-eslint/no-invalid-void-type': 'off',
      // vscode's Disposable is a class that everyone implements as an object with dispose().
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // Empty functions are a fine default for an optional callback.
      '@typescript-eslint/no-empty-function': 'off',
      // Interfaces are for what others implement, types for the rest: a meaning that the rule cannot see.
      '@typescript-eslint/consistent-type-definitions': 'off',
      // `while (true)` around an awaited step reads better than a flag.
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['src/**'],
    rules: {
      'no-console': ['error'],
      'max-lines': ['error', { max: 500 }],
    },
  },
  bans(['src/shared/**'], [leaf]),
  bans(
    ['src/acp/**'],
    [noVscode, noShared, noExtension, noWebview, noTestSupport, noChildProcess],
    startsProcesses,
  ),
  bans(startsProcesses, [noVscode, noShared, noExtension, noWebview, noTestSupport]),
  bans(
    ['src/webview/**'],
    [noNode, noVscode, noAcp, noExtension, noTestSupport, noToolkit],
    ['src/webview/controls.ts'],
  ),
  bans(['src/webview/controls.ts'], [noNode, noVscode, noAcp, noExtension, noTestSupport]),
  bans(['src/extension/**'], [noWebview, noTestSupport]),
  {
    files: ['test/**/*.ts', 'test/**/*.tsx'],
    rules: {
      // mocha's this, and chains such as expect-like helpers.
      '@typescript-eslint/no-unused-expressions': 'off',
      // Fakes hand out methods of plain objects.
      '@typescript-eslint/unbound-method': 'off',
    },
  },
);

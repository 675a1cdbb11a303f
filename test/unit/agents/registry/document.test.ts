import { deepStrictEqual, match, strictEqual } from 'node:assert/strict';
import { parseRegistry, type RegistryAgent } from '../../../../src/acp/agents/registry/document';

const good = {
  id: 'tool',
  name: 'Tool',
  version: '1.2.3',
  description: 'Does things',
  distribution: { npx: { package: '@scope/tool@1.2.3', args: ['--acp'] } },
};
const target = { archive: 'https://example.com/tool.tar.gz', cmd: './tool' };

function parse(...agents: readonly unknown[]) {
  return parseRegistry({ version: '1.0.0', agents });
}

function only(change: object): RegistryAgent | undefined {
  return parse({ ...good, ...change }).agents[0];
}

function binaryOf(change: object, platform = 'linux-x86_64'): unknown {
  return only({ distribution: { binary: { [platform]: { ...target, ...change } } } });
}

describe('the registry document', () => {
  it('reads an agent with everything that it can have', () => {
    const sha256 = 'AB'.repeat(32);
    const { version, agents, ignored } = parse({
      ...good,
      repository: 'https://example.com/repository',
      website: 'https://example.com/',
      authors: ['One', 'Two <two@example.com>'],
      license: 'MIT',
      license_url: 'https://example.com/license',
      icon: 'https://example.com/icon.svg',
      distribution: {
        npx: { package: 'tool@1.2.3', cmd: 'tool-acp', args: ['a'], env: { A: '1' } },
        uvx: { package: 'tool==1.2.3' },
        binary: { 'windows-x86_64': { ...target, cmd: '.\\bin\\tool.exe', args: ['acp'], env: {}, sha256 } },
      },
    });
    deepStrictEqual(ignored, []);
    strictEqual(version, '1.0.0');
    deepStrictEqual(agents, [
      {
        ...good,
        repository: 'https://example.com/repository',
        website: 'https://example.com/',
        authors: ['One', 'Two <two@example.com>'],
        license: 'MIT',
        licenseUrl: 'https://example.com/license',
        icon: 'https://example.com/icon.svg',
        distribution: {
          npx: { package: 'tool@1.2.3', command: 'tool-acp', args: ['a'], env: { A: '1' } },
          uvx: { package: 'tool==1.2.3', args: [], env: {} },
          binary: {
            'windows-x86_64': {
              ...target,
              cmd: '.\\bin\\tool.exe',
              args: ['acp'],
              env: {},
              sha256: sha256.toLowerCase(),
            },
          },
        },
      },
    ]);
  });

  it('leaves out entries that it cannot use, says why, and keeps the others', () => {
    const bad = [null, 'text', [], {}, { ...good, id: 'Bad' }, { ...good, id: 'b', version: '../1' }];
    const { agents, ignored } = parse(...bad, good, { ...good, name: 'Again' });
    deepStrictEqual(
      agents.map(({ name }) => name),
      ['Tool'],
    );
    strictEqual(ignored.length, 7);
    match(ignored[0] ?? '', /^agents\[0\]: is not an object$/);
    match(ignored[6] ?? '', /^agents\[7\] tool: the id is used twice$/);
  });

  for (const value of [undefined, null, 7, 'text', [], {}, { agents: {} }]) {
    it(`takes ${value === undefined ? 'nothing' : JSON.stringify(value)} for an empty registry`, () => {
      const { agents, ignored } = parseRegistry(value);
      deepStrictEqual(agents, []);
      deepStrictEqual(ignored, ['agents: is not a list']);
    });
  }

  for (const id of [
    '',
    'Tool',
    '1tool',
    '-tool',
    'a.b',
    '../x',
    'con',
    'lpt1',
    'constructor',
    'x'.repeat(65),
    5,
  ]) {
    it(`refuses the id ${JSON.stringify(id)}`, () => strictEqual(only({ id }), undefined));
  }

  for (const version of ['', 'latest', '..', '1/2', '1.', '1 2', 'x'.repeat(101), 1]) {
    it(`refuses the version ${JSON.stringify(version)}`, () => strictEqual(only({ version }), undefined));
  }

  it('passes over kinds of distribution that it does not know', () => {
    const { agents, ignored } = parse(
      { ...good, distribution: { ...good.distribution, docker: { image: 'tool' } } },
      { ...good, id: 'future', distribution: { docker: { image: 'tool' } } },
    );
    deepStrictEqual(ignored, []);
    deepStrictEqual(
      agents.map(({ distribution }) => Object.keys(distribution)),
      [['npx'], []],
    );
  });

  for (const archive of [
    'http://example.com/a',
    'ftp://example.com/a',
    'https://me:secret@example.com/a',
    'x',
    1,
  ]) {
    it(`refuses the archive ${JSON.stringify(archive)}`, () => strictEqual(binaryOf({ archive }), undefined));
  }

  it('takes http from this computer, for tests', () => {
    const agent = binaryOf({ archive: 'http://127.0.0.1:8080/tool.zip' });
    strictEqual((agent as RegistryAgent).id, 'tool');
  });

  for (const cmd of [
    '',
    '.',
    '/bin/sh',
    '../tool',
    'a/../../tool',
    'C:\\tool.exe',
    '\\\\server\\tool',
    'a\0b',
    1,
  ]) {
    it(`refuses the command ${JSON.stringify(cmd)}`, () => strictEqual(binaryOf({ cmd }), undefined));
  }

  for (const name of ['--help', 'git+https://example.com/x', './tool', 'tool && true', 'a b', '', 7]) {
    it(`refuses the package ${JSON.stringify(name)}`, () => {
      strictEqual(only({ distribution: { npx: { package: name } } }), undefined);
      strictEqual(only({ distribution: { uvx: { package: name } } }), undefined);
    });
  }

  it('refuses names of variables that are names of every object', () => {
    const env: unknown = JSON.parse('{"__proto__": "x"}');
    strictEqual(only({ distribution: { npx: { package: 'tool', env } } }), undefined);
    strictEqual(only({ distribution: { npx: { package: 'tool', env: { constructor: 'x' } } } }), undefined);
  });

  it('does not take what an entry inherits', () => {
    const entry: unknown = JSON.parse(
      `{"__proto__": {"id": "tool", "version": "1.0.0", "distribution": {"npx": {"package": "tool"}}}}`,
    );
    deepStrictEqual(parse(entry).agents, []);
  });

  it('keeps the platforms that are fine beside one that is not', () => {
    const { agents, ignored } = parse({
      ...good,
      distribution: {
        binary: {
          'linux-x86_64': { ...target, sha256: 'short' },
          'linux-aarch64': target,
          'amiga-68k': target,
        },
      },
    });
    deepStrictEqual(Object.keys(agents[0]?.distribution.binary ?? {}), ['linux-aarch64']);
    deepStrictEqual(ignored, ['agents[0] tool: binary linux-x86_64: sha256 is not a SHA-256']);
  });

  it('cuts long texts, and takes line breaks and hidden characters out of them', () => {
    const agent = only({ name: 'a\n\u202eb', description: 'x'.repeat(5000), authors: ['', 3, 'Me'] });
    strictEqual(agent?.name, 'a b');
    strictEqual(agent.description.length, 1001);
    deepStrictEqual(agent.authors, ['Me']);
  });

  it('keeps pages only where they are web pages', () => {
    const agent = only({ website: 'javascript:alert(1)', repository: 'file:///etc', icon: './icon.svg' });
    deepStrictEqual([agent?.website, agent?.repository, agent?.icon], [undefined, undefined, undefined]);
  });

  it('reads no more than 2000 agents', () => {
    const { agents, ignored } = parse(
      ...Array.from({ length: 2001 }, (_, index) => ({ ...good, id: `a${index}` })),
    );
    strictEqual(agents.length, 2000);
    deepStrictEqual(ignored, ['agents: only the first 2000 are used']);
  });
});

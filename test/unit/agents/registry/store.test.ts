import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import {
  RegistryStore,
  type RegistryResult,
  type RegistryStoreOptions,
} from '../../../../src/acp/agents/registry/store';
import { english } from '../../../../src/acp/errors';
import { temporaryFolder } from '../../support';
import { everythingIn } from './files';
import { LocalServer, type Answer } from './localServer';

const registryOf = (...ids: readonly string[]) => ({
  version: '1.0.0',
  agents: ids.map((id) => ({ id, name: id, version: '1.0.0', distribution: { npx: { package: id } } })),
});

const HOUR = 3_600_000;

describe('the registry store', () => {
  const server = new LocalServer();
  let folder = '';
  let clock = 0;
  let snapshots = 0;

  before(() => server.start());
  after(() => server.stop());
  beforeEach(() => {
    folder = temporaryFolder();
    clock = 1_700_000_000_000;
    snapshots = 0;
    server.asked.length = 0;
  });

  function open(options: Partial<RegistryStoreOptions> = {}): RegistryStore {
    return new RegistryStore({
      url: server.url('/registry.json'),
      cacheFile: join(folder, 'cache', 'registry.json'),
      fetch,
      now: () => clock,
      snapshot: async () => {
        snapshots++;
        return registryOf('from-snapshot');
      },
      ...options,
    });
  }

  function answer(how: Answer): void {
    server.on('/registry.json', how);
  }

  function serve(document: unknown, headers: Record<string, string> = {}): void {
    answer((_request, response) => response.writeHead(200, headers).end(JSON.stringify(document)));
  }

  const idsOf = ({ document }: RegistryResult): string => document.agents.map(({ id }) => id).join();

  /** Source, ids and error of a result. */
  function brief(result: RegistryResult): readonly [string, string, string] {
    return [result.source, idsOf(result), result.error === undefined ? '' : english(result.error)];
  }

  /** A cache on disk with the agent `cached`, and the time set to when it is too old. */
  async function withOldCache(): Promise<void> {
    serve(registryOf('cached'), { etag: '"one"', 'last-modified': 'Mon, 03 Aug 2026 10:00:00 GMT' });
    await open().get();
    clock += 2 * HOUR;
    server.asked.length = 0;
  }

  /** What is given when the registry fails in this way. */
  async function whenItFails(how: Answer, options: Partial<RegistryStoreOptions> = {}): Promise<string> {
    await withOldCache();
    answer(how);
    const [source, ids, error] = brief(await open(options).get());
    deepStrictEqual([source, ids], ['cache', 'cached']);
    deepStrictEqual(everythingIn(join(folder, 'cache')), ['registry.json']);
    return error;
  }

  it('fetches the registry, and gives it from the cache for an hour', async () => {
    serve(registryOf('fetched'));
    const store = open();
    const first = await store.get();
    deepStrictEqual([first.source, first.age, idsOf(first)], ['network', 0, 'fetched']);
    clock += HOUR - 1;
    const second = await store.get();
    deepStrictEqual([second.source, second.age, idsOf(second)], ['cache', HOUR - 1, 'fetched']);
    strictEqual(server.asked.length, 1);
    clock += 1;
    strictEqual((await store.get()).source, 'network');
    strictEqual(server.asked.length, 2);
  });

  it('finds what another window has fetched', async () => {
    serve(registryOf('fetched'));
    await open().get();
    deepStrictEqual(brief(await open().get()), ['cache', 'fetched', '']);
    strictEqual(server.asked.length, 1);
  });

  it('fetches again before the hour when it is told to', async () => {
    serve(registryOf('old'));
    const store = open();
    await store.get();
    serve(registryOf('new'));
    deepStrictEqual(brief(await store.get({ force: true })), ['network', 'new', '']);
  });

  it('makes one fetch of two calls at once', async () => {
    serve(registryOf('fetched'));
    const store = open();
    const results = await Promise.all([store.get(), store.get({ force: true }), store.get()]);
    deepStrictEqual(new Set(results.map(idsOf)), new Set(['fetched']));
    strictEqual(server.asked.length, 1);
  });

  it('asks only whether the cached document is still the newest', async () => {
    await withOldCache();
    const headers: unknown[] = [];
    answer((request, response) => {
      headers.push([request.headers['if-none-match'], request.headers['if-modified-since']]);
      response.writeHead(304).end();
    });
    const store = open();
    const result = await store.get();
    deepStrictEqual([result.source, result.age, idsOf(result)], ['network', 0, 'cached']);
    deepStrictEqual(headers, [['"one"', 'Mon, 03 Aug 2026 10:00:00 GMT']]);
    clock += HOUR - 1;
    strictEqual((await open().get()).source, 'cache', 'the answer counts for an hour, in other windows too');
    strictEqual(server.asked.length, 1);
  });

  it('gives the cache however old when the server fails, and says why', async () => {
    match(await whenItFails((_request, response) => response.writeHead(500).end()), /500/);
  });

  it('gives the cache when the answer is no JSON', async () => {
    match(await whenItFails((_request, response) => response.end('<html>Log in</html>')), /not JSON/);
  });

  it('gives the cache when the answer is no registry', async () => {
    match(await whenItFails((_request, response) => response.end('{"agents": []}')), /lists no agents/);
  });

  it('gives the cache when the redirects do not end', async () => {
    const loop: Answer = (_request, response) =>
      response.writeHead(302, { location: '/registry.json' }).end();
    match(await whenItFails(loop), /redirects/);
  });

  it('gives the cache when it is led to an address that is not https', async () => {
    const away: Answer = (_request, response) =>
      response.writeHead(302, { location: 'http://example.com/registry.json' }).end();
    match(await whenItFails(away), /not https/);
  });

  it('gives the cache when the document is too large', async () => {
    const error = await whenItFails((_request, response) => response.end('x'.repeat(5000)), {
      maxBytes: 4000,
    });
    match(error, /larger than 4000 bytes/);
  });

  it('gives the cache when the document does not end', async () => {
    const error = await whenItFails(
      (_request, response) => {
        response.write('x'.repeat(3000));
        response.write('x'.repeat(3000));
      },
      { maxBytes: 4000 },
    );
    match(error, /larger than 4000 bytes/);
  });

  it('gives up a body that is too slow, and ends the request', async () => {
    let ended: Promise<unknown> | undefined;
    const slow = (request: IncomingMessage, response: ServerResponse): void => {
      ended = once(request.socket, 'close');
      response.write('{');
    };
    match(await whenItFails(slow, { timeLimit: 100 }), /time/);
    await ended;
  });

  it('gives the snapshot when there is neither a network nor a cache', async () => {
    const result = await open({ fetch: () => Promise.reject(new TypeError('fetch failed')) }).get();
    deepStrictEqual(brief(result), [
      'snapshot',
      'from-snapshot',
      'The registry could not be read: fetch failed',
    ]);
    strictEqual(result.age, undefined);
    deepStrictEqual(everythingIn(folder), []);
  });

  it('reads the snapshot only when it is needed', async () => {
    serve(registryOf('fetched'));
    await open().get();
    strictEqual(snapshots, 0);
  });

  it('gives an empty registry when not even the snapshot can be read', async () => {
    const result = await open({
      fetch: () => Promise.reject(new Error('offline')),
      snapshot: () => Promise.reject(new Error('no file')),
    }).get();
    deepStrictEqual(brief(result), ['snapshot', '', 'The registry could not be read: offline']);
  });

  it('waits a minute after a failure, unless it is told to ask', async () => {
    answer((_request, response) => response.writeHead(500).end());
    const store = open();
    await store.get();
    match(brief(await store.get())[2], /500/);
    strictEqual(server.asked.length, 1);
    await store.get({ force: true });
    strictEqual(server.asked.length, 2);
    clock += 60_000;
    serve(registryOf('fetched'));
    deepStrictEqual(brief(await store.get()), ['network', 'fetched', '']);
  });

  for (const text of ['', '{', 'null', '[]', '{"url": 1}', '{"checkedAt": 1e999}']) {
    it(`passes over a cache that is ${JSON.stringify(text)}`, async () => {
      await withOldCache();
      writeFileSync(join(folder, 'cache', 'registry.json'), text);
      const failing = { fetch: () => Promise.reject(new Error('offline')) };
      strictEqual((await open(failing).get()).source, 'snapshot');
      serve(registryOf('fetched'));
      deepStrictEqual(brief(await open().get()), ['network', 'fetched', '']);
    });
  }

  it('passes over the cache of another registry', async () => {
    await withOldCache();
    const url = server.serve('/other.json', JSON.stringify(registryOf('other')));
    deepStrictEqual(brief(await open({ url }).get()), ['network', 'other', '']);
  });

  it('asks again when the cache is from the future', async () => {
    await withOldCache();
    clock -= 10 * HOUR;
    serve(registryOf('fetched'));
    deepStrictEqual(brief(await open().get()), ['network', 'fetched', '']);
  });

  it('goes on when the cache cannot be written', async () => {
    writeFileSync(join(folder, 'cache'), 'a file in the place of the folder');
    serve(registryOf('fetched'));
    deepStrictEqual(brief(await open().get()), ['network', 'fetched', '']);
    strictEqual(readFileSync(join(folder, 'cache'), 'utf8'), 'a file in the place of the folder');
  });

  it('leaves no temporary files', async () => {
    serve(registryOf('fetched'));
    await Promise.all([open().get(), open().get(), open().get()]);
    deepStrictEqual(everythingIn(folder), ['cache', 'cache/registry.json']);
    ok(readFileSync(join(folder, 'cache', 'registry.json'), 'utf8').endsWith('}'));
  });
});

import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { download, type DownloadRequest } from '../../../../src/acp/agents/registry/download';
import type { AgentError } from '../../../../src/acp/errors';
import { agentFailure, temporaryFolder } from '../../support';
import { everythingIn } from './files';
import { LocalServer } from './localServer';

const content = Buffer.from('the program '.repeat(20_000));
const sha256 = createHash('sha256').update(content).digest('hex');

describe('downloads for the registry', () => {
  const server = new LocalServer();
  let folder = '';

  before(() => server.start());
  after(() => server.stop());
  beforeEach(() => (folder = temporaryFolder()));

  function start(url: string, more: Partial<DownloadRequest> = {}) {
    return download({ url, file: join(folder, 'file'), ...more }, fetch);
  }

  /** Fails, and leaves nothing. */
  async function refused(url: string, more: Partial<DownloadRequest> = {}): Promise<AgentError> {
    const error = await agentFailure(start(url, more));
    deepStrictEqual(everythingIn(folder), []);
    return error;
  }

  it('writes the file, tells its hash and how far it is', async () => {
    const url = server.on('/file', (_request, response) =>
      response.writeHead(200, { 'content-length': content.length }).end(content),
    );
    const progress: (readonly [number, number | undefined])[] = [];
    const result = await start(url, {
      sha256: sha256.toUpperCase(),
      progress: (received, total) => progress.push([received, total]),
    });
    deepStrictEqual(result, { bytes: content.length, sha256 });
    ok(readFileSync(join(folder, 'file')).equals(content));
    deepStrictEqual(progress.at(-1), [content.length, content.length]);
  });

  it('goes without a length from the server', async () => {
    const url = server.on('/chunked', (_request, response) => {
      response.write('one');
      response.end('two');
    });
    const totals = new Set<number | undefined>();
    strictEqual((await start(url, { progress: (_received, total) => totals.add(total) })).bytes, 6);
    deepStrictEqual([...totals], [undefined]);
  });

  it('follows redirects', async () => {
    server.serve('/target', content);
    server.redirect('/second', '/target');
    strictEqual((await start(server.redirect('/first', server.url('/second')))).sha256, sha256);
  });

  it('gives up after ten redirects', async () => {
    const error = await refused(server.redirect('/loop', '/loop'));
    match(error.message, /more than 10 redirects/);
    strictEqual(server.asked.filter((path) => path === '/loop').length, 11);
  });

  it('does not follow a redirect to an address that is not https', async () => {
    const error = await refused(server.redirect('/plain', 'http://example.com/file'));
    match(error.message, /not encrypted/);
    match(error.details ?? '', /http:\/\/example\.com\/file/);
  });

  it('does not let an address of the internet lead to this computer', async () => {
    const inside = server.serve('/inside', content);
    const outside = async (): Promise<Response> =>
      new Response(null, { status: 302, headers: { location: inside } });
    const request = { url: 'https://example.com/file', file: join(folder, 'file') };
    match((await agentFailure(download(request, outside))).message, /not encrypted/);
    ok(!server.asked.includes('/inside'));
  });

  it('asks no address that is not https', async () => {
    for (const url of ['http://example.com/file', 'file:///etc/passwd', 'nonsense'])
      match((await refused(url)).message, /not encrypted/);
  });

  it('refuses another file than the hash is about', async () => {
    const error = await refused(server.serve('/other', 'something else'), { sha256 });
    match(error.message, /checksum/);
    match(error.details ?? '', new RegExp(sha256));
  });

  it('names the status of the server', async () => {
    match((await refused(server.url('/missing'))).message, /404 Not Found/);
  });

  it('says why there is no connection', async () => {
    const gone = new LocalServer();
    await gone.start();
    const url = gone.url('/');
    await gone.stop();
    match((await refused(url)).message, /ECONNREFUSED/);
  });

  it('refuses what is announced to be too large', async () => {
    match((await refused(server.serve('/announced', content), { maxBytes: 1000 })).message, /larger than/);
  });

  it('refuses what turns out to be too large', async () => {
    const url = server.on('/growing', (_request, response) => {
      response.write(content);
      response.end(content);
    });
    match((await refused(url, { maxBytes: content.length + 1 })).message, /larger than/);
  });

  it('fails when the connection breaks in the middle', async () => {
    const url = server.on('/broken', (_request, response) => {
      response.writeHead(200, { 'content-length': content.length });
      response.write(content.subarray(0, 100), () => response.destroy());
    });
    strictEqual((await refused(url)).tag, 'install-failed');
  });

  it('fails when nothing comes any more', async () => {
    const url = server.on('/stalled', (_request, response) => void response.write('a beginning'));
    match((await refused(url, { stallLimit: 50 })).message, /nothing arrived for 0\.05 s/);
  });

  it('fails when no answer comes at all', async () => {
    const url = server.on('/silent', () => undefined);
    match((await refused(url, { stallLimit: 50 })).message, /nothing arrived/);
  });

  it('stops in the middle when asked to', async () => {
    const url = server.on('/endless', (_request, response) => void response.write(content));
    const controller = new AbortController();
    const error = await refused(url, { signal: controller.signal, progress: () => controller.abort() });
    strictEqual(error.tag, 'stopped');
  });

  it('does not begin when it was stopped before', async () => {
    const url = server.serve('/never', content);
    strictEqual((await refused(url, { signal: AbortSignal.abort() })).tag, 'stopped');
    ok(!server.asked.includes('/never'));
  });

  it('leaves a file alone that is there already', async () => {
    const url = server.serve('/again', content);
    await start(url);
    await agentFailure(start(url, { sha256: '0'.repeat(64) }));
    ok(readFileSync(join(folder, 'file')).equals(content));
  });

  it('says when the file cannot be written', async () => {
    mkdirSync(join(folder, 'file'));
    match((await agentFailure(start(server.serve('/good', content)))).message, /could not be put/);
  });
});

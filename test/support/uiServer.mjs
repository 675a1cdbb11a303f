// The loopback door between tests in the extension host and the user interface outside.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { stripVTControlCharacters } from 'node:util';
import { perform } from './uiActions.mjs';

async function readJson(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

/**
 * `env` leads the tests here; `report()` gives the counts they ended with.
 * @param {object} options
 * @param {() => Promise<import('playwright-core').Page>} options.page the window to drive
 * @param {string} options.shots folder for screenshots
 * @param {(line: string) => void} options.print a line of the test report
 */
export async function startUiServer({ page, shots, print }) {
  const token = randomUUID();
  let begun = false;
  let report;

  async function answer(message) {
    if (message.target === 'report') {
      begun = true;
      if (message.action === 'print') print(message.line);
      else report = message.counts;
      return null;
    }
    return (await perform(await page(), message, shots)) ?? null;
  }

  const server = createServer(async (request, response) => {
    const reply = (status, body) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    if (request.method !== 'POST' || request.headers.authorization !== `Bearer ${token}`) {
      reply(403, { error: 'forbidden' });
      return;
    }
    try {
      reply(200, { value: await answer(await readJson(request)) });
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      reply(200, { error: stripVTControlCharacters(text) });
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  return {
    env: { ACP_WORKBENCH_UI: `http://127.0.0.1:${port}/?token=${token}` },
    hasBegun: () => begun,
    report: () => report,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

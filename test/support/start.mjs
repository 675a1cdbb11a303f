// npm start [-- --host=web|desktop] [--port N] [--no-open] [folder]: opens VS Code with the extension of
// this checkout, the chat and the demo agent. Own settings and extensions stay untouched.
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build, ensureInstalled, main, repository } from './install.mjs';

const env = { ACP_WORKBENCH_OPEN_CHAT: '1' };

/** The folder to work in: the one asked for, or a copy of the sample that can be changed at will. */
async function chooseFolder(asked) {
  if (asked === undefined) {
    const { makeSampleWorkspace } = await import('./sample.mjs');
    return {
      path: makeSampleWorkspace().folder,
      trust: true,
      note: 'The project in it is a throw-away copy.',
    };
  }
  const path = resolve(process.env.INIT_CWD ?? '.', asked);
  if (!existsSync(path) || !statSync(path).isDirectory()) throw new Error(`${path} is not a folder.`);
  return { path, trust: false, note: `It works in ${path}.` };
}

async function chooseDesktop(host) {
  if (host === 'web') return undefined;
  const { findDesktop } = await import('./desktopApp.mjs');
  const { program, reason } = findDesktop();
  if (program === undefined && host === 'desktop') {
    throw new Error(`${reason}\nWithout it: npm start -- --host=web shows VS Code in a browser.`);
  }
  return program;
}

async function startDesktop(program, folder) {
  const { startDesktopApp } = await import('./desktopApp.mjs');
  const app = startDesktopApp(program, {
    folder: folder.path,
    trust: folder.trust,
    extension: repository,
    env,
  });
  console.log(`\nVS Code is opening with ACP Workbench. ${folder.note}`);
  console.log('Close its window or press Ctrl+C here to end.\n');
  const code = await app.exited;
  await app.stop();
  if (code !== 0) throw new Error(`${program} ended with ${code}.`);
}

async function startWeb(folder, { port, open }) {
  const { startServer } = await import('./vscode.mjs');
  const server = await startServer({
    folder: folder.path,
    trust: folder.trust,
    extension: repository,
    env,
    port,
  });
  console.log(
    `\nVS Code with ACP Workbench is at\n\n    ${server.origin}/\n\n${folder.note} Ctrl+C ends it all.\n`,
  );
  if (open) await openInBrowser(`${server.origin}/`);
  const code = await server.exited;
  await server.stop();
  throw new Error(`The VS Code server ended with ${code}.`);
}

async function openInBrowser(url) {
  const { spawn } = await import('node:child_process');
  const command = process.platform === 'darwin' ? 'open' : 'xdg-open';
  if (command === 'xdg-open' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return;
  const child = spawn(command, [url], { stdio: 'ignore', detached: true });
  // The address is on the screen already.
  child.on('error', () => undefined);
  child.unref();
}

function parsePort(text) {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65535)
    throw new Error(`--port ${text} is not a port number.`);
  return port;
}

await main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      host: { type: 'string' },
      port: { type: 'string' },
      'no-open': { type: 'boolean', default: false },
    },
  });
  const { host } = values;
  if (host !== undefined && host !== 'web' && host !== 'desktop') {
    throw new Error(`--host is web or desktop, not ${host}.`);
  }
  const port = values.port === undefined ? undefined : parsePort(values.port);
  ensureInstalled();
  build();
  const program = await chooseDesktop(host ?? (port === undefined ? undefined : 'web'));
  const folder = await chooseFolder(positionals[0]);
  if (program === undefined) await startWeb(folder, { port, open: !values['no-open'] });
  else await startDesktop(program, folder);
});

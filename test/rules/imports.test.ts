import { readManifest } from './manifest';
import { expectNone, importsOf, readSources, roomOf, type Import, type Source } from './sources';

interface Room {
  /** Other folders of src. */
  readonly rooms: readonly string[];
  readonly packages: readonly RegExp[];
  /** Packages whose types alone may be used. */
  readonly types?: readonly RegExp[];
  readonly why: string;
}

const acpSdk = /^@agentclientprotocol\/sdk(\/|$)/;
const node = /^node:/;
const archives = /^(yauzl|tar-stream|unbzip2-stream)$/;
const toolkit = /^@vscode\/webview-ui-toolkit(\/|$)/;
const childProcess = /^node:child_process$/;

const rooms: Readonly<Record<string, Room>> = {
  shared: {
    rooms: [],
    packages: [],
    types: [acpSdk],
    why: 'the contract between host and webview depends on neither',
  },
  acp: {
    rooms: [],
    packages: [acpSdk, node, archives, /^semver(\/|$)/, /^jsonc-parser(\/|$)/],
    why: 'the protocol core knows no editor, no DOM and no chat view',
  },
  webview: {
    rooms: ['shared'],
    packages: [/^preact(\/|$)/, toolkit, /^marked$/, /^dompurify$/, /^highlight\.js(\/|$)/],
    why: 'the webview is a browser page that knows the host only through src/shared',
  },
  extension: {
    rooms: ['acp', 'shared'],
    packages: [/^vscode$/, node, acpSdk, /^diff$/],
    why: 'the extension composes acp and shared, and talks to the webview through messages',
  },
};

const library = /^(yauzl|tar-stream|unbzip2-stream|semver|jsonc-parser|@agentclientprotocol\/sdk)(\/|$)/;

/** Files with a door of their own; nobody else in the room uses it. */
const doors: readonly { room: string; what: RegExp; files: RegExp; types?: boolean; why: string }[] = [
  {
    room: 'acp',
    what: childProcess,
    files: /^src\/acp\/(process|killTree|processTable)\.ts$|^src\/acp\/agents\//,
    why: 'agents are started in src/acp/process.ts alone',
  },
  {
    room: 'acp',
    what: library,
    files: /^src\/acp\/(libraries|demo)\//,
    // Types cost nothing.
    types: true,
    why: 'libraries are bundles of their own, which activation does not load',
  },
  {
    room: 'webview',
    what: toolkit,
    files: /^src\/webview\/controls\.ts$/,
    why: 'swapping the toolkit must stay a change of src/webview/controls.ts',
  },
];

function problemWith(source: Source, { specifier, typeOnly }: Import): string | undefined {
  const room = rooms[source.room];
  if (room === undefined) return `is in ${source.room}, which is no known folder of src`;
  const target = roomOf(source, specifier);
  if (target !== undefined) {
    return target === source.room || room.rooms.includes(target) ? undefined : room.why;
  }
  const closed = doors.find(
    (door) =>
      door.room === source.room &&
      door.what.test(specifier) &&
      !door.files.test(source.path) &&
      !(typeOnly && door.types === true),
  );
  if (closed !== undefined) return closed.why;
  const allowed = typeOnly ? [...room.packages, ...(room.types ?? [])] : room.packages;
  return allowed.some((pattern) => pattern.test(specifier)) ? undefined : room.why;
}

describe('imports', () => {
  const sources = readSources();

  for (const name of Object.keys(rooms)) {
    it(`of src/${name} stay within what it may know`, () => {
      const problems = sources
        .filter((source) => source.room === name)
        .flatMap((source) =>
          importsOf(source).flatMap((used) => {
            const why = problemWith(source, used);
            return why === undefined
              ? []
              : [`${source.path}:${used.line} imports '${used.specifier}': ${why}`];
          }),
        );
      expectNone(problems);
    });
  }

  it('name only packages that package.json lists', () => {
    const { devDependencies, dependencies } = readManifest();
    const listed = { ...devDependencies, ...dependencies };
    const problems = sources.flatMap((source) =>
      importsOf(source).flatMap(({ specifier, line }) => {
        const name = /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;
        const ours = /^(\.|node:|vscode$)/.test(specifier);
        return ours || name in listed ? [] : [`${source.path}:${line} imports '${specifier}'`];
      }),
    );
    expectNone(problems);
  });

  it('are only made from the four folders', () => {
    expectNone(
      sources.filter(({ room }) => !(room in rooms)).map(({ path }) => `${path} is in none of them`),
    );
  });
});

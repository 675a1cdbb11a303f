import { deepStrictEqual } from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { commands, contextKeys, settings, views } from '../../src/extension/ids';
import {
  contextKeysOf,
  readManifest,
  readTexts,
  settingsInClauses,
  settingsOf,
  strings,
  viewsOf,
} from './manifest';
import { expectNone } from './sources';

/** What is in one place and not in the other. */
function differences(inManifest: readonly string[], inCode: Readonly<Record<string, string>>): string[] {
  const code = Object.values(inCode);
  return [
    ...inManifest.filter((id) => !code.includes(id)).map((id) => `${id} is in package.json, not in ids.ts`),
    ...code.filter((id) => !inManifest.includes(id)).map((id) => `${id} is in ids.ts, not in package.json`),
  ];
}

describe('the manifest', () => {
  const manifest = readManifest();
  const texts = readTexts();
  const declared = manifest.contributes.commands;

  function resolve(text: string): string {
    return text.replace(/^%(.+)%$/, (whole, key: string) => texts[key] ?? whole);
  }

  it('and ids.ts have the same commands', () => {
    expectNone(
      differences(
        declared.map(({ command }) => command),
        commands,
      ),
    );
  });

  it('and ids.ts have the same views and view containers', () => {
    expectNone(differences(viewsOf(manifest), views));
  });

  it('and ids.ts have the same settings', () => {
    expectNone(differences(settingsOf(manifest), settings));
  });

  it('and ids.ts have the same context keys', () => {
    expectNone(differences(contextKeysOf(manifest), contextKeys));
  });

  it('names only its own commands and settings in menus, keys and clauses', () => {
    const known = declared.map(({ command }) => command);
    const { menus, keybindings } = manifest.contributes;
    const used = [...Object.values(menus).flat(), ...keybindings].flatMap(({ command }) => command ?? []);
    expectNone([
      ...used.filter((id) => !known.includes(id)).map((id) => `${id} is used but is no command`),
      ...settingsInClauses(manifest)
        .filter((id) => !settingsOf(manifest).includes(id))
        .map((id) => `config.${id} is used but is no setting`),
    ]);
  });

  it('gives every command a title and a category', () => {
    expectNone([
      ...declared.filter(({ title }) => !title).map(({ command }) => `${command} has no title`),
      ...declared.filter(({ category }) => !category).map(({ command }) => `${command} has no category`),
    ]);
  });

  it('has agents found, started and given their secrets on the side of the workspace (B162)', () => {
    deepStrictEqual(manifest.extensionKind, ['workspace']);
  });

  it('and package.nls.json have the same texts', () => {
    const used = strings(manifest).flatMap(({ text }) => /^%(.+)%$/.exec(text)?.[1] ?? []);
    expectNone([
      ...used.filter((key) => !(key in texts)).map((key) => `%${key}% is not in package.nls.json`),
      ...Object.keys(texts)
        .filter((key) => !used.includes(key))
        .map((key) => `${key} of package.nls.json is not used`),
    ]);
  });

  it('has every command in README.md by its title', () => {
    const readme = existsSync('README.md') ? readFileSync('README.md', 'utf8') : '';
    const titles = declared.map(({ title = '' }) => resolve(title));
    expectNone(
      titles.filter((title) => !readme.includes(title)).map((title) => `README.md lacks “${title}”`),
    );
  });
});

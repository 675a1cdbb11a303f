import { readdirSync } from 'node:fs';

/** Everything below a folder, with forward slashes; what a failure must not change. */
export function everythingIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .sort();
}

import { runMocha } from '../host/mocha';

/** Called by VS Code inside the extension host. */
export function run(): Promise<void> {
  return runMocha(__dirname, { timeout: 90_000 });
}

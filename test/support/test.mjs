// node test/support/test.mjs [suite…] [--grep text] [--messages number]: builds, runs the suites and ends
// with one line of counts. Without a suite: unit, webview, rules, fuzz, host. --messages is for fuzz.
import { parseArgs } from 'node:util';
import { finish, sum } from './counts.mjs';
import { build, ensureInstalled, main } from './install.mjs';
import { knownSuites, runSuite, usualSuites } from './suites.mjs';

await main(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { grep: { type: 'string', short: 'g' }, messages: { type: 'string' } },
  });
  if (values.messages !== undefined) process.env.ACP_FUZZ_MESSAGES = values.messages;
  const unknown = positionals.filter((suite) => !knownSuites.includes(suite));
  if (unknown.length > 0) {
    throw new Error(`Unknown suite ${unknown.join(', ')}. There are: ${knownSuites.join(', ')}.`);
  }
  const suites = positionals.length > 0 ? positionals : usualSuites;
  try {
    ensureInstalled();
    build(`--tests=${suites.join(',')}`);
  } catch (error) {
    console.error(error.message);
    finish({ passed: 0, failed: 1, skipped: 0 });
  }
  const results = [];
  for (const suite of suites) results.push(await runSuite(suite, values.grep));
  finish(sum(results));
});

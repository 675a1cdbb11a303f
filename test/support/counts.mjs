// Numbers of tests, and the one line that ends every run.

export function sum(results) {
  const total = (key) => results.reduce((count, result) => count + result[key], 0);
  return { passed: total('passed'), failed: total('failed'), skipped: total('skipped') };
}

/** Prints the last line and ends this process: with 1 when something failed or nothing ran. */
export function finish({ passed, failed, skipped }) {
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
  process.exit(failed > 0 || passed === 0 ? 1 : 0);
}

/**
 * What came of tests in another program: an exit without a report, or a failing code without a failed
 * test, is a failure of its own.
 * @param {{ code?: unknown, problem?: string }} end how the program ended
 * @param {{ passed: number, failed: number, skipped: number } | undefined} report what it counted
 */
export function settle({ code, problem }, report) {
  const counts = report ?? { passed: 0, failed: 0, skipped: 0 };
  if (problem !== undefined) return { ...counts, failed: counts.failed + 1, problem };
  if (report === undefined) {
    return { ...counts, failed: 1, problem: `The tests ended with code ${code} before they could report.` };
  }
  if (code !== 0 && counts.failed === 0) {
    return { ...counts, failed: 1, problem: `The tests passed but ended with code ${code}.` };
  }
  return counts;
}

/** What a suite came to: `{ passed, failed, skipped: [names] }`. */
export const PASSED = { passed: 1, failed: 0, skipped: [] };
export const FAILED = { passed: 0, failed: 1, skipped: [] };

export function sum(tallies) {
  return {
    passed: tallies.reduce((total, { passed }) => total + passed, 0),
    failed: tallies.reduce((total, { failed }) => total + failed, 0),
    skipped: tallies.flatMap(({ skipped }) => skipped),
  };
}

/** The last line of a run; CI reads it. */
export function lineOf({ passed, failed }) {
  return `${passed} passed, ${failed} failed`;
}

/**
 * Counts jest's report. A file that could not be run has no tests to count and is one failure; so is a run
 * that ended badly although no test failed, or that wrote no report.
 */
export function tallyOf(report, exitedWell) {
  if (!report) return FAILED;
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && !exitedWell ? 1 : failed,
    skipped: report.testResults.flatMap(({ assertionResults }) =>
      assertionResults.filter(({ status }) => status === "pending" || status === "todo").map(skippedTest),
    ),
  };
}

/** A skipped test says why in its title, as in `it.skip("… (needs a network)")`; jest knows no other reason. */
function skippedTest({ status, fullName }) {
  return status === "todo" ? `${fullName} (still to be written)` : fullName;
}

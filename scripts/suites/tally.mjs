import { Problem } from "../process/problem.mjs";

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

/** Somebody who picked tests, and mistyped, must not take for passed what did not run. */
export function refuseNothing({ passed, failed }, jestArguments) {
  if (passed + failed > 0) return;
  throw new Problem(
    `No test ran of those that \`${jestArguments.join(" ")}\` picks.`,
    "Name a part of a test's path, or of its title after -t; `npm test` says which tests this machine leaves out, and why.",
  );
}

/** The last line of a run; CI reads it. */
export function lineOf({ passed, failed }) {
  return `${passed} passed, ${failed} failed`;
}

/**
 * Counts jest's report. A file that could not be run has no tests to count and is one failure; so is a run
 * that ended badly although no test failed, or that wrote no report. A test that is skipped without a reason is a failure,
 * unless somebody picked tests: then jest skips all others.
 */
export function tallyOf(report, exitedWell, { picked = false } = {}) {
  if (!report) return FAILED;
  const skipped = report.testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === "pending" || status === "todo"),
  );
  const unexplained = picked ? [] : skipped.filter((test) => !saysWhy(test));
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites + unexplained.length;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && !exitedWell ? 1 : failed,
    skipped: skipped.map((test) =>
      unexplained.includes(test) ? `${test.fullName} (without a reason, so it failed)` : nameOf(test),
    ),
  };
}

/** A skipped test says why in its title or its group's, as in `it.skip("… (needs a network)")`; jest knows no other reason. */
function saysWhy({ status, title, ancestorTitles }) {
  return status === "todo" || [...ancestorTitles, title].some((words) => words.endsWith(")"));
}

const nameOf = ({ status, fullName }) => (status === "todo" ? `${fullName} (still to be written)` : fullName);

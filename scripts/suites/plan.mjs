import { Problem } from "../process/problem.mjs";

/** In the order they run: what answers soonest and needs least comes first. */
export const SUITES = ["lint", "layers", "types", "unused", "package", "unit", "contract", "e2e"];

/** Those that use the compiled library; the others run from an installed checkout as it is. */
const OF_THE_BUILD = ["package", "contract", "e2e"];

/** Whether one of these suites needs the library to be compiled. */
export function needBuild(suites) {
  return suites.some((suite) => OF_THE_BUILD.includes(suite));
}

/**
 * Reads `[suite…] [-- jest arguments]`; no suite means all.
 *
 * @returns `{ suites, jestArguments }`
 */
export function planOf(argv) {
  const separator = argv.indexOf("--");
  const names = separator === -1 ? argv : argv.slice(0, separator);
  const jestArguments = separator === -1 ? [] : argv.slice(separator + 1);
  const unknown = names.filter((name) => !SUITES.includes(name));
  if (unknown.length > 0) {
    throw new Problem(
      `There is no suite ${unknown.join(", ")}; there are ${SUITES.join(", ")}.`,
      "usage: npm test -- [suite…] [-- arguments for jest]",
    );
  }
  const suites = names.length === 0 ? SUITES : SUITES.filter((suite) => names.includes(suite));
  return { suites, jestArguments };
}

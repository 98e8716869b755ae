import { script } from "../../support/scripts/script";

interface Tally {
  passed: number;
  failed: number;
  skipped: string[];
}

const { needBuild, planOf } = script<{
  needBuild(suites: string[]): boolean;
  planOf(argv: string[]): { suites: string[]; jestArguments: string[] };
}>("suites/plan.mjs");
const { lineOf, sum, tallyOf } = script<{
  lineOf(tally: Tally): string;
  sum(tallies: Tally[]): Tally;
  tallyOf(report: object | undefined, exitedWell: boolean): Tally;
}>("suites/tally.mjs");

describe("npm test", () => {
  const plan = (...argv: string[]) => planOf(argv);

  it("runs all suites, or those that are named, and hands the rest to jest", () => {
    const all = ["lint", "layers", "types", "unused", "package", "unit", "contract", "e2e"];
    expect(plan()).toEqual({ suites: all, jestArguments: [] });
    expect(plan("e2e", "unit", "--", "-t", "x")).toEqual({
      suites: ["unit", "e2e"],
      jestArguments: ["-t", "x"],
    });
    expect(plan("--", "e2e")).toEqual({ suites: all, jestArguments: ["e2e"] });
    expect(() => plan("unti")).toThrow("There is no suite unti");
  });

  it("compiles the library for those suites that use it", () => {
    expect(needBuild(["lint", "types", "unused", "unit"])).toBe(false);
    for (const suite of ["package", "contract", "e2e"]) expect(needBuild(["unit", suite])).toBe(true);
  });

  const REPORT = { numPassedTests: 3, numFailedTests: 0, numRuntimeErrorTestSuites: 0, testResults: [] };

  it("counts as failed what has no test to count", () => {
    expect(tallyOf(REPORT, true)).toEqual({ passed: 3, failed: 0, skipped: [] });
    expect(tallyOf(undefined, false).failed).toBe(1);
    expect(tallyOf(REPORT, false).failed).toBe(1);
    expect(tallyOf({ ...REPORT, numFailedTests: 2, numRuntimeErrorTestSuites: 1 }, false).failed).toBe(3);
  });

  it("ends with one line over all, and keeps the names of skipped tests", () => {
    const skipped = [
      { status: "pending", fullName: "a" },
      { status: "todo", fullName: "b" },
      { status: "passed", fullName: "c" },
    ];
    const some = tallyOf({ ...REPORT, testResults: [{ assertionResults: skipped }] }, true);
    expect(some.skipped).toEqual(["a", "b (still to be written)"]);
    const line = (tallies: Tally[]) => lineOf(sum(tallies));
    expect(line([some, { passed: 1, failed: 1, skipped: [] }])).toBe("4 passed, 1 failed");
    expect(line([{ passed: 1, failed: 0, skipped: [] }])).toBe("1 passed, 0 failed");
    expect(line([])).toBe("0 passed, 0 failed");
  });
});

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
  tallyOf(report: object | undefined, exitedWell: boolean, options?: { picked: boolean }): Tally;
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

  const test = (title: string, more: { status?: string; ancestorTitles?: string[] } = {}) => {
    const { status = "pending", ancestorTitles = [] } = more;
    return { status, title, ancestorTitles, fullName: [...ancestorTitles, title].join(" ") };
  };
  const reportOf = (...assertionResults: object[]) => ({ ...REPORT, testResults: [{ assertionResults }] });

  it("counts as failed what is skipped without a reason, unless tests were picked", () => {
    const report = reportOf(
      test("a"),
      test("b (no Go)"),
      test("c", { ancestorTitles: ["SDKs (no Go)", "in Go"] }),
    );
    expect(tallyOf(report, true)).toEqual({
      passed: 3,
      failed: 1,
      skipped: ["a (without a reason, so it failed)", "b (no Go)", "SDKs (no Go) in Go c"],
    });
    expect(tallyOf(report, true, { picked: true })).toMatchObject({ failed: 0 });
  });

  it("ends with one line over all, and keeps the names of skipped tests", () => {
    const some = tallyOf(
      reportOf(test("a (no Go)"), test("b", { status: "todo" }), test("c", { status: "passed" })),
      true,
    );
    expect(some.skipped).toEqual(["a (no Go)", "b (still to be written)"]);
    const line = (tallies: Tally[]) => lineOf(sum(tallies));
    expect(line([some, { passed: 1, failed: 1, skipped: [] }])).toBe("4 passed, 1 failed");
    expect(line([{ passed: 1, failed: 0, skipped: [] }])).toBe("1 passed, 0 failed");
    expect(line([])).toBe("0 passed, 0 failed");
  });
});

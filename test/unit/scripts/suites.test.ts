import { inNode } from "./inNode";

describe("npm test", () => {
  const plan = (...argv: string[]) =>
    inNode<{ suites: string[]; jestArguments: string[] } | string>(
      `const { planOf } = await import("./suites/plan.mjs");
       try { return planOf(input); } catch (error) { return error.message; }`,
      argv,
    );

  it("runs all suites, or those that are named, and hands the rest to jest", () => {
    const all = ["lint", "types", "unused", "package", "unit", "contract", "e2e"];
    expect(plan()).toEqual({ suites: all, jestArguments: [] });
    expect(plan("e2e", "unit", "--", "-t", "x")).toEqual({
      suites: ["unit", "e2e"],
      jestArguments: ["-t", "x"],
    });
    expect(plan("--", "e2e")).toEqual({ suites: all, jestArguments: ["e2e"] });
    expect(plan("unti")).toContain("There is no suite unti");
  });

  const REPORT = { numPassedTests: 3, numFailedTests: 0, numRuntimeErrorTestSuites: 0, testResults: [] };
  const tally = (report: object | null, exitedWell: boolean) =>
    inNode<{ passed: number; failed: number; skipped: string[] }>(
      `const { tallyOf } = await import("./suites/tally.mjs");
       return tallyOf(input.report ?? undefined, input.exitedWell);`,
      { report, exitedWell },
    );

  it("counts as failed what has no test to count", () => {
    expect(tally(REPORT, true)).toEqual({ passed: 3, failed: 0, skipped: [] });
    expect(tally(null, false).failed).toBe(1);
    expect(tally(REPORT, false).failed).toBe(1);
    expect(tally({ ...REPORT, numFailedTests: 2, numRuntimeErrorTestSuites: 1 }, false).failed).toBe(3);
  });

  it("ends with one line over all, and keeps the names of skipped tests", () => {
    const skipped = [
      { status: "pending", fullName: "a" },
      { status: "todo", fullName: "b" },
      { status: "passed", fullName: "c" },
    ];
    const some = tally({ ...REPORT, testResults: [{ assertionResults: skipped }] }, true);
    expect(some.skipped).toEqual(["a", "b (still to be written)"]);
    const line = (tallies: object[]) =>
      inNode(
        `const { lineOf, sum } = await import("./suites/tally.mjs"); return lineOf(sum(input));`,
        tallies,
      );
    expect(line([some, { passed: 1, failed: 1, skipped: [] }])).toBe("4 passed, 1 failed");
    expect(line([{ passed: 1, failed: 0, skipped: [] }])).toBe("1 passed, 0 failed");
    expect(line([])).toBe("0 passed, 0 failed");
  });
});

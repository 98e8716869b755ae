import type { Command } from "commander";
import { COMMAND_NAMES, program } from "../../../cli/main";

for (const name of COMMAND_NAMES) {
  jest.doMock(`../../../cli/${name}/command`, () => {
    throw new Error(`${name} was loaded`);
  });
}

describe("the command line", () => {
  it("tells of its commands without loading any: --help is quick", () => {
    const help = program(["--help"]).helpInformation();
    for (const name of COMMAND_NAMES) expect(help).toMatch(new RegExp(`^ +${name} +\\S`, "m"));
  });

  it.each(COMMAND_NAMES)("loads %s when it is asked for, and no other", (name) => {
    expect(() => program([name])).toThrow(`${name} was loaded`);
  });
});

describe("an option in front of a command's own command", () => {
  const run = jest.fn();
  beforeAll(() =>
    jest.doMock("../../../cli/drift/command", () => ({
      defineDrift: (drift: Command) => {
        drift.enablePositionalOptions().option("--stack <stack>").option("--color").option("--no-color");
        drift.action(run).command("ci").option("--stack <stack>").option("--color").action(run);
      },
    })),
  );
  const line = (...args: string[]) => program(args).parseAsync(args, { from: "user" });

  it("is refused: it would not count for that, and a run would be about another stack", async () => {
    await expect(line("drift", "--stack", "prod", "ci")).rejects.toThrow(
      "--stack: it comes before `ci`, where it has no effect. Write it after: pulumi-checks drift ci …",
    );
    await expect(line("drift", "--no-color", "ci")).rejects.toThrow("--no-color: it comes before");
    await expect(line("drift", "--color", "ci")).rejects.toThrow("--color: it comes before");
    expect(run).not.toHaveBeenCalled();
  });

  it("counts after it, and for the command itself", async () => {
    await line("drift", "ci", "--stack", "prod");
    await line("drift", "--stack", "prod");
    expect(run.mock.calls.map(([options]) => options)).toEqual([{ stack: "prod" }, { stack: "prod" }]);
  });
});

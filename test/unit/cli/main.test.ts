import { program } from "../../../cli/main";

const COMMANDS = ["adopt", "advise", "badges", "drift", "emulator", "handover", "maintenance", "report"];

for (const name of COMMANDS) {
  jest.mock(`../../../cli/${name}/command`, () => {
    throw new Error(`${name} was loaded`);
  });
}

describe("the command line", () => {
  it("tells of its commands without loading any: --help is quick", () => {
    const help = program(["--help"]).helpInformation();
    for (const name of COMMANDS) expect(help).toMatch(new RegExp(`^ +${name} +\\S`, "m"));
  });

  it.each(COMMANDS)("loads %s when it is asked for, and no other", (name) => {
    expect(() => program([name])).toThrow(`${name} was loaded`);
  });
});

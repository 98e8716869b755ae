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

import { COMMAND_NAMES, program } from "../../../cli/main";

/** The options of a command, and of its own commands, that name a stack or a project. */
function namingOptions(name: string) {
  const command = program([name]).commands.find((one) => one.name() === name);
  return [command, ...(command?.commands ?? [])]
    .flatMap((one) => one?.options ?? [])
    .filter(({ long }) => long === "--stack" || long === "--project");
}

describe("the empty name of a stack or a project, as of an unset variable", () => {
  it.each(COMMAND_NAMES.filter((name) => name !== "emulator"))("is refused by %s", (name) => {
    const options = namingOptions(name);
    expect(options).not.toHaveLength(0);
    for (const { parseArg } of options) expect(() => parseArg?.("", undefined)).toThrow("It must be ");
  });
});

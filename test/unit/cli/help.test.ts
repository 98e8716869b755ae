import type { Command } from "commander";
import { COMMAND_NAMES, program } from "../../../cli/main";

/** The command and all below it. */
function withOwn(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withOwn)];
}

/** Each command's words, such as `drift ci`, and what `--help` prints after them. */
const HELPS = COMMAND_NAMES.flatMap((name) => {
  const found = program([name]).commands.find((command) => command.name() === name);
  return withOwn(found as Command).map((command) => {
    let help = "";
    command.configureOutput({ writeOut: (text) => (help += text), getOutHelpWidth: () => 80 }).outputHelp();
    const above = command.parent?.parent ? `${command.parent.name()} ` : "";
    return [`${above}${command.name()}`, help] as const;
  });
});

describe("the help of a command", () => {
  it("is here of every command, and of those that a command has", () => {
    expect(HELPS.map(([words]) => words)).toEqual(expect.arrayContaining(["wait", "drift", "drift ci"]));
  });

  it.each(HELPS)("of `%s` fits a wide terminal, and shows no default that is nothing", (_words, help) => {
    expect(help.split("\n").filter((line) => line.length > 120)).toEqual([]);
    expect(help).not.toMatch(/\(default: (\[\]|false|"")\)/);
  });

  it("of `advise` has its second column in one line", () => {
    const advice = HELPS.find(([words]) => words === "advise")?.[1] ?? "";
    const places = ["schedule", "flapping", "runTime"].map((name) =>
      advice
        .split("\n")
        .map((line) => line.indexOf(` ${name} `))
        .find((at) => at > 0),
    );
    expect(new Set(places).size).toBe(1);
  });
});

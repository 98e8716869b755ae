import { ADVICE, CONDITIONS, type Condition } from "../../../../cli/drift/findings";
import { program } from "../../../../cli/main";

const WORDS: Record<Condition, string> = {
  paused: "paused by hand",
  down: "down for long",
  maintenanceLeftOver: "left in maintenance",
  neverPinged: "was never pinged",
  alertsNobody: "alerts nobody",
  handedOver: "was handed over",
  inMaintenance: "is in maintenance",
};

describe("`pulumi-checks drift --help`", () => {
  let help = "";
  const drift = program(["drift"]).commands.find((command) => command.name() === "drift");
  drift?.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
  const lineOf = (name: string) => help.split("\n").find((line) => line.startsWith(`  ${name} `)) ?? "";

  it.each(CONDITIONS)("says which class `%s` is of", (condition) => {
    expect(lineOf(ADVICE.includes(condition) ? "advice" : "operational")).toContain(WORDS[condition]);
  });
});

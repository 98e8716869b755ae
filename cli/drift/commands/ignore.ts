import { writeFileSync } from "node:fs";
import { type Command, InvalidArgumentError, Option } from "commander";
import { durationOption } from "../../duration";
import { CONDITIONS, FINDING_CLASSES } from "../findings";
import { addEntry, IGNORE_FILE, type IgnoreEntry, readIgnoreFile } from "../ignoreFile";

interface IgnoreOptions extends Omit<IgnoreEntry, "check"> {
  ignoreFile: string;
}

/** `pulumi-checks drift ignore`: writes an entry into the ignore file. */
export function addIgnore(drift: Command): void {
  drift
    .command("ignore")
    .description("Live with findings about a check for a while.")
    .argument("<check>", "slug of the check, its name in the program, or its unique key")
    .requiredOption("--reason <text>", "why")
    .requiredOption(
      "--until <day>",
      "the last day, such as 2026-12-31, or a duration from now, such as 30d",
      dayOption,
    )
    .addOption(new Option("--class <class>", "only findings of this class").choices(FINDING_CLASSES))
    .option("--field <field>", "only this field of a changed check")
    .addOption(new Option("--condition <condition>", "only this condition").choices(CONDITIONS))
    .option("--stack <project/stack>", "only in this stack")
    .option("--ignore-file <file>", "the file to write", IGNORE_FILE)
    .addHelpText(
      "after",
      `
An entry about the same findings is replaced. Commit the file: it says who lives with what, why, and until when.

Examples:
  $ pulumi-checks drift ignore nightly-backup --reason "being rebuilt" --until 30d
  $ pulumi-checks drift ignore nightly-backup --field grace --reason "until OPS-17" --until 2026-12-31`,
    )
    .action((check: string, { ignoreFile, ...about }: IgnoreOptions) => {
      const file = addEntry(readIgnoreFile(ignoreFile, false), { check, ...about });
      writeFileSync(ignoreFile, `${JSON.stringify(file, null, 2)}\n`);
      process.stdout.write(`${ignoreFile}: ${check} is ignored until ${about.until}.\n`);
    });
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function dayOption(given: string): string {
  if (!DAY.test(given)) return new Date(Date.now() + durationOption(given) * 1000).toISOString().slice(0, 10);
  if (Number.isNaN(Date.parse(given))) throw new InvalidArgumentError("There is no such day.");
  return given;
}

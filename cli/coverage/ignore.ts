import { type Command, Option } from "commander";
import { ChecksError } from "../../provider/core/errors";
import { badOption, dayOption } from "../command";
import { jsonIn, readText, writeText } from "../files";
import { IGNORE_FILE } from "../ignoring";
import { jsonText, visible } from "../render/visible";
import { listInWords } from "../render/words";
import { nameOf } from "./formats/words";
import { addEntry, covers, type IgnoredGap, readIgnoreFile } from "./ignoredGap";
import { coverageReport, GAPS } from "./report";

interface Options extends Omit<IgnoredGap, "name"> {
  ignoreFile: string;
  report?: string;
  unchecked?: true;
}

/** `pulumi-checks coverage ignore`: writes an entry into the ignore file. */
export function addIgnore(coverage: Command): void {
  coverage
    .command("ignore")
    .description("Ignore gaps of a job or a check until a given day.")
    .argument("<name>", "name of the job, or slug of its check")
    .requiredOption("--reason <text>", "why")
    .requiredOption(
      "--until <day>",
      "the last day, such as 2026-12-31, or a duration from now, such as 30d",
      dayOption,
    )
    .addOption(new Option("--gap <gap>", "only gaps of this kind").choices(GAPS))
    .option("--file <file>", "only of the job that this file declares")
    .option("--ignore-file <file>", "the file to write", IGNORE_FILE)
    .option("--report <file>", "the gaps, from `pulumi-checks coverage --json`; - is stdin")
    .option("--unchecked", "write the entry without looking for what it covers")
    .addHelpText(
      "after",
      `
An entry that covers no gap of the report is refused: nobody would notice a typing mistake in it. An entry about the
same gaps is replaced. Commit the file: it says what is ignored, why, and until when.

Examples:
  $ pulumi-checks coverage deploy/ --json --output coverage.json
  $ pulumi-checks coverage ignore old-import --reason "goes away in OPS-17" --until 30d --report coverage.json
  $ pulumi-checks coverage ignore sync --gap grace --reason "never that long" --until 2026-12-31 --unchecked`,
    )
    .action(run);
}

function run(name: string, { ignoreFile, report, unchecked, ...about }: Options): void {
  const entry = { name, ...about };
  const file = addEntry(readIgnoreFile(ignoreFile, false), entry);
  if (!unchecked) refuseWithoutUse(entry, report);
  writeText(ignoreFile, jsonText(file));
  process.stdout.write(`${ignoreFile}: gaps of ${visible(name)} are ignored until ${about.until}.\n`);
}

const MOST_NAMES = 10;

function refuseWithoutUse(entry: IgnoredGap, file: string | undefined): void {
  if (file === undefined) {
    throw badOption(
      "--report",
      "it is needed to see what the entry covers",
      "Make one with `pulumi-checks coverage --json`, or write the entry all the same with --unchecked",
    );
  }
  const parsed = coverageReport.safeParse(jsonIn(readText(file)));
  if (!parsed.success) {
    throw new ChecksError({
      subject: file,
      reason: "is not a coverage report",
      remedy: "Make one with `pulumi-checks coverage --json`",
    });
  }
  const gaps = [...parsed.data.gaps, ...parsed.data.ignored.map(({ gap }) => gap)];
  if (gaps.some((gap) => covers(entry, gap))) return;
  const names = [...new Set(gaps.map((gap) => `${nameOf(gap)} (${gap.gap})`))];
  const there = names.length === 0 ? "There are no gaps" : `There are ${listInWords(names, MOST_NAMES)}`;
  throw new ChecksError({
    subject: `ignore ${entry.name}`,
    reason: "the report has no such gap; nothing was written",
    remedy: `${there}. Write the entry all the same with --unchecked`,
  });
}

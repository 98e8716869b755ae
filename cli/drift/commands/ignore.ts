import { type Command, Option } from "commander";
import { ChecksError } from "../../../provider/core/errors";
import { dayOption, nameOption } from "../../command";
import { writeText } from "../../files";
import { IGNORE_FILE } from "../../ignoring";
import { Progress } from "../../render/terminal";
import { jsonText, visible } from "../../render/visible";
import { listInWords } from "../../render/words";
import { type StackSource, selectedStack, stackOption, stateFileOption } from "../../stacks/source";
import { CONDITIONS, type DriftReport, FINDING_CLASSES, type Finding } from "../findings";
import { labelsOf } from "../formats/words";
import { addEntry, coveredPart, type IgnoreEntry, namesOf, readIgnoreFile } from "../ignoreFile";
import { readReport } from "../report";
import { lookForDrift } from "../run";

interface IgnoreOptions extends Omit<IgnoreEntry, "check"> {
  ignoreFile: string;
  report?: string;
  from?: StackSource[];
  state?: StackSource[];
  unchecked?: boolean;
}

/** `pulumi-checks drift ignore`: writes an entry into the ignore file. */
export function addIgnore(drift: Command): void {
  drift
    .command("ignore")
    .description("Ignore findings about a check until a given day.")
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
    .option("--stack <project/stack>", "only in this stack", nameOption)
    .option("--ignore-file <file>", "the file to write", IGNORE_FILE)
    .option("--report <file>", "the findings, from `pulumi-checks drift --json`; default: look for them now")
    .option(
      "--from <stack>",
      "stack to look at: STACK, STACK@FOLDER or @FOLDER; can be repeated (default: the selected one)",
      stackOption,
    )
    .option("--state <file>", "an exported state to look at; can be repeated", stateFileOption)
    .option("--unchecked", "write the entry without checking that it covers a finding")
    .addHelpText(
      "after",
      `
An entry that covers no finding is refused: nobody would notice a typing mistake in it. The findings are those of
\`drift --state-only\`, whatever it fails on, or of a report. An entry about the same findings is replaced. Commit the
file: it says what is ignored, why, and until when.

Examples:
  $ pulumi-checks drift ignore nightly-backup --reason "being rebuilt" --until 30d
  $ pulumi-checks drift ignore nightly-backup --field grace --reason "until OPS-17" --until 2026-12-31
  $ pulumi-checks drift ignore nightly-backup --reason "being rebuilt" --until 30d --report drift.json`,
    )
    .action(run);
}

async function run(
  check: string,
  { ignoreFile, report, from, state, unchecked, ...about }: IgnoreOptions,
): Promise<void> {
  const entry = { check, ...about };
  // A file that is wrong is refused at once; it is read again below, because the look takes a while.
  readIgnoreFile(ignoreFile, false);
  if (!unchecked) {
    const sources = [...(from ?? []), ...(state ?? [])];
    refuseUnusedEntry(entry, report === undefined ? await lookNow(sources) : readReport(report));
  }
  writeText(ignoreFile, jsonText(addEntry(readIgnoreFile(ignoreFile, false), entry)));
  process.stdout.write(`${ignoreFile}: ${visible(check)} is ignored until ${about.until}.\n`);
}

const ONE_DAY = 86_400;

/** Runs `drift --state-only` now. */
async function lookNow(sources: readonly StackSource[]): Promise<DriftReport> {
  const progress = new Progress(true);
  return lookForDrift(
    {
      stacks: sources.length === 0 ? [selectedStack] : sources,
      stateOnly: true,
      refresh: false,
      classes: FINDING_CLASSES,
      // Reports the undeclared check of a pair as unmanaged, as some runs do, so that it can be ignored.
      failOn: ["unmanaged"],
      tags: [],
      downFor: ONE_DAY,
      ignore: { version: 1, ignore: [] },
      now: Date.now(),
    },
    progress,
  );
}

const MOST_NAMES = 10;

function refuseUnusedEntry(entry: IgnoreEntry, report: DriftReport): void {
  const found: Finding[] = [...report.findings, ...report.ignored.map(({ finding }) => finding)];
  if (found.some((finding) => coveredPart(entry, finding))) return;
  const label = labelsOf(report);
  const about = found.filter((finding) => coveredPart({ ...UNLIMITED, check: entry.check }, finding));
  const describe = (findings: readonly Finding[]) => [
    ...new Set(findings.map((finding) => `${label(finding)} (${whatOf(finding)}${onlyNameOf(finding)})`)),
  ];
  const names = describe(about.length > 0 ? about : found);
  throw new ChecksError({
    subject: `ignore ${entry.check}`,
    reason:
      about.length > 0
        ? "no finding about it matches the options; nothing was written"
        : "there is no finding about it; nothing was written",
    remedy: `${names.length === 0 ? "There are no findings at all" : `There are ${listInWords(names, MOST_NAMES)}`}. Name another stack with --from or a report with --report, or write the entry anyway with --unchecked`,
  });
}

/** The unique key of a check that an entry can name by nothing else: what a report calls it is its name on the service. */
function onlyNameOf(finding: Finding): string {
  const names = namesOf(finding);
  return names.length > 1 ? "" : `; name it by its unique key, ${names.join()}`;
}

const UNLIMITED = { reason: "-", until: "-" };

function whatOf(finding: Finding): string {
  if (finding.class === "changed") return `changed: ${finding.fields.map(({ field }) => field).join(", ")}`;
  return "condition" in finding ? finding.condition : finding.class;
}

import { type Command, Option } from "commander";
import { monitorOf } from "../../provider/monitor/monitor";
import { isTimeZone } from "../../schedule";
import {
  addColourOptions,
  addFormatOptions,
  addServiceOptions,
  badOption,
  ExitCode,
  type ServiceOptions,
  several,
  withProgress,
} from "../command";
import { writeText } from "../files";
import { sessionOf } from "../pulumi";
import { coloursFor, terminalWidth } from "../render/terminal";
import { visible } from "../render/visible";
import { count } from "../render/words";
import { collect, sanitizerFor } from "./collect";
import { FORMATS, type Format, formatOf, render } from "./formats";
import { CSV_ROWS, type CsvRows } from "./formats/csv";
import { leftOutOf } from "./leftOut";
import { gateOf, type Report, reportOf } from "./report";
import { windowOf } from "./window";

/** `pulumi-checks report`: uptime and incidents in a window, from what the service remembers. */
export function defineReport(command: Command): void {
  command
    .option("--days <number>", "this many days up to and including today (default: 30)")
    .option("--from <time>", "start, such as 2026-05-01 or 2026-05-01T10:30Z")
    .option("--to <time>", "end (default: now); a date without a time is included")
    .option("--tz <zone>", "time zone of days, and of times that name none", "UTC")
    .option(
      "--leave-out <from..to>",
      "time that is not counted, such as a maintenance; may be repeated",
      several,
    )
    .option("--tag <tag>", "only checks with this tag; repeat it for checks with all of them", several)
    .option("--check <slug>", "only this check, by slug, unique key or UUID; may be repeated", several)
    .option("--fail-under <percent>", "exit with code 2 if a check was up less than this")
    .addOption(new Option("--rows <what>", "what a line of CSV is about").choices(CSV_ROWS).default("checks"))
    .option(
      "-o, --output <file>",
      "also write a file (.html, .md, .json, .csv, .txt); may be repeated",
      several,
    )
    .option("--title <text>", "title of the report", "Uptime report")
    .addHelpText("after", HELP)
    .action(run);
  addColourOptions(addServiceOptions(addFormatOptions(command, FORMATS)));
}

const HELP = `
The service keeps status changes for the present month and the two before it. The report says from when on its
data is complete, and shows the rest as "no data"; docs/report.md says what can be known and how it is counted.

Exit codes: 0 done, 1 it failed, 2 a check missed --fail-under, 3 some history could not be read, or --fail-under has
no data to go by.

Examples:
  $ pulumi-checks report
  $ pulumi-checks report --from 2026-05-01 --to 2026-05-31 --tz Europe/Riga --output may.html --output may.csv
  $ pulumi-checks report --days 7 --tag prod --fail-under 99.9 --format markdown >> "$GITHUB_STEP_SUMMARY"
  $ pulumi-checks report --json | jq '.checks[] | select(.uptime != null and .uptime < 0.999) | .slug'`;

interface Options extends ServiceOptions {
  days?: string;
  from?: string;
  to?: string;
  tz: string;
  leaveOut?: string[];
  tag?: string[];
  check?: string[];
  failUnder?: string;
  format: Format;
  rows: CsvRows;
  output?: string[];
  title: string;
  color?: boolean;
}

async function run(options: Options, command: Command): Promise<void> {
  const files = (options.output ?? []).map((file) => ({ file, format: formatOf(file) }));
  const hasCsv = [options, ...files].some(({ format }) => format === "csv");
  if (!hasCsv && command.getOptionValueSource("rows") === "cli") {
    throw badOption(
      "--rows",
      "it has no effect without CSV",
      "Add --format csv or --output FILE.csv, or remove it",
    );
  }
  const report = await makeReport(options);
  const look = { colours: coloursFor(options.color), rows: options.rows, width: terminalWidth() };
  const inFile = { ...look, colours: coloursFor(false), width: undefined };
  for (const { file, format } of files) writeText(file, render(report, format, inFile));
  process.stdout.write(render(report, options.format, look));
  process.exitCode = exitCode(report);
}

async function makeReport(options: Options): Promise<Report> {
  const { days, from, to, tz: zone, tag: tags = [], check: checks = [], project, title } = options;
  if (!isTimeZone(zone)) throw badOption("--tz", "it must be an IANA time zone such as Europe/Riga");
  const gate = options.failUnder === undefined ? undefined : gateOf(options.failUnder);
  const window = (now: number) => windowOf({ from, to, days, zone }, now);
  // Parsed before any request, so that wrong options are reported first.
  const leftOut = leftOutOf(options.leaveOut ?? [], zone);
  window(Math.floor(Date.now() / 1000));
  return withProgress(options.quiet, async (progress) => {
    const session = await sessionOf({ folder: process.cwd(), stack: options.stack }, progress);
    progress.begin("Reading the checks");
    const source = monitorOf(session).project(project);
    const collected = await collect(source, { tags, checks }, Date.now, (read, all) => {
      if (read === 0) progress.begin(`Reading the status changes of ${count(all, "check")}`);
      progress.status(`Reading the status changes: ${read} of ${all} checks`);
    });
    return reportOf(collected, {
      title: visible(title),
      project,
      selectedTags: tags.map(sanitizerFor(await source.checks.all())),
      window: window(collected.now),
      leftOut,
      zone,
      gate,
    });
  });
}

/** A missed gate is certain, even if other checks could not be read. */
function exitCode({ gate, unread, checks }: Report): number {
  if (gate && gate.missed.length > 0) return ExitCode.findings;
  const undecided = gate !== undefined && checks.every(({ uptime }) => uptime === undefined);
  return undecided || unread.length > 0 ? ExitCode.incomplete : ExitCode.clean;
}

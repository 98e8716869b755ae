import { writeFileSync } from "node:fs";
import { type Command, Option } from "commander";
import { isTimeZone } from "../../provider/schedule";
import { coloursFor } from "../colours";
import { ExitCode } from "../exitCode";
import { Progress } from "../progress";
import { sessionOf } from "../session";
import { collect } from "./collect";
import { CSV_ROWS, type CsvRows } from "./formats/csv";
import { FORMATS, type Format, formatOf, written } from "./formats/format";
import { gateOf } from "./gate";
import { type Report, reportOf } from "./report";
import { windowOf } from "./window";

/** `pulumi-checks report`: uptime and incidents of a window, from what the service remembers. */
export function addReport(program: Command): void {
  const several = (value: string, before: string[] = []) => [...before, value];
  program
    .command("report")
    .description("Uptime and incidents per check and tag in a window of time, from the changes of status.")
    .option("--days <number>", "the last so many days, the present one included (default: 30)")
    .option("--from <time>", "beginning, such as 2026-05-01 or 2026-05-01T10:30Z")
    .option("--to <time>", "end, now by default; a date alone belongs to the window")
    .option("--tz <zone>", "time zone of the days and of times without one", "UTC")
    .option("--tag <tag>", "only checks with this tag; repeated: with all of them", several)
    .option("--check <slug>", "only this check, by slug, unique key or UUID; may be repeated", several)
    .option("--project <name>", "named project of the configuration (checks:projects)")
    .option("--stack <name>", "stack whose configuration is used; default: the selected one")
    .option("--fail-under <percent>", "end with exit code 2 when a check was up less than this")
    .addOption(new Option("-f, --format <name>", "what is printed").choices(FORMATS).default("text"))
    .option("--json", "the same as --format json")
    .addOption(new Option("--rows <what>", "what a line of CSV is about").choices(CSV_ROWS).default("checks"))
    .option(
      "-o, --output <file>",
      "write a file too (.html, .md, .json, .csv, .txt); may be repeated",
      several,
    )
    .option("--title <text>", "title of the report", "Uptime report")
    .option("--color", "colours although this is no terminal")
    .option("--no-color", "no colours")
    .option("-q, --quiet", "no progress on stderr")
    .addHelpText("after", HELP)
    .action(run);
}

const HELP = `
The service keeps changes of status for the present month and the two before it. The report says from when on its
data is complete, and shows the rest as "no data"; docs/report.md says what can be known and how it is counted.

Exit codes: 0 done, 1 it failed, 2 a check missed --fail-under, 3 some history is missing.

Examples:
  $ pulumi-checks report
  $ pulumi-checks report --from 2026-05-01 --to 2026-05-31 --tz Europe/Riga --output may.html --output may.csv
  $ pulumi-checks report --days 7 --tag prod --fail-under 99.9 --format markdown >> "$GITHUB_STEP_SUMMARY"
  $ pulumi-checks report --json | jq '.checks[] | select(.uptime != null and .uptime < 0.999) | .slug'`;

interface Options {
  days?: string;
  from?: string;
  to?: string;
  tz: string;
  tag?: string[];
  check?: string[];
  project?: string;
  stack?: string;
  failUnder?: string;
  format: Format;
  json?: true;
  rows: CsvRows;
  output?: string[];
  title: string;
  color?: boolean;
  quiet?: true;
}

async function run(options: Options): Promise<void> {
  const files = (options.output ?? []).map((file) => ({ file, format: formatOf(file) }));
  const report = await made(options);
  const look = { colours: coloursFor(options.color), rows: options.rows };
  const inFile = { ...look, colours: coloursFor(false) };
  for (const { file, format } of files) write(file, written(report, format, inFile));
  process.stdout.write(written(report, options.json ? "json" : options.format, look));
  process.exitCode = exitCode(report);
}

async function made(options: Options): Promise<Report> {
  const { days, from, to, tz: zone, tag: tags = [], check: checks = [], project, title } = options;
  if (!isTimeZone(zone)) throw new Error(`--tz must be an IANA time zone such as Europe/Riga`);
  const gate = options.failUnder === undefined ? undefined : gateOf(options.failUnder);
  const window = (now: number) => windowOf({ from, to, days, zone }, now);
  // What is wrong with the options is said before anything is asked for.
  window(Math.floor(Date.now() / 1000));
  const progress = new Progress(options.quiet);
  try {
    const session = await sessionOf({ folder: process.cwd(), stack: options.stack }, progress);
    progress.begin("Reading the checks");
    const collected = await collect(session.project(project), { tags, checks }, Date.now, (read, all) => {
      if (read === 0) progress.begin(`Reading the changes of status of ${all} checks`);
      progress.status(`Reading the changes of status: ${read} of ${all} checks`);
    });
    const asked = { title, project, selectedTags: tags, window: window(collected.now), zone, gate };
    return reportOf(collected, asked);
  } finally {
    progress.end();
    for (const warning of progress.warnings) process.stderr.write(`warning: ${warning}\n`);
  }
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new Error(`--output ${file} cannot be written (${(error as NodeJS.ErrnoException).code})`);
  }
}

/** A missed gate is certain, whatever else could not be read. */
function exitCode({ gate, unread, checks }: Report): number {
  if (gate && gate.missed.length > 0) return ExitCode.findings;
  const undecided = gate !== undefined && checks.every(({ uptime }) => uptime === undefined);
  return undecided || unread.length > 0 ? ExitCode.incomplete : ExitCode.clean;
}

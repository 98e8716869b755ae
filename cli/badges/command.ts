import { type Command, Option } from "commander";
import { lookUpUnnamed } from "../../provider/core/function";
import { getBadges } from "../../provider/monitor/functions/getBadges";
import {
  addServiceOptions,
  badOption,
  ExitCode,
  type ServiceOptions,
  several,
  withProgress,
} from "../command";
import { readToRewrite, writeText } from "../files";
import { sessionOf } from "../pulumi";
import { jsonText } from "../render/visible";
import { type Badge, BEGIN, badgeText, chooseBadges, END, LANGUAGES, type Look, withBlock } from "./badges";

/** `pulumi-checks badges`: keeps the badges in a README up to date. */
export function defineBadges(command: Command): void {
  command
    .option("--into <file>", "update the badges in this file; without it they are printed")
    .option("--check", "change nothing; exit with code 2 if the badges in the file are out of date")
    .option(
      "--tag <tag>",
      'only the badge of this tag, or "*" for all checks together; may be repeated (default: every badge)',
      several,
    )
    .addOption(new Option("--format <name>", "syntax of the badges").choices(LANGUAGES).default("markdown"))
    .addOption(
      new Option("--states <number>", "states that a badge can show: 2 (up, down) or 3 (up, late, down)")
        .choices(["2", "3"])
        .default("2"),
    )
    .option("--json", "print JSON: the badges, and whether the file was up to date")
    .addHelpText("after", HELP)
    .action(run);
  addServiceOptions(command);
}

const HELP = `
The file needs these two lines; the badges go between them, and nothing else in the file changes:
  ${BEGIN}
  ${END}

Exit codes: 0 up to date or updated, 1 error, 2 out of date (only with --check).

Examples:
  $ pulumi-checks badges
  $ pulumi-checks badges --into README.md --tag '*' --tag prod --states 3
  $ pulumi-checks badges --into README.md --check`;

interface Options extends ServiceOptions {
  into?: string;
  check?: true;
  tag?: string[];
  format: Look["language"];
  states: Look["states"];
  json?: true;
}

async function run(options: Options): Promise<void> {
  const { into, check, format: language, states } = options;
  if (check && into === undefined) {
    throw badOption("--check", "it needs a file to check", "Name one, for example with --into README.md");
  }
  const before = into === undefined ? undefined : readToRewrite(into);
  const badges = await readBadges(options);
  const lines = badges.map((badge) => badgeText(badge, { language, states }));
  if (into === undefined || before === undefined) {
    return print(options.json ? jsonText({ badges }) : `${lines.join("\n")}\n`);
  }
  const after = withBlock(into, before, lines);
  const upToDate = after === before;
  if (!upToDate && !check) writeText(into, after);
  const said = outcome(into, upToDate, check === true);
  print(options.json ? jsonText({ file: into, upToDate, badges }) : `${said}\n`);
  process.exitCode = !upToDate && check ? ExitCode.findings : ExitCode.clean;
}

function readBadges({ tag = [], project, stack, quiet }: Options): Promise<Badge[]> {
  return withProgress(quiet, async (progress) => {
    const session = await sessionOf({ folder: process.cwd(), stack }, progress);
    progress.begin("Reading the addresses of the badges");
    const { badges } = await lookUpUnnamed(getBadges, project === undefined ? {} : { project }, session);
    return chooseBadges(badges, tag);
  });
}

function outcome(file: string, upToDate: boolean, check: boolean): string {
  if (upToDate) return `${file}: the badges are up to date`;
  return check
    ? `${file}: the badges are out of date; run the command without --check to update them`
    : `${file}: badges updated`;
}

function print(text: string): void {
  process.stdout.write(text);
}

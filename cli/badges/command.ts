import { readFileSync, writeFileSync } from "node:fs";
import { type Command, Option } from "commander";
import { lookUp } from "../../provider/functions/function";
import { getBadges } from "../../provider/functions/getBadges";
import { ExitCode } from "../exitCode";
import { Progress } from "../progress";
import { sessionOf } from "../session";
import { BEGIN, END, withBlock } from "./block";
import { type Badge, chosen, LANGUAGES, type Look, written } from "./choice";

/** `pulumi-checks badges`: keeps the badges in a README up to date. */
export function addBadges(program: Command): void {
  const several = (value: string, before: string[] = []) => [...before, value];
  program
    .command("badges")
    .description("Keep a block of badges in a document up to date, or print them.")
    .option("--into <file>", "document with a block for badges; without it they are printed")
    .option("--check", "change nothing; end with exit code 2 when the block is out of date")
    .option("--tag <tag>", 'badge of this tag, "*" of all checks; may be repeated (default: all)', several)
    .addOption(new Option("--format <name>", "how badges are written").choices(LANGUAGES).default("markdown"))
    .addOption(
      new Option("--states <number>", "2: up or down; 3: up, late or down").choices(["2", "3"]).default("2"),
    )
    .option("--project <name>", "named project of the configuration (checks:projects)")
    .option("--stack <name>", "stack whose configuration is used; default: the selected one")
    .option("--json", "print the badges, and whether the document was up to date, as JSON")
    .option("--quiet", "no progress on stderr")
    .addHelpText("after", HELP)
    .action(run);
}

const HELP = `
The block is what stands between these two lines of the document:
  ${BEGIN}
  ${END}

Exit codes: 0 up to date or brought up to date, 1 it failed, 2 out of date (with --check).

Examples:
  $ pulumi-checks badges
  $ pulumi-checks badges --into README.md --tag '*' --tag prod --states 3
  $ pulumi-checks badges --into README.md --check`;

interface Options {
  into?: string;
  check?: true;
  tag?: string[];
  format: Look["language"];
  states: Look["states"];
  project?: string;
  stack?: string;
  json?: true;
  quiet?: true;
}

async function run(options: Options): Promise<void> {
  const { into, check, format: language, states } = options;
  if (check && into === undefined) throw new Error("--check needs a document to check: --into README.md");
  const before = into === undefined ? undefined : contentOf(into);
  const badges = await badgesOf(options);
  const lines = badges.map((badge) => written(badge, { language, states }));
  if (into === undefined || before === undefined) {
    return print(options.json ? json({ badges }) : lines.join("\n"));
  }
  const after = inDocument(into, () => withBlock(before, lines));
  const upToDate = after === before;
  if (!upToDate && !check) writeFileSync(into, after);
  print(options.json ? json({ file: into, upToDate, badges }) : outcome(into, upToDate, check === true));
  process.exitCode = !upToDate && check ? ExitCode.findings : ExitCode.clean;
}

async function badgesOf({ tag = [], project, stack, quiet }: Options): Promise<Badge[]> {
  const progress = new Progress(quiet);
  try {
    const session = await sessionOf({ folder: process.cwd(), stack }, progress);
    progress.begin("Reading the addresses of the badges");
    const { badges } = await lookUp(getBadges, project === undefined ? {} : { project }, session);
    return chosen(badges, tag);
  } finally {
    progress.end();
    for (const warning of progress.warnings) process.stderr.write(`warning: ${warning}\n`);
  }
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new Error(`${file} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

function inDocument<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function outcome(file: string, upToDate: boolean, check: boolean): string {
  if (upToDate) return `${file}: the badges are up to date`;
  return check
    ? `${file}: the badges are out of date; run it without --check`
    : `${file}: badges brought up to date`;
}

function json(value: object): string {
  return JSON.stringify(value, null, 2);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

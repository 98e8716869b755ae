import { readFileSync } from "node:fs";
import { type Command, Option } from "commander";
import { ChecksError } from "../../provider/errors";
import { coloursFor } from "../colours";
import { ExitCode } from "../exitCode";
import { Progress } from "../progress";
import { sessionOf } from "../session";
import { CHANNEL_SPELLINGS, type ChannelSpelling } from "./channelNames";
import { collect, collectOffline } from "./collect";
import { writeProgram } from "./files";
import { type Choices, type Collected, type Plan, planAdoption } from "./plan";
import { type ProgramFile, programFiles } from "./program";
import { outlook, planJson, planText, writtenText } from "./show";
import { readTerraform, type TerraformCheck } from "./terraform";

/** `pulumi-checks adopt`: a program for checks that exist, and what its first `up` will change. */
export function addAdopt(program: Command): void {
  const adopt = program
    .command("adopt")
    .description("Make a typed program from checks that exist already, and say what its first `up` changes.");
  withChoices(adopt.command("plan"))
    .description("Show the program's resources and what their first `pulumi up` changes; write nothing.")
    .addHelpText("after", HELP)
    .action(async (options: Options) => {
      const { plan, files } = await planned(options);
      finish(plan, options.json ? planJson(plan, files) : planText(plan, coloursFor(options.color)));
    });
  withChoices(adopt.command("apply"))
    .description("Write the program. The checks themselves are left alone until `pulumi up`.")
    .requiredOption("--out <folder>", "folder of the program")
    .option("--force", "write over files that have another text", false)
    .addHelpText("after", HELP)
    .action(async (options: Options & { out: string; force: boolean }) => {
      const { plan, files } = await planned(options);
      const result = writeProgram(options.out, files, options.force);
      const text = () => `${outlook(plan, coloursFor(options.color))}${writtenText(options.out, result)}`;
      finish(plan, options.json ? planJson(plan, files, result) : text());
    });
}

interface Options {
  project?: string;
  stack?: string;
  tag: string[];
  slug: string[];
  terraform?: string;
  offline: boolean;
  channels: ChannelSpelling;
  perTag?: boolean;
  json: boolean;
  color?: boolean;
  quiet?: boolean;
}

function withChoices(command: Command): Command {
  const several = (value: string, before: string[]) => [...before, value];
  return command
    .option("--project <name>", "named project of the configuration (checks:projects)")
    .option("--stack <name>", "stack whose configuration is used; default: the selected one")
    .option("--tag <tag>", "only checks with this tag; repeated: with all of them", several, [])
    .option("--slug <slug>", "only the check with this slug; repeated: with one of them", several, [])
    .option("--terraform <file>", "only checks of this `terraform show -json`; - reads stdin")
    .option("--offline", "go by the Terraform state alone, without asking the service", false)
    .addOption(
      new Option("--channels <how>", "write attached channels by name, by UUID, or leave them to people")
        .choices(CHANNEL_SPELLINGS)
        .default("names"),
    )
    .option("--one-file", "all checks in index.ts (the default)")
    .addOption(new Option("--per-tag", "a file for each tag, in checks/").conflicts("oneFile"))
    .option("--json", "print the plan as JSON", false)
    .option("--color", "colours although this is no terminal")
    .option("--no-color", "no colours")
    .option("--quiet", "no progress on stderr");
}

const STDIN = 0;

const HELP = `
The service and its key come from CHECKS_URL and CHECKS_API_KEY, or from the stack's configuration.
Exit codes: 0 all checks are in the program, 2 some are left out for somebody to decide, 1 it failed.

Examples:
  $ pulumi-checks adopt plan
  $ pulumi-checks adopt apply --out . --per-tag
  $ terraform show -json | pulumi-checks adopt apply --out . --terraform -`;

async function planned(options: Options): Promise<{ plan: Plan; files: ProgramFile[] }> {
  const { project, channels, offline, tag: tags, slug: slugs } = options;
  const terraform = options.terraform === undefined ? undefined : readTerraform(textOf(options.terraform));
  const choices: Choices = { project, tags, slugs, channels };
  const plan = planAdoption(await collected(options, terraform), choices);
  const origin = { ...choices, offline, terraform: terraform !== undefined };
  return { plan, files: programFiles(plan.adoptions, options.perTag ? "per-tag" : "one-file", origin) };
}

async function collected(
  { offline, quiet, stack, project, channels }: Options,
  terraform: readonly TerraformCheck[] | undefined,
): Promise<Collected> {
  if (offline) return collectOffline(terraform);
  const progress = new Progress(quiet);
  progress.begin("Reading the checks of the project");
  try {
    const session = await sessionOf({ folder: process.cwd(), stack }, progress);
    return await collect(session, { project, channels, terraform });
  } finally {
    progress.end();
  }
}

function textOf(file: string): string {
  try {
    const bytes = readFileSync(file === "-" ? STDIN : file);
    // Windows PowerShell's `>` writes UTF-16 with a mark; the decoder takes the mark off.
    const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
    return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8").decode(bytes);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ChecksError({
      subject: "--terraform",
      reason: `${file} cannot be read (${code})`,
      remedy: "Make it with `terraform show -json`",
    });
  }
}

function finish(plan: Plan, text: string): void {
  process.stdout.write(text);
  process.exitCode = plan.leftOut.length > 0 ? ExitCode.findings : ExitCode.clean;
}

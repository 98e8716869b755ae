import { relative, resolve, sep } from "node:path";
import { type Command, Option } from "commander";
import {
  addColourOptions,
  addServiceOptions,
  badOption,
  ExitCode,
  type ServiceOptions,
  several,
  withProgress,
} from "../command";
import { readText } from "../files";
import { projectFolderOf, sessionOf, stackNameOf } from "../pulumi";
import { coloursFor, terminalWidth } from "../render/terminal";
import { withoutCommands } from "../render/visible";
import { CHANNEL_SPELLINGS, type ChannelSpelling } from "./args";
import { bulkImport, FORMATS, type Format, importText } from "./bulkImport";
import { collect, collectOffline } from "./collect";
import { folderOf, projectFiles, writeProgram } from "./files";
import { type Choices, type Collected, type Plan, planAdoption } from "./plan";
import { type ProgramFile, programFiles } from "./program";
import { NEXT, outlook, planJson, planText, writtenText } from "./show";
import { readTerraform, type TerraformCheck } from "./terraform";

/** `pulumi-checks adopt`: writes a program for existing checks, and shows what its first `up` will change. */
export function defineAdopt(adopt: Command): void {
  withChoices(adopt.command("plan"))
    .description("Show the program's resources and what their first `pulumi up` changes; write nothing.")
    .addHelpText("after", HELP)
    .action(async (options: Options) => {
      const { plan, files } = await makePlan(options);
      const text = options.format === "import" ? importText : planText;
      finish(
        plan,
        options.json
          ? planJson(plan, files)
          : withoutCommands(text(plan, coloursFor(options.color), terminalWidth())),
      );
    });
  withChoices(adopt.command("apply"))
    .description(
      "Write the program, and a whole project into an empty folder. The checks themselves are left alone until `pulumi up`.",
    )
    .requiredOption("--out <folder>", "folder of the program; required")
    .option("--force", "overwrite files that have other content")
    .addHelpText("after", HELP)
    .action(async (options: Options & { out: string; force?: boolean }) => {
      const out = folderOf(options.out);
      const { plan, files } = await makePlan(options);
      const isImport = options.format === "import";
      const all = files.length === 0 || isImport ? files : [...files, ...projectFiles(out)];
      const outcome = writeProgram(out, all, options.force === true);
      // A list for an import replaces no program, so no files are left over.
      const result = isImport ? { ...outcome, leftOver: [] } : outcome;
      const text = () => {
        const outlookText = (isImport ? importText : outlook)(
          plan,
          coloursFor(options.color),
          terminalWidth(),
        );
        return `${outlookText}${writtenText(out, result, isImport ? "" : nextAfter(out))}`;
      };
      finish(plan, options.json ? planJson(plan, all, result) : withoutCommands(text()));
    });
}

/** What to do with the program that is in the folder now. */
function nextAfter(out: string): string {
  const project = projectFolderOf(out);
  if (project === undefined) return NEXT.noProject;
  const path = relative(project, resolve(out));
  return path === "" ? NEXT.inProject : NEXT.belowProject(path.split(sep).join("/"));
}

interface Options extends ServiceOptions {
  tag?: string[];
  slug?: string[];
  terraform?: string;
  offline?: boolean;
  channels: ChannelSpelling;
  perTag?: boolean;
  format: Format;
  json?: boolean;
  color?: boolean;
}

function withChoices(command: Command): Command {
  command
    .option("--tag <tag>", "only checks with this tag; repeat it for checks with all of them", several)
    .option("--slug <slug>", "only the check with this slug; repeat it for more checks", several)
    .option("--terraform <file>", "only checks of this `terraform show -json`; - reads stdin")
    .option("--offline", "use the Terraform state alone, without asking the service")
    .addOption(
      new Option(
        "--channels <how>",
        "how to write attached channels: by name, by UUID, or not at all, so that people manage them",
      )
        .choices(CHANNEL_SPELLINGS)
        .default("names"),
    )
    .option("--one-file", "all checks in index.ts (the default)")
    .addOption(new Option("--per-tag", "a file for each tag, in checks/").conflicts("oneFile"))
    .addOption(
      new Option("--format <what>", "a program in TypeScript, or the list for `pulumi import --file`")
        .choices(FORMATS)
        .default("program"),
    )
    .option("--json", "print the plan as JSON");
  return addColourOptions(addServiceOptions(command));
}

const HELP = `
The service and its key come from CHECKS_URL and CHECKS_API_KEY, or from the stack's configuration.
Exit codes: 0 all checks are in the program, 2 some are left out for you to decide, 1 it failed.

Examples:
  $ pulumi-checks adopt plan
  $ pulumi-checks adopt apply --out . --per-tag
  $ pulumi-checks adopt apply --out . --format import
  $ terraform show -json | pulumi-checks adopt apply --out . --terraform -`;

async function makePlan(options: Options): Promise<{ plan: Plan; files: ProgramFile[] }> {
  const { project, channels, offline = false, tag: tags = [], slug: slugs = [] } = options;
  if (options.format === "import") refuseForImport(options);
  const terraform =
    options.terraform === undefined
      ? undefined
      : readTerraform(readText(options.terraform, "Make it with `terraform show -json`"));
  const choices: Choices = { project, tags, slugs, channels };
  const collected = await gather(options, terraform);
  const plan = planAdoption(collected, choices);
  if (options.format === "import") return bulkImport(plan, collected.defaults);
  const origin = { ...choices, offline, terraform: terraform !== undefined };
  return { plan, files: programFiles(plan.adoptions, options.perTag ? "per-tag" : "one-file", origin) };
}

/**
 * Refuses options that an import ignores: it writes no program files, spells channels itself, and takes checks as they
 * are.
 */
function refuseForImport({ perTag, channels, offline }: Options): void {
  const ignoredOption = [
    perTag && "--per-tag",
    channels === "ids" && "--channels ids",
    offline && "--offline",
  ].find(Boolean);
  if (ignoredOption)
    throw badOption(ignoredOption, "means nothing for an import", "Leave it out, or leave --format out");
}

async function gather(
  { offline, quiet, stack, project, channels }: Options,
  terraform: readonly TerraformCheck[] | undefined,
): Promise<Collected> {
  if (offline) return collectOffline(terraform);
  return withProgress(quiet, async (progress) => {
    progress.begin("Reading the checks of the project");
    const place = { folder: process.cwd(), stack };
    const collected = await collect(await sessionOf(place, progress), { project, channels, terraform });
    const isStamped = collected.checks.some(({ owners }) => owners !== undefined);
    return isStamped ? { ...collected, stack: await stackNameOf(place) } : collected;
  });
}

function finish(plan: Plan, text: string): void {
  process.stdout.write(text);
  process.exitCode = plan.leftOut.length > 0 ? ExitCode.findings : ExitCode.clean;
}

/** `pulumi-checks handover`: gives stamped checks to another stack. */

import { type Command, InvalidArgumentError } from "commander";
import { monitorOf } from "../../provider/monitor/monitor";
import { isStamp, stampOf } from "../../provider/monitor/stamp";
import { addServiceOptions, type ServiceOptions, withProgress } from "../command";
import { sessionOf } from "../pulumi";
import { jsonText, withoutCommands } from "../render/visible";
import { count } from "../render/words";
import { labelOf } from "../selection";
import { type HandedOver, handOver } from "./handover";

/** Adds the command's options. */
export function defineHandover(command: Command): void {
  command
    .argument("[checks...]", "slugs, unique keys or UUIDs of the checks; without any, all that --from owns")
    .requiredOption("--to <project/stack>", "stack that gets the checks", stackName)
    .option("--from <project/stack>", "only checks that belong to this stack", stackName)
    .option("--dry-run", "print what would be handed over, and change nothing")
    .option("--json", "print JSON: the checks that were handed over")
    .addHelpText("after", HELP)
    .action(run);
  addServiceOptions(command);
}

const HELP = `
Then, in this order:
  1. Declare the checks in the program of the stack that gets them, and run \`pulumi up\` there: it takes them over.
  2. Remove them from the program of the stack that had them, and run \`pulumi up\` there: it lets go of them.

Exit codes: 0 done, 1 error; nothing is handed over when a name is not right. Where the service refuses a check, the
error says which ones were handed over before it, and running the same command again goes on from there.

Examples:
  $ pulumi-checks handover nightly-backup --to billing/prod
  $ pulumi-checks handover --from jobs/prod --to billing/prod --dry-run`;

interface Options extends ServiceOptions {
  to: string;
  from?: string;
  dryRun?: true;
  json?: true;
}

async function run(names: string[], options: Options): Promise<void> {
  const { to, from, dryRun = false, project, stack, quiet } = options;
  const checks = await withProgress(quiet, async (progress) => {
    progress.begin("Listing the checks on the service");
    const session = await sessionOf({ folder: ".", stack }, progress);
    return handOver(monitorOf(session).project(project), { checks: names, to, from, dryRun });
  });
  process.stdout.write(
    options.json ? jsonText({ to, dryRun, checks }) : withoutCommands(text(checks, options)),
  );
}

function text(done: readonly HandedOver[], { to, dryRun }: Options): string {
  if (done.length === 0) return `Nothing to hand over: all of these belong to ${to} already.\n`;
  const verb = dryRun ? "would be handed over" : "handed over";
  const lines = done.map(
    ({ from, uniqueKey, ...names }) =>
      `  ${labelOf({ ...names, unique_key: uniqueKey })}  ${from === undefined ? "had no owner" : `belonged to ${from}`}`,
  );
  const next = dryRun
    ? []
    : [
        "",
        `Next: declare them in the program of ${to} and run \`pulumi up\` there; then remove them from the other program.`,
      ];
  return [`${count(done.length, "check")} ${verb} to ${to}:`, ...lines, ...next, ""].join("\n");
}

function stackName(value: string): string {
  if (!isStamp(stampOf(value)))
    throw new InvalidArgumentError("It must be PROJECT/STACK, for example billing/prod.");
  return value;
}

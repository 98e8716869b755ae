import type { Command } from "commander";
import { monitorOf } from "../../provider/monitor/monitor";
import {
  addColourOptions,
  addServiceOptions,
  badOption,
  ExitCode,
  type ServiceOptions,
  withProgress,
} from "../command";
import { sessionOf } from "../pulumi";
import { coloursFor, type Progress, terminalWidth } from "../render/terminal";
import { connectAsRecorded, type Ending, endWindow, isOver } from "./end";
import { type Found, findByTags } from "./find";
import { openRecords, type Records } from "./records";
import { isRunnerHere } from "./runner";
import { endedJson, endedText, titleOf } from "./show";

interface EndOptions extends ServiceOptions {
  everything?: true;
  forget?: true;
  records?: string;
  json?: true;
  color?: boolean;
}

/** `pulumi-checks maintenance end`: for use after `begin`, or after a maintenance that was cut off. */
export function defineEnd(command: Command): void {
  command
    .description("Put the channels back, for the open maintenance or for those that are named.")
    .argument("[ids...]", "names of maintenances, as `begin` and `status` print them")
    .option("--everything", "all that were begun here and are not running")
    .option("--forget", "count checks that are not on the service as deleted, even if that is all of them")
    .option("--records <folder>", "where the records are kept (default: the user's cache folder)")
    .option("--json", "print the result as JSON")
    .addHelpText("after", HELP)
    .action(run);
  addServiceOptions(command);
  addColourOptions(command);
}

const HELP = `
One that began on another machine is ended by its name: the tags on its checks tell what to put back, in every project
that has a key here, or in that of --project. --stack says whose configuration has the keys.

Exit codes: 0 everything is as before, 3 something was not put back (run it again), 1 error.`;

async function run(ids: string[], options: EndOptions): Promise<void> {
  const { endings, leftAlone } = await withProgress(options.quiet, async (progress) => {
    const records = await openRecords(options.records, progress);
    const { found, leftAlone } = await choose(ids, records, options, progress);
    const all: Ending[] = [];
    for (const { window, records: its, notAsked = [] } of found) {
      progress.begin(`Putting the channels back of ${titleOf(window)}`);
      const trust = { isSameProject: options.forget === true };
      all.push({ ...(await endWindow(window, its, connectAsRecorded(progress), trust)), notAsked });
    }
    return { endings: all, leftAlone };
  });
  const isLeft = endings.length === 0 && leftAlone > 0;
  process.stdout.write(options.json ? endedJson(endings) : text(endings, isLeft, options));
  process.exitCode = isLeft || !endings.every(isOver) ? ExitCode.incomplete : ExitCode.clean;
}

function text(endings: readonly Ending[], isLeft: boolean, { color }: EndOptions): string {
  // What is left was already reported, and is still open.
  if (endings.length === 0) return isLeft ? "" : "No maintenance that began here is open.\n";
  return endings.map((ending) => endedText(ending, coloursFor(color), terminalWidth())).join("\n");
}

async function choose(
  ids: readonly string[],
  records: Records,
  options: EndOptions,
  progress: Progress,
): Promise<{ found: Found[]; leftAlone: number }> {
  if (ids.includes("")) {
    throw badOption(
      "maintenance end",
      "the name is empty",
      "If `begin` printed no name, it had nothing to take off, and there is nothing to end",
    );
  }
  const open = records.open();
  if (ids.length > 0) {
    const found = ids.map((id) => {
      const window = open.find((one) => one.id === id);
      return window ? { window, records } : findElsewhere(id, options, progress);
    });
    return { found: await Promise.all(found), leftAlone: 0 };
  }
  const running = open.filter(isRunnerHere);
  for (const window of running) {
    progress.info(
      `The maintenance ${titleOf(window)} is left alone: its command is running (process ${window.runner})`,
    );
  }
  const ended = open.filter((one) => !running.includes(one));
  if (ended.length <= 1 || options.everything) {
    return { found: ended.map((window) => ({ window, records })), leftAlone: running.length };
  }
  throw badOption(
    "maintenance end",
    `${ended.length} are open: ${ended.map(titleOf).join(", ")}`,
    "Name the ones that you mean, or give --everything",
  );
}

/** Finds a maintenance without a local record by the tags on its checks, which may be in several projects. */
async function findElsewhere(id: string, { project, stack }: EndOptions, progress: Progress): Promise<Found> {
  const folder = process.cwd();
  const monitor = monitorOf(await sessionOf({ folder, stack }, progress));
  return findByTags(id, monitor, { folder, project, stack });
}

import type { Command } from "commander";
import type { Maintenance } from "../../provider/monitor/maintenance";
import { monitorOf } from "../../provider/monitor/monitor";
import { addServiceOptions, type ServiceOptions, withProgress } from "../command";
import { groupBy } from "../lists";
import { sessionOf } from "../pulumi";
import { jsonText, visible, withoutCommands } from "../render/visible";
import { count, iso } from "../render/words";
import { findMarked } from "./marked";
import { openRecords } from "./records";
import { isRunnerHere } from "./runner";
import { at } from "./show";
import { checksOf, type QuietWindow } from "./window";

interface StatusOptions extends ServiceOptions {
  records?: string;
  json?: true;
}

/** `pulumi-checks maintenance status`: what is silenced now, and what was left over. */
export function defineStatus(command: Command): void {
  command
    .description("List the maintenances of the project, whoever began them, and those that were begun here.")
    .option("--records <folder>", "where the records are kept (default: the user's cache folder)")
    .option("--json", "print JSON")
    .addHelpText("after", "\nOne list request; a read-only key is enough. Exit codes: 0 done, 1 error.")
    .action(run);
  addServiceOptions(command);
}

/** What is known here about a maintenance. */
interface Seen {
  id: string;
  reason: string;
  /** UNIX seconds. */
  from: number;
  until: number;
  /** Number of the project's checks whose channels are off. */
  quiet: number;
  /** Number of all its checks in all projects, if there is a local record. */
  recorded: number | undefined;
  /** The process that ends it, if it is running; `gone` if it was cut off. */
  runner: number | "gone" | undefined;
}

async function run(options: StatusOptions): Promise<void> {
  const seen = await withProgress(options.quiet, async (progress) => {
    const records = (await openRecords(options.records, progress)).open();
    progress.begin("Reading the checks");
    const session = await sessionOf({ folder: process.cwd(), stack: options.stack }, progress);
    const marked = await findMarked(monitorOf(session).project(options.project));
    return together(
      records,
      marked.map(({ maintenance }) => maintenance),
    );
  });
  process.stdout.write(options.json ? json(seen) : text(seen, Date.now() / 1000));
}

function together(records: readonly QuietWindow[], marked: readonly Maintenance[]): Seen[] {
  const byId = groupBy(marked, ({ id }) => id);
  const here = records.map(
    (window): Seen => ({
      ...window,
      quiet: byId.get(window.id)?.length ?? 0,
      recorded: checksOf(window).length,
      runner: window.runner === undefined || isRunnerHere(window) ? window.runner : "gone",
    }),
  );
  const elsewhere = [...byId].flatMap(([id, [first, ...others]]): Seen[] =>
    first === undefined || here.some((one) => one.id === id)
      ? []
      : [{ ...first, quiet: others.length + 1, recorded: undefined, runner: undefined }],
  );
  return [...here, ...elsewhere].sort((a, b) => a.from - b.from);
}

function text(seen: readonly Seen[], now: number): string {
  if (seen.length === 0) return "Nothing is in maintenance.\n";
  const lines = seen.map(({ id, reason, from, until, quiet, recorded, runner }) =>
    [
      `${id}  ${count(quiet, "check")} quiet since ${at(from)}, ${until < now ? "meant to end" : "until"} ${at(until)}`,
      ...(reason === "" ? [] : [`  ${visible(reason)}`]),
      `  ${progressText(recorded, runner)}`,
      ...(until < now || runner === "gone" ? [`  \`pulumi-checks maintenance end ${id}\` ends it`] : []),
    ].join("\n"),
  );
  return withoutCommands(`${lines.join("\n")}\n`);
}

function progressText(recorded: Seen["recorded"], runner: Seen["runner"]): string {
  if (recorded === undefined) return "began somewhere else";
  if (runner === "gone") return `began here, with ${count(recorded, "check")}; it was cut off`;
  return `began here, with ${count(recorded, "check")}${runner === undefined ? "" : `; ends with the process ${runner}`}`;
}

function json(seen: readonly Seen[]): string {
  return jsonText({
    schema: "pulumi-checks/maintenance-status",
    version: 1,
    maintenances: seen.map(({ id, reason, from, until, quiet, recorded, runner }) => ({
      id,
      reason,
      from: iso(from),
      until: iso(until),
      quiet,
      began: recorded === undefined ? "elsewhere" : "here",
      cutOff: runner === "gone",
    })),
  });
}

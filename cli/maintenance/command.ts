import { type Command, CommanderError, Option } from "commander";
import { uninterrupted } from "../../provider/core/interruption";
import { addColourOptions, badOption, durationOption, ExitCode, messageOf, withProgress } from "../command";
import { coloursFor, complain, type Progress, terminalWidth } from "../render/terminal";
import { count } from "../render/words";
import { addChoiceOptions, type ChoiceOptions, choiceOf } from "../stacks/choice";
import { findChosen } from "../stacks/chosen";
import { begin, type Plan, planOf } from "./begin";
import { runDuring } from "./during";
import { connectAsRecorded, type Ending, endWindow } from "./end";
import { defineEnd } from "./endCommand";
import { isOpen } from "./putBack";
import { openRecords, type Records } from "./records";
import { isRunnerHere, type Runner, thisRunner } from "./runner";
import { begunText, endedText, titleOf } from "./show";
import { Signals } from "./signals";
import { defineStatus } from "./statusCommand";
import { checksOf } from "./window";

/**
 * `pulumi-checks maintenance`: silences checks during work that would set off alerts, and restores everything
 * afterwards.
 */
export function defineMaintenance(command: Command): void {
  command.enablePositionalOptions().argument("[command...]", "after --: the command to run meanwhile");
  addBeginOptions(command);
  command.addHelpText("after", HELP).action(run);
  defineBegin(command.command("begin").configureHelp({}));
  defineEnd(command.command("end").configureHelp({}));
  defineStatus(command.command("status").configureHelp({}));
  // After those, which do not share it: a wrong option must not look like the command's own failure.
  command.exitOverride(({ exitCode, code, message }) => {
    throw new CommanderError(exitCode === 0 ? exitCode : NOT_BEGUN, code, message);
  });
}

const HELP = `
Takes the channels off checks while a command runs, and puts them back however it ends. The checks go on watching:
which of them are down is said at the end. A record on disk lets \`maintenance end\` finish what was cut off.

Exit codes: those of the command, and
  123  the command succeeded, but something could not be put back: \`maintenance end\` does that
  125  it could not begin: nothing was changed, and the command was not run
  126, 127  the command cannot be run, is not there
After a signal that ended the command, the same signal.

Examples:
  $ pulumi-checks maintenance --tag db --reason "new disk" -- ./migrate.sh
  $ pulumi-checks maintenance begin --stack prod --for 2h     in one step of a pipeline
  $ pulumi-checks maintenance end                             in a later one
  $ pulumi-checks maintenance status`;

/** Exit code if the command succeeded, but not everything could be put back. */
const NOT_PUT_BACK = 123;
const NOT_BEGUN = 125;

/** In seconds. After a longer one, the year of the end might not fit into the tag on the checks. */
const SHORTEST = 60;
const LONGEST = 365 * 24 * 60 * 60;

interface BeginOptions extends ChoiceOptions {
  reason?: string;
  for: number;
  records?: string;
  quiet?: true;
  color?: boolean;
}

function addBeginOptions(command: Command): void {
  addChoiceOptions(command)
    .option("--reason <text>", "why; people see it in `status`, `drift` and `up`")
    .addOption(
      new Option("--for <duration>", "how long it is meant to last; after that `drift` calls it left over")
        .argParser(durationOption)
        .default(3600, "1h"),
    )
    .option("--records <folder>", "where the record is kept (default: the user's cache folder)")
    .option("-q, --quiet", "say only what went wrong");
  addColourOptions(command);
}

function defineBegin(command: Command): void {
  addBeginOptions(command);
  command
    .description("Take the channels off, until `maintenance end`; prints the name of the maintenance.")
    .addHelpText("after", "\nExit codes: 0 begun, or nothing to take off; 1 nothing was begun.")
    .action(async (options: BeginOptions) => {
      const signals = new Signals();
      try {
        // A failure is told before a signal ends the process.
        const begun = await orReport(beginAll(options, signals));
        if (begun === undefined) process.exitCode = ExitCode.error;
        else if (checksOf(begun.plan.window).length > 0) process.stdout.write(`${begun.plan.window.id}\n`);
      } finally {
        signals.end(signals.received);
      }
    });
}

async function run(words: string[], options: BeginOptions): Promise<void> {
  const signals = new Signals();
  let signal: NodeJS.Signals | undefined;
  try {
    const begun = await orReport(beginFor(words, options, signals));
    if (begun === undefined) {
      process.exitCode = NOT_BEGUN;
      signal = signals.received;
      return;
    }
    const ended =
      signals.received === undefined ? await runDuring(words, signals) : { signal: signals.received };
    if ("notStarted" in ended) complain("error", ended.notStarted);
    const isBack = await orReport(uninterrupted(() => end(begun.plan, begun.records, options)));
    // A signal during the end of the maintenance was deferred until now.
    signal = "signal" in ended ? ended.signal : signals.received;
    if ("code" in ended) process.exitCode = ended.code === 0 && !isBack ? NOT_PUT_BACK : ended.code;
  } finally {
    signals.end(signal);
  }
}

async function beginFor(words: readonly string[], options: BeginOptions, signals: Signals) {
  // An empty word usually comes from an unset variable in a script.
  if (words[0]) return beginAll(options, signals, thisRunner());
  throw badOption("maintenance", "no command was given", "Name it after --, or use begin, end or status");
}

/** Resolves to undefined after a failure, which it prints. */
async function orReport<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    complain("error", messageOf(error));
    return undefined;
  }
}

async function beginAll(
  options: BeginOptions,
  signals: Signals,
  runner: Runner = {},
): Promise<{ plan: Plan; records: Records }> {
  const { reason = "", for: seconds, quiet } = options;
  if (seconds < SHORTEST) throw badOption("--for", "it must be at least a minute");
  if (seconds > LONGEST) {
    throw badOption("--for", "it must be at most a year", "Begin another one when it is over");
  }
  return withProgress(quiet, async (progress) => {
    const records = await openRecords(options.records, progress);
    tellLeftOver(records, progress);
    progress.begin("Reading the checks");
    const chosen = await findChosen(selectionOf(options), progress);
    const from = Math.floor(Date.now() / 1000);
    const until = from + seconds;
    const plan = planOf(chosen, { reason, from, until, ...runner });
    if (plan.steps.length > 0) {
      progress.begin(`Taking the channels off ${count(plan.steps.length, "check")}`);
      await begin(plan, records, signals, (done, all) =>
        progress.status(`Taking the channels off: ${done} of ${all} checks`),
      );
    }
    progress.end();
    if (!quiet) process.stderr.write(begunText(plan));
    return { plan, records };
  });
}

/** Refuses to select nothing, because a forgotten option must not silence everything. */
function selectionOf(options: BeginOptions) {
  const { stack, state, all, slug, tag } = options;
  if ([stack, state, all, slug, tag].every((one) => one === undefined)) {
    throw badOption(
      "maintenance",
      "no check was named",
      "Give --tag, --slug, --stack or --state; --all means every check",
    );
  }
  return choiceOf(options);
}

/** Resolves to whether everything is as before. */
async function end({ window, apis }: Plan, records: Records, options: BeginOptions): Promise<boolean> {
  if (window.places.length === 0) return true;
  const ending = await withProgress(options.quiet, (progress): Promise<Ending> => {
    progress.begin("Putting the channels back");
    const connect = async (place: (typeof window.places)[number]) =>
      apis.get(place) ?? connectAsRecorded(progress)(place);
    return endWindow(window, records, connect, { isSameProject: true });
  });
  const isBack = !ending.results.some(isOpen);
  const text = endedText(ending, coloursFor(options.color, process.stderr), terminalWidth(process.stderr));
  if (!isBack || !options.quiet) process.stderr.write(text);
  return isBack;
}

function tellLeftOver(records: Records, progress: Progress): void {
  const leftOver = records.open().filter((one) => one.runner !== undefined && !isRunnerHere(one));
  for (const window of leftOver) {
    progress.warn(
      `the maintenance ${titleOf(window)} was cut off, so its checks may alert nobody; run \`pulumi-checks maintenance end ${window.id}\` to put their channels back`,
    );
  }
}

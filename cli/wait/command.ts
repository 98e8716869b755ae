import { type Command, InvalidArgumentError, Option } from "commander";
import {
  addColourOptions,
  badOption,
  durationIn,
  durationOption,
  ExitCode,
  isDay,
  withProgress,
} from "../command";
import { coloursFor, type Progress, terminalWidth } from "../render/terminal";
import { count } from "../render/words";
import { addChoiceOptions, type ChoiceOptions, choiceOf } from "../stacks/choice";
import { json, text } from "./show";
import { UNTIL, type Until } from "./standing";
import { findTargets, type Watched } from "./targets";
import { Teller } from "./teller";
import { type Ending, type Outcome, UntilSignal, watch } from "./watch";
import { DONE, spanOf } from "./words";

/** `pulumi-checks wait`: a gate after a deployment. */
export function defineWait(command: Command): void {
  addChoiceOptions(command, "the selected stack")
    .option("--last-up", "only checks that the last `pulumi up` made, with pings since it began")
    .addOption(
      new Option("--until <what>", "ping: a ping came since the wait began; up: the check is up")
        .choices(UNTIL)
        .default("ping"),
    )
    .option("--since <time>", "pings since then count too: 10m ago, or 2026-05-01T10:30Z", sinceOption)
    .addOption(
      new Option("--timeout <duration>", "how long to wait").argParser(durationOption).default(600, "10m"),
    )
    .addOption(
      new Option("--every <duration>", "how often to look").argParser(durationOption).default(5, "5s"),
    )
    .option("--json", "print the result as JSON")
    .option("-q, --quiet", "do not show progress on stderr")
    .addHelpText("after", HELP)
    .action(run);
  addColourOptions(command);
}

const HELP = `
Waits until each check has had a ping that came after the wait began, which says that its job runs and reaches the
service. Only as many requests are sent as there are looks: one list of each project. A read-only key is enough.

Exit codes:
  0  all have      2  time ran out, or a check is gone: the result says which, and why
  1  error         3  the service could not be asked at the end
  130  interrupted

Examples:
  $ pulumi up --yes && pulumi-checks wait --last-up
  $ pulumi-checks wait --slug nightly-backup --timeout 30m
  $ pulumi-checks wait --stack prod --tag critical --until up
  $ kubectl create job --from=cronjob/backup try && pulumi-checks wait --slug backup --since 1m`;

interface Options extends ChoiceOptions {
  until: Until;
  since?: (now: number) => number;
  timeout: number;
  every: number;
  json?: true;
  quiet?: true;
  color?: boolean;
}

const EXIT_CODES: Record<Ending, number> = {
  reached: ExitCode.clean,
  missed: ExitCode.findings,
  unknown: ExitCode.incomplete,
  // The exit code with which a shell reports the signal, which ends the process right after the result.
  interrupted: 130,
};

async function run(options: Options): Promise<void> {
  if (options.every < 1) throw badOption("--every", "it must be at least a second");
  const { until, timeout } = options;
  const watched = await withProgress(options.quiet, (progress) => find(options, progress));
  const pace = new UntilSignal();
  try {
    const outcome = await withProgress(options.quiet, (progress) =>
      waitFor(watched, options, progress, pace),
    );
    const shown = options.json
      ? json(outcome, until, timeout)
      : text(outcome, until, coloursFor(options.color), terminalWidth());
    process.stdout.write(shown);
    process.exitCode = EXIT_CODES[outcome.ending];
  } finally {
    pace.end();
  }
}

/** A service that does not answer is not asked for longer than the wait may take, but at least for so long. */
const FIRST_LOOK_SECONDS = 5;

function find(options: Options, progress: Progress): Promise<Watched[]> {
  progress.begin("Reading the checks");
  const longest = Math.max(options.timeout, FIRST_LOOK_SECONDS);
  return findTargets({ ...choiceOf(options), since: options.since?.(Date.now()), longest }, progress);
}

async function waitFor(
  watched: readonly Watched[],
  options: Options,
  progress: Progress,
  pace: UntilSignal,
): Promise<Outcome> {
  const { until, timeout } = options;
  const all = watched.flatMap(({ targets }) => targets).length;
  if (all > 0) {
    const most = spanOf(timeout * 1000);
    progress.begin(`Waiting for ${count(all, "check")} to be ${DONE[until]}, ${most} at most`);
  }
  const teller = new Teller(progress, options);
  return watch(watched, options, (standings, at) => teller.tell(standings, at), pace);
}

/** `10m` or `10m ago` means that long ago; otherwise an ISO 8601 time with a zone. */
function sinceOption(given: string): (now: number) => number {
  if (/^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)$/.test(given)) {
    const time = Date.parse(given);
    if (isDay(given.slice(0, 10)) && !Number.isNaN(time)) return () => time;
    throw new InvalidArgumentError("There is no such time.");
  }
  const seconds = durationIn(given.replace(/\s+ago\s*$/, ""));
  if (Number.isNaN(seconds)) {
    throw new InvalidArgumentError(
      "It must be a duration such as 10m, or a time with its zone: 2026-05-01T10:30Z.",
    );
  }
  return (now) => now - seconds * 1000;
}

import { basename, dirname } from "node:path";
import { type Command, InvalidArgumentError, Option } from "commander";
import { addColourOptions, addFormatOptions, badOption, withProgress } from "../command";
import { readText, writeText } from "../files";
import { coloursFor, complain, terminalWidth } from "../render/terminal";
import { addChoiceOptions, type ChoiceOptions, choiceOf } from "../stacks/choice";
import { below } from "../stacks/source";
import { FORMAT_NAMES, type FormatName, render } from "./formats";
import { lookForAdvice } from "./look";
import { type ProgramFile, patchOf } from "./patch/patch";
import { type AdviceReport, exitCodeOf } from "./report";

/** `pulumi-checks advise`: suggests grace, timeout and time zone of checks from their own history. */
export function defineAdvise(command: Command): void {
  addChoiceOptions(command, "the selected stack")
    .addOption(
      new Option("--min-pings <number>", "skip checks with fewer successes and failures")
        .argParser(atLeast(LEAST_RUNS))
        .default(20),
    )
    .addOption(
      new Option("--false-alarms <number>", "how many false alarms in a check's history are acceptable")
        .argParser(atLeast(0))
        .default(0),
    )
    .option("-o, --output <file>", "write the result to a file instead of stdout")
    .option(
      "--patch <file...>",
      "print a patch of these files of the program that follows the advice, instead of the result",
    )
    .option("-q, --quiet", "do not show progress on stderr")
    .addHelpText("after", HELP)
    .action(run);
  addColourOptions(addFormatOptions(command, FORMAT_NAMES));
}

/** The fewest runs to judge. With ten, an outage affects at most a tenth of them and stands out. */
const LEAST_RUNS = 10;

const HELP = `
Replays the pings that the service keeps under other settings, and says what would have been better: how many false
alarms each grace would have given, and how much later a missed run would have been reported. Changes nothing.
Needs a read-write key, because no other sees pings. Requests: one list per project, and two per check.

Advice:
  grace     another grace                       schedule  pings that do not come at the check's times
  period    another timeout, with its grace     flapping  a check that goes down again and again
  zone      a job in another time zone          runTime   a job that takes longer and longer

Exit codes:
  0  no advice      2  advice
  1  error          3  incomplete: the history of a check could not be read

Examples:
  $ pulumi-checks advise
  $ pulumi-checks advise --stack prod --tag critical --false-alarms 1
  $ pulumi-checks advise --slug nightly-backup --json
  $ pulumi-checks advise --patch index.ts | git apply --allow-empty`;

interface Options extends ChoiceOptions {
  minPings: number;
  falseAlarms: number;
  format: FormatName;
  output?: string;
  patch?: string[];
  quiet?: true;
  color?: boolean;
}

async function run(options: Options, command: Command): Promise<void> {
  if (options.patch && command.getOptionValueSource("format") !== "default") {
    const option = command.getOptionValueSource("json") === undefined ? "--format" : "--json";
    throw badOption(option, "it has no effect on a patch", "Leave it out, or leave --patch out");
  }
  const request = {
    choice: choiceOf(options),
    leastRuns: options.minPings,
    mostFalse: options.falseAlarms,
    now: Date.now(),
  };
  // Before the pings of a thousand checks are read, which takes minutes.
  const files = options.patch && filesToPatch(options.patch);
  const report = await withProgress(options.quiet, (progress) => lookForAdvice(request, progress));
  const { output, format, color } = options;
  process.exitCode = exitCodeOf(report);
  if (files) return writePatch(report, files, output);
  const isFile = output !== undefined;
  const rendered = render(report, format, {
    colours: coloursFor(isFile ? false : color),
    width: isFile ? undefined : terminalWidth(),
  });
  if (isFile) writeText(output, rendered);
  else process.stdout.write(rendered);
}

function filesToPatch(names: readonly string[]): ProgramFile[] {
  // One spelling for each name, the one that `git apply` accepts.
  const spelled = new Set(names.map((name) => below(dirname(name), basename(name))));
  return [...spelled].map((file) => ({ file, text: readText(file) }));
}

/** The patch goes to stdout for programs; the changes missing in it go to stderr. */
function writePatch(report: AdviceReport, files: readonly ProgramFile[], output: string | undefined): void {
  const { diff, left } = patchOf(report, files);
  if (output !== undefined) writeText(output, diff);
  else process.stdout.write(diff);
  for (const one of [...left, ...report.problems]) complain("not patched", one);
}

function atLeast(least: number): (given: string) => number {
  return (given) => {
    const number = Number(given);
    if (/^\d+$/.test(given) && number >= least) return number;
    throw new InvalidArgumentError(`It must be a whole number, ${least} at least.`);
  };
}

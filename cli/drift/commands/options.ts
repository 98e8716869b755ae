/** What a drift run can be asked for on the command line; shared by the commands that make one. */
import { type Command, Option } from "commander";
import { durationOption } from "../../duration";
import { FINDING_CLASSES, type FindingClass } from "../findings";
import { IGNORE_FILE, readIgnoreFile } from "../ignoreFile";
import type { DriftRequest } from "../run";
import { type StackSource, selectedStack, stackOption, stateFileOption } from "../stackSource";

/** What the shared options give. */
export interface RequestOptions {
  stack?: StackSource[];
  state?: StackSource[];
  stateOnly?: boolean;
  refresh: boolean;
  class: FindingClass[];
  tag: string[];
  downFor: number;
  ignoreFile?: string;
  quiet?: boolean;
}

const ONE_DAY = 86_400;

/** Adds the options that say what to compare. */
export function addRequestOptions(command: Command): Command {
  return command
    .option(
      "-s, --stack <stack>",
      "STACK, STACK@FOLDER or @FOLDER; can be repeated (default: the selected stack)",
      stackOption,
    )
    .option(
      "--state <file>",
      "an exported state instead of a stack of the engine; can be repeated",
      stateFileOption,
    )
    .option("--state-only", "compare what the last `pulumi up` wrote, without running the program")
    .option("--no-refresh", "preview without refreshing the stack's resources first")
    .addOption(
      new Option("--class <class...>", "only findings of these classes")
        .choices(FINDING_CLASSES)
        .default([...FINDING_CLASSES], "all"),
    )
    .addOption(
      new Option("--tag <tag...>", "only unmanaged checks with all of these tags").default([], "any"),
    )
    .addOption(
      new Option("--down-for <duration>", "a check that is down for longer is a finding")
        .argParser(durationOption)
        .default(ONE_DAY, "1d"),
    )
    .option("--ignore-file <file>", `findings to live with (default: ${IGNORE_FILE}, if there is one)`)
    .option("-q, --quiet", "do not tell the steps on stderr");
}

/** The run that the options ask for, now. Throws when the ignore file is not right. */
export function requestOf(options: RequestOptions): DriftRequest {
  const stacks = [...(options.stack ?? []), ...(options.state ?? [])];
  return {
    stacks: stacks.length === 0 ? [selectedStack] : stacks,
    stateOnly: options.stateOnly ?? false,
    refresh: options.refresh,
    classes: options.class,
    tags: options.tag,
    downFor: options.downFor,
    ignore: readIgnoreFile(options.ignoreFile ?? IGNORE_FILE, options.ignoreFile !== undefined),
    now: Date.now(),
  };
}

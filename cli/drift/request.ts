/** The options of a drift run, shared by the commands that start one. */

import { relative, resolve, sep } from "node:path";
import { type Command, Option } from "commander";
import { durationOption, severalTags } from "../command";
import { IGNORE_FILE } from "../ignoring";
import { pathFromRoot } from "../render/workflow";
import { type StackSource, selectedStack, stackOption, stateFileOption } from "../stacks/source";
import { FAIL_ON, FAIL_ON_DRIFT, type FailOn, FINDING_CLASSES, type FindingClass } from "./findings";
import { type IgnoreFile, readIgnoreFile } from "./ignoreFile";

export interface DriftRequest {
  stacks: readonly StackSource[];
  /** Compare only the states, without running the programs. */
  stateOnly: boolean;
  /** Let the preview refresh all resources of the stack first. */
  refresh: boolean;
  /** Only findings of these classes. */
  classes: readonly FindingClass[];
  /** Limits unmanaged checks to those with all of these tags. */
  tags: readonly string[];
  /** Longest time in seconds that a check may be down. */
  downFor: number;
  ignore: IgnoreFile;
  /**
   * Whether a key that does not show everything makes the run incomplete.
   * @default false
   */
  strict?: boolean;
  /**
   * What makes the run exit with 2.
   * @default everything but advice
   */
  failOn?: readonly FailOn[];
  /** The stacks as text that is the same in every run of a CI job. */
  scope?: string;
  /** Milliseconds since 1970. */
  now: number;
}

/** Values of the shared options. */
export interface RequestOptions {
  stack?: StackSource[];
  state?: StackSource[];
  stateOnly?: boolean;
  refresh: boolean;
  class: FindingClass[];
  tag: string[];
  downFor: number;
  ignoreFile?: string;
  strict?: boolean;
  failOn: (FailOn | "any" | "none")[];
  quiet?: boolean;
}

const ONE_DAY = 86_400;

/** Adds the options that select what to compare. */
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
      new Option("--tag <tag...>", "only unmanaged checks with all of these tags")
        .argParser(severalTags)
        .default([], "any"),
    )
    .addOption(
      new Option("--down-for <duration>", "a check that is down for longer is a finding")
        .argParser(durationOption)
        .default(ONE_DAY, "1d"),
    )
    .option("--ignore-file <file>", `file of ignored findings (default: ${IGNORE_FILE}, if there is one)`)
    .addOption(
      new Option("--fail-on <what...>", "what makes the exit code 2: classes, conditions, any or none")
        .choices(["any", "none", ...FAIL_ON])
        .default([...FAIL_ON_DRIFT], "all but advice"),
    )
    .option("--strict", "a key that does not show everything makes the run incomplete (exit code 3)")
    .option("-q, --quiet", "do not show progress on stderr");
}

/**
 * Builds the request for a run that starts now.
 * @throws {ChecksError} if the ignore file is invalid.
 */
export function requestOf(options: RequestOptions): DriftRequest {
  return {
    stacks: sourcesOf(options),
    stateOnly: options.stateOnly ?? false,
    refresh: options.refresh,
    classes: options.class,
    tags: options.tag,
    downFor: options.downFor,
    ignore: readIgnoreFile(options.ignoreFile ?? IGNORE_FILE, options.ignoreFile !== undefined),
    strict: options.strict ?? false,
    failOn: failOnOf(options.failOn),
    scope: scopeOf(options),
    now: Date.now(),
  };
}

function failOnOf(given: RequestOptions["failOn"]): FailOn[] {
  if (given.includes("any")) return [...FINDING_CLASSES];
  return given.filter((one) => one !== "any" && one !== "none");
}

function sourcesOf({ stack = [], state = [] }: RequestOptions): StackSource[] {
  // A stack that is named twice is one stack.
  const stacks = new Map([...stack, ...state].map((source) => [placeOf(source), source]));
  return stacks.size === 0 ? [selectedStack] : [...stacks.values()];
}

function placeOf({ stack, file, folder }: StackSource): string {
  return JSON.stringify([stack, file && resolve(file), resolve(folder)]);
}

/** The stacks as a job names them each time, independent of the user and of the folder of the checkout. */
export function scopeOf(options: RequestOptions): string {
  const root = process.env.GITHUB_WORKSPACE || process.env.CI_PROJECT_DIR;
  return sourcesOf(options)
    .map(({ stack, file, folder }) => {
      const place = root ? pathFromRoot(root, folder) : relative(".", folder).split(sep).join("/");
      return `${file ?? stack ?? ""}@${place || "."}`;
    })
    .sort()
    .join(", ");
}

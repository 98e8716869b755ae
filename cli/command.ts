/** What all commands share: exit codes, common options, and how they end. */

import { type Command, InvalidArgumentError, Option } from "commander";
import { secondsOf } from "../provider/core/duration";
import { ChecksError } from "../provider/core/errors";
import { complain, Progress } from "./render/terminal";

/** Exit codes of all commands. */
export const ExitCode = {
  /** Done, and nothing to complain about. */
  clean: 0,
  /** It could not be done: wrong options, no access, no service. */
  error: 1,
  /** Done, and there is something to look at: drift, or a gate that was missed. */
  findings: 2,
  /** Partly done: something could not be read, so finding nothing does not mean clean. */
  incomplete: 3,
} as const;

/** The version of this package, which can load its own package.json wherever it is installed. */
export const version: string = (require("pulumi-checks/package.json") as { version: string }).version;

/** Which project of which stack's configuration a command uses, and whether it shows progress. */
export interface ServiceOptions {
  project?: string;
  stack?: string;
  quiet?: true;
}

/** Adds the options that say where the service is. */
export function addServiceOptions(command: Command): Command {
  return command
    .option(
      "--project <name>",
      "project of the service, by its name in the configuration (checks:projects)",
      nameOption,
    )
    .option(
      "--stack <name>",
      "Pulumi stack whose configuration to use (default: the selected stack)",
      nameOption,
    )
    .option("-q, --quiet", "do not print progress to stderr");
}

/** The name of a stack or a project. An empty one, as of an unset variable, would look elsewhere without a word. */
export function nameOption(given: string): string {
  if (given !== "") return given;
  throw new InvalidArgumentError("It must be a name. Leave the option out for the usual one.");
}

/** Adds `--format`, and `--json` as its short form. One of them beside another format would be ignored. */
export function addFormatOptions(command: Command, names: readonly string[]): Command {
  return command
    .addOption(new Option("-f, --format <format>", "format of the result").choices(names).default("text"))
    .addOption(new Option("--json", "the same as --format json").implies({ format: "json" }))
    .hook("preAction", (_, chosen) => {
      const { json, format } = chosen.opts<{ json?: true; format?: string }>();
      if (json && format !== "json")
        throw badOption("--json", `--format ${format} names another format`, "Give one of them");
    });
}

/** Adds the options that turn colours on or off. */
export function addColourOptions(command: Command): Command {
  return command
    .option("--color", "use colours even if stdout is not a terminal")
    .option("--no-color", "use no colours");
}

/** For an option that may be repeated: all its values, in their order. */
export function several(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

/**
 * The same for tags that need not be on any check. One that none can carry, such as that of an unset variable, would
 * let a gate pass without a word.
 */
export function severalTags(value: string, before: readonly string[] = []): string[] {
  if (/^$| /.test(value)) throw new InvalidArgumentError("It must be one tag, which has no blanks.");
  return several(value, before);
}

/** An option such as `90m`, `36h`, `7d` or a number of seconds, in seconds. */
export function durationOption(given: string): number {
  const seconds = durationIn(given);
  if (Number.isNaN(seconds)) throw new InvalidArgumentError("It must be a duration such as 90m, 36h or 7d.");
  return seconds;
}

/** The same; NaN if it is none. */
export function durationIn(given: string): number {
  const text = given.trim();
  return /^\d+$/.test(text) ? Number(text) : secondsOf(text);
}

/** Whether a calendar has this day, such as `2026-12-31`: JavaScript takes 31 February for 3 March. */
export function isDay(given: string): boolean {
  const day = Date.parse(given);
  return !Number.isNaN(day) && new Date(day).toISOString().startsWith(given);
}

/** Days are written with a year of four digits. */
const LAST_DAY = Date.parse("9999-12-31");

/** The last day on which something counts: `2026-12-31`, or a duration from now. */
export function dayOption(given: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(given)) {
    const end = Date.now() + durationIn(given) * 1000;
    if (end > LAST_DAY) throw new InvalidArgumentError("It ends after the year 9999.");
    // Who writes 30 means days, and who writes 20261231 that day: neither is a number of seconds.
    if (Number.isNaN(end) || /^\s*\d+\s*$/.test(given)) {
      throw new InvalidArgumentError("It must be a day such as 2026-12-31, or a duration such as 30d.");
    }
    return new Date(end).toISOString().slice(0, 10);
  }
  if (!isDay(given)) throw new InvalidArgumentError("There is no such day.");
  if (given < new Date().toISOString().slice(0, 10)) throw new InvalidArgumentError("That day is over.");
  return given;
}

/** Does a command's work and shows progress on stderr; warnings of the service come after it. */
export async function withProgress<T>(
  quiet: boolean | undefined,
  work: (progress: Progress) => Promise<T>,
): Promise<T> {
  const progress = new Progress(quiet);
  try {
    return await work(progress);
  } finally {
    progress.end();
    for (const warning of progress.warnings) complain("warning", warning);
  }
}

/** The error for an option or a value that is not allowed. */
export function badOption(option: string, reason: string, remedy?: string): ChecksError {
  return new ChecksError({ subject: option, reason, ...(remedy !== undefined && { remedy }) });
}

/** The message of an error, whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

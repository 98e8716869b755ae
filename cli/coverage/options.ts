/** Options shared by a coverage run and by `drift ci`. */
import { InvalidArgumentError, Option } from "commander";
import { isTimeZone } from "../../schedule";

export function machineTzOption(): Option {
  return new Option("--machine-tz <zone>", "zone of the machines on which crontabs and timers run").argParser(
    zoneOf,
  );
}

export function failUnderOption(): Option {
  return new Option(
    "--fail-under <percent>",
    "end with 2 when fewer of the jobs are covered, and not for single gaps",
  ).argParser(percentOf);
}

function zoneOf(given: string): string {
  if (isTimeZone(given)) return given;
  throw new InvalidArgumentError("It must be an IANA time zone such as Europe/Riga.");
}

function percentOf(given: string): number {
  const percent = /^\d+(\.\d+)?$/.test(given.trim()) ? Number(given) : Number.NaN;
  if (percent <= 100) return percent;
  throw new InvalidArgumentError("It must be a number from 0 to 100.");
}

import { InvalidArgumentError } from "commander";

const SECONDS_IN = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 } as const;

/** An option such as `90m`, `36h`, `7d` or a number of seconds, in seconds. */
export function durationOption(given: string): number {
  const [, count, unit = "s"] = /^(\d+)\s*([smhdw])?$/.exec(given.trim()) ?? [];
  if (count === undefined) throw new InvalidArgumentError("It must be a duration such as 90m, 36h or 7d.");
  return Number(count) * SECONDS_IN[unit as keyof typeof SECONDS_IN];
}

/** Seconds in words, in the largest unit that fits exactly: 5400 is `90 min`, 86400 is `1 d`. */
export function inWords(seconds: number): string {
  const units = { d: 86_400, h: 3600, min: 60 };
  const [name, size] = Object.entries(units).find(([, size]) => seconds >= size && seconds % size === 0) ?? [
    "s",
    1,
  ];
  return `${seconds / size} ${name}`;
}

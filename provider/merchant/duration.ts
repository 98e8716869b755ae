import { z } from "zod";

const UNITS = { s: 1, m: 60, h: 3600, d: 86_400 } as const;
/** A hundred years. */
const LONGEST = 3_155_760_000;

/** A length of time: whole seconds, or a text such as `90m`, `12h` or `30d`. */
export function duration() {
  const error = "must be whole seconds, 1 or more, or a text such as 90m, 12h or 30d";
  return z.union([z.number(), z.string()], { error }).refine(
    (value) => {
      const length = secondsOf(value);
      return Number.isInteger(length) && length >= 1 && length <= LONGEST;
    },
    { error },
  );
}

/** In seconds; NaN when it is none. */
export function secondsOf(value: number | string): number {
  if (typeof value === "number") return value;
  const [, count, unit] = /^(\d{1,10}) ?([smhd])$/.exec(value) ?? [];
  return count === undefined ? Number.NaN : Number(count) * UNITS[unit as keyof typeof UNITS];
}

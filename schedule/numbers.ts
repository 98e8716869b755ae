/** Shared by both dialects: whole numbers, and steps. */
import { type Piece, Refusal } from "./piece";

/** Undefined unless it consists of ASCII digits only. */
export function wholeNumber({ text }: Piece): number | undefined {
  return /^[0-9]+$/.test(text) ? Number(text) : undefined;
}

export function upTo(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** Every n-th of the values. A single value starts a series to the end of the field: 5/15 is 5, 20, 35, 50. */
export function stepped(values: readonly number[], step: Piece, end: number): number[] {
  const every = wholeNumber(step);
  if (!every) throw new Refusal(step, "the step after / must be a whole number of at least 1");
  const [first] = values;
  const series = values.length === 1 && first !== undefined ? upTo(first, end) : values;
  return series.filter((_, index) => index % every === 0);
}

export function ascending(values: Iterable<number>): number[] {
  return [...new Set(values)].sort((one, other) => one - other);
}

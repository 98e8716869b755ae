import { ChecksError } from "../../provider/core/errors";
import { HALF_PAIR } from "../../provider/core/fields";
import { asRunError, runError } from "./runError";

/** The error for a job that cannot be monitored as requested: which job, which field, why, and what to do if the reason does not say it. */
export function refusal(job: string, property: string, reason: string, remedy = ""): Error {
  return asRunError(new ChecksError({ subject: job, property, reason, remedy }));
}

/** In JavaScript the arguments of a resource may be missing; this is checked before any of them is read. */
export function refuseNoArgs(called: string, args: unknown): void {
  if (typeof args === "object" && args !== null) return;
  throw runError(`${called}: has no arguments. Pass them as one object, the second argument, after the name`);
}

/** In JavaScript a name may be missing, or an Output; this is checked before it names anything. */
export function refuseNoName(called: string, name: unknown): void {
  if (typeof name === "string") return;
  throw refusal(called, "name", "must be a text", "Pass the name of the resource as the first argument");
}

/** The same for further arguments, which may also be absent. */
export function refuseNoObject(called: string, property: string, given: unknown): void {
  if (given === undefined || given === null || (typeof given === "object" && !Array.isArray(given))) return;
  throw refusal(called, property, "must be an object", "Pass the arguments by name, in { }");
}

/**
 * The provider refuses half of a surrogate pair, as what is left of an emoji that was cut in two, but it would not get
 * that far: the engine cannot read such a text, and names no property.
 */
export function refuseHalfPairs(called: string, args: object): void {
  for (const [property, value] of Object.entries(args)) {
    const place = halfPairIn(value, property);
    if (place !== undefined) throw refusal(called, place, HALF_PAIR);
  }
}

function halfPairIn(value: unknown, place: string): string | undefined {
  if (typeof value === "string") return value.isWellFormed() ? undefined : place;
  if (!Array.isArray(value)) return undefined;
  return value
    .map((item, index) => halfPairIn(item, `${place}[${index}]`))
    .find((found) => found !== undefined);
}

/** How the service reads the value of each field, and the messages with which it refuses one. */
import { checkSchedule, isRefusedByOlderReleases, isTimeZone } from "../../schedule";
import { LEGACY_ZONES } from "../../schedule/legacyZones";
import type { Dialect } from "./dialect";
import { JsonNumber, type JsonValue } from "./requestJson";

/** A refused value; the message is the server's. */
export class ValidationError extends Error {}
/** A value that makes the server fail instead of refusing it. */
export class ServerFailure extends Error {}
/** A failure that is reported before the errors of all other fields. */
export class Overflow extends ServerFailure {}

const SHORTEST_SECONDS = 60;
const LONGEST_SECONDS = 31_536_000;
/** In seconds. Beyond it, the server's duration type overflows. */
const DURATION_RANGE = { least: -86_399_999_913_600, most: 86_399_999_999_999 };
/** Time zones of the IANA database that the recorded release does not know. */
export const NEW_ZONES: readonly string[] = ["America/Coyhaique"];
const SLUG = /^[a-z0-9_-]*$/;

/** Reads a value, or throws if the service would refuse it. */
export type FieldRule<Value> = (value: JsonValue, dialect: Dialect) => Value;

/**
 * A text of at most `longest` characters, checked by `further`. The server counts characters only if there is a limit,
 * so only then does half a surrogate pair fail here.
 */
export const text =
  (
    longest?: number,
    further: (value: string, dialect: Dialect) => string = (value) => value,
  ): FieldRule<string> =>
  (value, dialect) => {
    if (typeof value !== "string") throw new ValidationError("is not a string");
    if (longest !== undefined) {
      refuseHalfPair(value);
      if (value.length > longest && [...value].length > longest) throw new ValidationError("is too long");
    }
    return further(value, dialect);
  };

/** Half a surrogate pair cannot be encoded as UTF-8, so the server fails as soon as it examines or stores it. */
export function refuseHalfPair(value: unknown): void {
  if (typeof value === "string" && !value.isWellFormed()) throw new ServerFailure("a lone surrogate");
}

export const flag: FieldRule<boolean> = (value) => {
  if (typeof value !== "boolean") throw new ValidationError("is not a boolean");
  return value;
};

/** A length of time, in whole seconds. */
export const seconds: FieldRule<number> = (value, dialect) => {
  const number = wholeNumber(value, dialect);
  if (number === undefined) throw new ValidationError("is not a number");
  if (number < DURATION_RANGE.least || number > DURATION_RANGE.most)
    throw new Overflow("too large for a duration");
  if (number < SHORTEST_SECONDS) throw new ValidationError("is too small");
  if (number > LONGEST_SECONDS) throw new ValidationError("is too large");
  return number;
};

function wholeNumber(value: JsonValue, dialect: Dialect): number | undefined {
  if (dialect.wholeFloats === "refused" && typeof value === "boolean") return value ? 1 : 0;
  if (!(value instanceof JsonNumber)) return undefined;
  if (value.integer) return value.value;
  return dialect.wholeFloats === "accepted" && Number.isInteger(value.value) ? value.value : undefined;
}

/** For `text`: the format of a slug. */
export const slug = (value: string): string => {
  if (!SLUG.test(value)) throw new ValidationError("does not match pattern");
  return value;
};

/** For `text`: a cron or OnCalendar expression. */
export const schedule = (value: string, dialect: Dialect): string => {
  const given = dialect.trimsSchedule ? value.trim() : value;
  if (checkSchedule(given) || (dialect.missingDates === "refused" && isRefusedByOlderReleases(given)))
    throw new ValidationError("is not a valid cron or OnCalendar expression");
  return given;
};

/** For `text`: a time zone. */
export const zone = (value: string, dialect: Dialect): string => {
  const present = LEGACY_ZONES[value];
  const isTooNew = dialect.newZones === "refused" && NEW_ZONES.includes(value);
  if (isTooNew || (present === undefined && !isTimeZone(value)))
    throw new ValidationError("is not a valid timezone");
  return dialect.canonicalZones ? (present ?? value) : value;
};

export const oneOf =
  <Text extends string>(...texts: readonly Text[]): FieldRule<Text> =>
  (value) => {
    refuseHalfPair(value);
    const known = texts.find((one) => one === value);
    if (known === undefined) throw new ValidationError("has unexpected value");
    return known;
  };

export const listOf =
  <Text extends string>(texts: () => readonly Text[]): FieldRule<Text[]> =>
  (value) => {
    if (!Array.isArray(value)) throw new ValidationError("is not an array");
    return value.map((item) => {
      refuseHalfPair(item);
      const known = texts().find((one) => one === item);
      if (known === undefined) throw new ItemError("has unexpected value");
      return known;
    });
  };

/** An error about an item of the list, not about the list. */
class ItemError extends ValidationError {}

/** The server's message about a field that it refuses. */
export function fieldError(field: string, problem: ValidationError): ValidationError {
  const subject = problem instanceof ItemError ? `an item in '${field}'` : field;
  return new ValidationError(`json validation error: ${subject} ${problem.message}`);
}

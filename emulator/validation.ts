import { checkSchedule, isTimeZone } from "../provider/schedule";
import type { Dialect } from "./dialect";
import { LEGACY_ZONES } from "./legacyZones";
import { JsonNumber, type JsonObject, type JsonValue } from "./requestJson";

/** What a request asks a check to be; a field that was not sent is absent. */
export interface CheckSpec {
  channels?: string;
  desc?: string;
  failure_kw?: string;
  filter_body?: boolean;
  filter_default_fail?: boolean;
  filter_http_body?: boolean;
  filter_subject?: boolean;
  grace?: number;
  manual_resume?: boolean;
  methods?: "" | "POST";
  name?: string;
  schedule?: string;
  slug?: string;
  start_kw?: string;
  subject?: string;
  subject_fail?: string;
  success_kw?: string;
  tags?: string;
  timeout?: number;
  tz?: string;
  unique?: UniqueField[];
}

/** The fields an upsert can search by. */
export type UniqueField = "name" | "slug" | "tags" | "timeout" | "grace";

/** A field is refused; the message is the server's. */
export class ValidationError extends Error {}
/** A value that makes the server fail instead of refusing it. */
export class ServerFailure extends Error {}
/** A failure that comes before any error of another field is reported. */
class Overflow extends ServerFailure {}

const SHORTEST_SECONDS = 60;
const LONGEST_SECONDS = 31_536_000;
/** Beyond these many seconds the server's duration type overflows. */
const DURATION_RANGE = { least: -86_399_999_913_600, most: 86_399_999_999_999 };
const SLUG = /^[a-z0-9_-]*$/;
const UNIQUE_FIELDS: readonly string[] = ["name", "slug", "tags", "timeout", "grace"];

type FieldRule = (value: JsonValue, dialect: Dialect) => unknown;

const text =
  (
    longest = Number.POSITIVE_INFINITY,
    further: (value: string, dialect: Dialect) => string = (value) => value,
  ): FieldRule =>
  (value, dialect) => {
    if (typeof value !== "string") throw new ValidationError("is not a string");
    if (!value.isWellFormed()) throw new ServerFailure("a lone surrogate");
    if (value.length > longest && [...value].length > longest) throw new ValidationError("is too long");
    return further(value, dialect);
  };

const flag: FieldRule = (value) => {
  if (typeof value !== "boolean") throw new ValidationError("is not a boolean");
  return value;
};

const seconds: FieldRule = (value, dialect) => {
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

const slug = (value: string): string => {
  if (!SLUG.test(value)) throw new ValidationError("does not match pattern");
  return value;
};

const schedule = (value: string, dialect: Dialect): string => {
  const given = dialect.trimsSchedule ? value.trim() : value;
  if (checkSchedule(given)) throw new ValidationError("is not a valid cron or OnCalendar expression");
  return given;
};

const zone = (value: string, dialect: Dialect): string => {
  const present = LEGACY_ZONES[value];
  if (present === undefined && !isTimeZone(value)) throw new ValidationError("is not a valid timezone");
  return dialect.canonicalZones ? (present ?? value) : value;
};

const methods: FieldRule = (value) => {
  if (value !== "" && value !== "POST") throw new ValidationError("has unexpected value");
  return value;
};

const unique: FieldRule = (value) => {
  if (!Array.isArray(value)) throw new ValidationError("is not an array");
  if (!value.every((item) => typeof item === "string" && UNIQUE_FIELDS.includes(item))) {
    throw new ItemError("has unexpected value");
  }
  return value;
};

/** The error is about an item of the list, not the list. */
class ItemError extends ValidationError {}

/** Of several errors the first field's in this order (nearly alphabetical) is given, whatever their order in the body. */
const RULES: [keyof CheckSpec, FieldRule][] = [
  ["channels", text()],
  ["desc", text()],
  ["failure_kw", text(200)],
  ["filter_subject", flag],
  ["filter_body", flag],
  ["filter_http_body", flag],
  ["filter_default_fail", flag],
  ["grace", seconds],
  ["manual_resume", flag],
  ["methods", methods],
  ["name", text(100)],
  ["schedule", text(100, schedule)],
  ["slug", text(100, slug)],
  ["start_kw", text(200)],
  ["subject", text(200)],
  ["subject_fail", text(200)],
  ["success_kw", text(200)],
  ["tags", text()],
  ["timeout", seconds],
  ["tz", text(undefined, zone)],
  ["unique", unique],
];

const UNDOCUMENTED = ["filter_default_fail", "filter_http_body"];

/** Reads the fields of a create (or update) from its body, or throws the first error. */
export function parseCheckSpec(body: JsonObject, dialect: Dialect, call: "create" | "update"): CheckSpec {
  if (dialect.unknownFields === "refused") refuseUnknownFields(body, call);
  const spec: Record<string, unknown> = {};
  let first: Error | undefined;
  for (const [field, rule] of RULES) {
    const value = body.get(field);
    if (value === undefined) continue;
    try {
      spec[field] = rule(value, dialect);
    } catch (problem) {
      if (problem instanceof Overflow || !(problem instanceof Error)) throw problem;
      first ??= problem instanceof ValidationError ? fieldError(field, problem) : problem;
    }
  }
  if (first) throw first;
  return spec as CheckSpec;
}

function fieldError(field: string, problem: ValidationError): ValidationError {
  const subject = problem instanceof ItemError ? `an item in '${field}'` : field;
  return new ValidationError(`json validation error: ${subject} ${problem.message}`);
}

function refuseUnknownFields(body: JsonObject, call: "create" | "update"): void {
  for (const field of body.keys()) {
    const known =
      field === "api_key" ||
      (RULES.some(([name]) => name === field) &&
        !UNDOCUMENTED.includes(field) &&
        !(field === "unique" && call === "update"));
    if (!known) throw new ValidationError(`json validation error: ${field} is not a known field`);
  }
}

/**
 * The fields of a check, each declared once: how a request's value is read, and the value of a new check. Rows,
 * requests, answers, the state file and messages derive from these declarations.
 */
import type { Dialect } from "./dialect";
import {
  type FieldRule,
  fieldError,
  flag,
  listOf,
  Overflow,
  oneOf,
  schedule,
  seconds,
  slug,
  text,
  ValidationError,
  zone,
} from "./fieldRules";
import type { JsonObject } from "./requestJson";

/** A field that a request may contain. */
interface Field<Value> {
  read: FieldRule<Value>;
}

/** A field whose value is stored as it was read. */
interface Column<Value> extends Field<Value> {
  /** The value of a new check. */
  initial: Value;
}

const requestField = <Value>(read: FieldRule<Value>): Field<Value> => ({ read });
const column = <Value>(read: FieldRule<Value>, initial: NoInfer<Value>): Column<Value> => ({ read, initial });
/** A column by which an upsert can search. */
const key = <Value>(read: FieldRule<Value>, initial: NoInfer<Value>) => ({
  ...column(read, initial),
  searchable: true as const,
});

export const DESCRIPTION = {
  name: key(text(100), ""),
  slug: key(text(100, slug), ""),
  tags: key(text(), ""),
  desc: column(text(), ""),
  grace: key(seconds, 3_600),
};

/** Which pings count, and when. */
export const RECEPTION = {
  manual_resume: column(flag, false),
  methods: column(oneOf("", "POST"), ""),
};

/** Keywords in a ping's subject or body. */
export const FILTERS = {
  start_kw: column(text(200), ""),
  success_kw: column(text(200), ""),
  failure_kw: column(text(200), ""),
  filter_subject: column(flag, false),
  filter_body: column(flag, false),
};

/** Filters of the server that its document does not mention. */
export const UNDOCUMENTED_FILTERS = {
  filter_http_body: column(flag, false),
  filter_default_fail: column(flag, false),
};

/** When a simple check expects its ping. */
export const SIMPLE = { timeout: key(seconds, 86_400) };

/** When a check with a schedule expects its ping. */
export const SCHEDULED = {
  schedule: column(text(100, schedule), "* * * * *"),
  tz: column(text(undefined, zone), "UTC"),
};

const COLUMNS = {
  ...DESCRIPTION,
  ...RECEPTION,
  ...FILTERS,
  ...UNDOCUMENTED_FILTERS,
  ...SIMPLE,
  ...SCHEDULED,
};

/** Fields that are only in requests: older names of the keywords, the channels, and how an upsert searches. */
const REQUEST_ONLY = {
  subject: requestField(text(200)),
  subject_fail: requestField(text(200)),
  channels: requestField(text()),
  unique: requestField(listOf((): readonly UniqueField[] => UNIQUE_FIELDS)),
};

const FIELDS = { ...COLUMNS, ...REQUEST_ONLY };

type ValueOf<Kind> = Kind extends Field<infer Value> ? Value : never;
type ColumnName = keyof typeof COLUMNS;
type FieldName = keyof typeof FIELDS;

export type CheckColumns = { [Name in ColumnName]: ValueOf<(typeof COLUMNS)[Name]> };

/** The fields of a request; those that were not sent are absent. */
export type CheckSpec = { [Name in FieldName]?: ValueOf<(typeof FIELDS)[Name]> };

/** The fields by which an upsert can search. */
export type UniqueField = {
  [Name in ColumnName]: (typeof COLUMNS)[Name] extends { searchable: true } ? Name : never;
}[ColumnName];

const namesIn = <Name extends string>(fields: Record<Name, unknown>) => Object.keys(fields) as Name[];

export const COLUMN_NAMES = namesIn(COLUMNS);

const UNIQUE_FIELDS = COLUMN_NAMES.filter((name): name is UniqueField => "searchable" in COLUMNS[name]);

export function initialColumns(): CheckColumns {
  return Object.fromEntries(COLUMN_NAMES.map((name) => [name, COLUMNS[name].initial])) as CheckColumns;
}

/** Picks columns of a row for an answer. */
export function pickColumns<Name extends ColumnName>(
  group: Record<Name, unknown>,
  row: CheckColumns,
): Pick<CheckColumns, Name> {
  return Object.fromEntries(namesIn(group).map((name) => [name, row[name]])) as Pick<CheckColumns, Name>;
}

/**
 * The server reports the first error in alphabetical order of the fields, except that the filters have their own order.
 */
const READING_ORDER = namesIn(FIELDS)
  .map((name) => ({ name, rank: name.replace(/^filter_.*/, "filter") }))
  .sort((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0))
  .map(({ name }) => name);

/**
 * Reads the fields of a create (or update) request, or throws the first error in reading order, which is independent of
 * their order in the body.
 */
export function parseCheckSpec(body: JsonObject, dialect: Dialect, call: "create" | "update"): CheckSpec {
  if (dialect.unknownFields === "refused") refuseUnknownFields(body, call);
  const spec: Record<string, unknown> = {};
  let first: Error | undefined;
  for (const name of READING_ORDER) {
    const value = body.get(name);
    if (value === undefined) continue;
    try {
      spec[name] = FIELDS[name].read(value, dialect);
    } catch (problem) {
      if (problem instanceof Overflow || !(problem instanceof Error)) throw problem;
      first ??= problem instanceof ValidationError ? fieldError(name, problem) : problem;
    }
  }
  if (first) throw first;
  return spec as CheckSpec;
}

function refuseUnknownFields(body: JsonObject, call: "create" | "update"): void {
  for (const name of body.keys()) {
    const known =
      name === "api_key" ||
      (Object.hasOwn(FIELDS, name) &&
        !Object.hasOwn(UNDOCUMENTED_FILTERS, name) &&
        !(name === "unique" && call === "update"));
    if (!known) throw new ValidationError(`json validation error: ${name} is not a known field`);
  }
}

/**
 * The fields of a check, each of them once: how a request's value is read, and what a new check has. The row, what a
 * request asks for, the answer, the state file and the sentences of refusal follow from here.
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

/** A field that a request may name. */
interface Field<Value> {
  read: FieldRule<Value>;
}

/** A field that is kept as it is read. */
interface Column<Value> extends Field<Value> {
  /** What a new check has. */
  initial: Value;
}

const asked = <Value>(read: FieldRule<Value>): Field<Value> => ({ read });
const column = <Value>(read: FieldRule<Value>, initial: NoInfer<Value>): Column<Value> => ({ read, initial });
/** A column that an upsert can search by. */
const key = <Value>(read: FieldRule<Value>, initial: NoInfer<Value>) => ({
  ...column(read, initial),
  searchable: true as const,
});

/** What a check is, and whom it is for. */
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

/** What a ping's subject or body has to mention. */
export const FILTERS = {
  start_kw: column(text(200), ""),
  success_kw: column(text(200), ""),
  failure_kw: column(text(200), ""),
  filter_subject: column(flag, false),
  filter_body: column(flag, false),
};

/** Filters that only the server has, and not its document. */
export const UNDOCUMENTED_FILTERS = {
  filter_http_body: column(flag, false),
  filter_default_fail: column(flag, false),
};

/** When a simple check expects its ping. */
export const SIMPLE = { timeout: key(seconds, 86_400) };

/** When a check with a schedule expects it. */
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

/** What a request alone has: older words for the keywords, the channels, and how an upsert searches. */
const REQUEST_ONLY = {
  subject: asked(text(200)),
  subject_fail: asked(text(200)),
  channels: asked(text()),
  unique: asked(listOf((): readonly UniqueField[] => UNIQUE_FIELDS)),
};

const FIELDS = { ...COLUMNS, ...REQUEST_ONLY };

type ValueOf<Kind> = Kind extends Field<infer Value> ? Value : never;
type ColumnName = keyof typeof COLUMNS;
type FieldName = keyof typeof FIELDS;

/** The columns of a check that a request can name. */
export type CheckColumns = { [Name in ColumnName]: ValueOf<(typeof COLUMNS)[Name]> };

/** What a request asks a check to be; a field that was not sent is absent. */
export type CheckSpec = { [Name in FieldName]?: ValueOf<(typeof FIELDS)[Name]> };

/** The fields an upsert can search by. */
export type UniqueField = {
  [Name in ColumnName]: (typeof COLUMNS)[Name] extends { searchable: true } ? Name : never;
}[ColumnName];

const namesIn = <Name extends string>(fields: Record<Name, unknown>) => Object.keys(fields) as Name[];

/** The names of all columns. */
export const COLUMN_NAMES = namesIn(COLUMNS);

const UNIQUE_FIELDS = COLUMN_NAMES.filter((name): name is UniqueField => "searchable" in COLUMNS[name]);

/** The columns of a new check. */
export function initialColumns(): CheckColumns {
  return Object.fromEntries(COLUMN_NAMES.map((name) => [name, COLUMNS[name].initial])) as CheckColumns;
}

/** Some columns of a row, as an answer shows them. */
export function pickColumns<Name extends ColumnName>(
  group: Record<Name, unknown>,
  row: CheckColumns,
): Pick<CheckColumns, Name> {
  return Object.fromEntries(namesIn(group).map((name) => [name, row[name]])) as Pick<CheckColumns, Name>;
}

/** Of several errors that of the first field is given: by the alphabet, save that the filters come in their own order. */
const READING_ORDER = namesIn(FIELDS)
  .map((name) => ({ name, rank: name.replace(/^filter_.*/, "filter") }))
  .sort((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0))
  .map(({ name }) => name);

/** Reads the fields of a create (or update) from its body, or throws the first error, whatever their order in there. */
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

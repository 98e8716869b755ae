import { knownRatioOf } from "../../../provider/monitor/uptime/measure";
import { iso } from "../../render/words";
import type { Availability, CheckIncident, CheckReport, Report, TagReport } from "../report";

type Value = string | number | boolean | undefined;
type Columns<Row> = Readonly<Record<string, (row: Row) => Value>>;

const availability: Columns<Availability> = {
  uptime: ({ uptime }) => uptime,
  knownRatio: knownRatioOf,
  upSeconds: ({ upSeconds }) => upSeconds,
  downSeconds: ({ downSeconds }) => downSeconds,
  pausedSeconds: ({ pausedSeconds }) => pausedSeconds,
  unknownSeconds: ({ unknownSeconds }) => unknownSeconds,
  incidentCount: ({ incidentCount }) => incidentCount,
};

const named: Columns<Pick<CheckReport, "title" | "slug" | "uniqueKey">> = {
  check: ({ title }) => title,
  slug: ({ slug }) => slug,
  uniqueKey: ({ uniqueKey }) => uniqueKey,
};

const checks: Columns<CheckReport> = {
  ...named,
  tags: ({ tags }) => tags.join(" "),
  status: ({ status }) => status,
  ...availability,
};

const tags: Columns<TagReport> = {
  tag: ({ tag }) => tag,
  checkCount: ({ checkCount }) => checkCount,
  ...availability,
};

const incidents: Columns<CheckIncident> = {
  ...Object.fromEntries(Object.entries(named).map(([name, of]) => [name, ({ check }) => of(check)])),
  start: ({ start }) => iso(start),
  startKnown: ({ startKnown }) => startKnown,
  end: ({ end, goesOn }) => (goesOn ? undefined : iso(end)),
  seconds: ({ seconds }) => seconds,
  secondsInWindow: ({ secondsInWindow }) => secondsInWindow,
};

const TABLES = {
  checks: (report: Report) => table(checks, report.checks),
  tags: (report: Report) => table(tags, report.tags),
  incidents: (report: Report) => table(incidents, report.incidents),
};

/** What each row is about. */
export type CsvRows = keyof typeof TABLES;
export const CSV_ROWS = Object.keys(TABLES) as CsvRows[];

/** One table for a spreadsheet. Times are ISO 8601 in UTC, durations are seconds, shares are 0 to 1. */
export function csvReport(report: Report, rows: CsvRows): string {
  return TABLES[rows](report);
}

function table<Row>(columns: Columns<Row>, rows: readonly Row[]): string {
  const lines = rows.map((row) => Object.values(columns).map((of) => of(row)));
  return [Object.keys(columns), ...lines].map((line) => `${line.map(field).join(",")}\n`).join("");
}

/** The beginning of a formula, after any blanks. Includes the full-width characters that spreadsheets treat alike. */
const FORMULA = /^[\s\u3000]*[=+\-@\uff1d\uff0b\uff0d\uff20\u2212\ufe62\ufe63\ufe66\ufe6b]/;

/** Quotes a field if needed. A text that a spreadsheet would run as a formula gets an apostrophe. */
function field(value: Value): string {
  if (typeof value !== "string") return value === undefined ? "" : String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

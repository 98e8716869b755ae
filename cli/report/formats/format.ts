import { extname } from "node:path";
import type { Colours } from "../../colours";
import type { Report } from "../report";
import { type CsvRows, csvReport } from "./csv";
import { htmlReport } from "./html/page";
import { jsonReport } from "./json";
import { markdownReport } from "./markdown";
import { textReport } from "./text";

/** What a format may need besides the report. */
export interface Look {
  colours: Colours;
  /** What a line of CSV is about. */
  rows: CsvRows;
}

const WRITERS = {
  text: (report: Report, { colours }: Look) => textReport(report, colours),
  markdown: markdownReport,
  json: jsonReport,
  csv: (report: Report, { rows }: Look) => csvReport(report, rows),
  html: htmlReport,
};

/** The forms that a report can have. */
export type Format = keyof typeof WRITERS;
export const FORMATS = Object.keys(WRITERS) as Format[];

const ENDINGS: Readonly<Record<string, Format>> = {
  ".txt": "text",
  ".md": "markdown",
  ".json": "json",
  ".csv": "csv",
  ".html": "html",
};

/** The report in a format. */
export function written(report: Report, format: Format, look: Look): string {
  return WRITERS[format](report, look);
}

/**
 * The format that a file's name asks for.
 * @throws Error in one line for an ending that means none
 */
export function formatOf(file: string): Format {
  const format = ENDINGS[extname(file).toLowerCase()];
  if (format !== undefined) return format;
  throw new Error(
    `--output ${file}: the name must end in ${Object.keys(ENDINGS).join(", ")}, which says the format`,
  );
}

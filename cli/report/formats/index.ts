import { extname } from "node:path";
import type { Stretch } from "../../../provider/monitor/uptime/history";
import { knownRatioOf } from "../../../provider/monitor/uptime/measure";
import { badOption } from "../../command";
import { formatsOf } from "../../render/formats";
import type { Colours } from "../../render/terminal";
import { jsonText, withoutCommands } from "../../render/visible";
import { iso } from "../../render/words";
import type { Availability, CheckReport, Report } from "../report";
import { readingNotes } from "../words";
import { type CsvRows, csvReport } from "./csv";
import { markdownReport } from "./markdown";
import { htmlReport } from "./page";
import { textReport } from "./text";

/** What a format may need besides the report. */
export interface Look {
  colours: Colours;
  /** What each row of CSV is about. */
  rows: CsvRows;
  /** Width of the terminal in characters; undefined for no limit. */
  width?: number | undefined;
}

const { names, render: written } = formatsOf({
  text: (report: Report, { colours, width }: Look) => textReport(report, colours, width),
  markdown: markdownReport,
  json: jsonReport,
  csv: (report: Report, { rows }: Look) => csvReport(report, rows),
  html: htmlReport,
});

export type Format = (typeof names)[number];
export const FORMATS = names;

const ENDINGS: Readonly<Record<string, Format>> = {
  ".txt": "text",
  ".md": "markdown",
  ".json": "json",
  ".csv": "csv",
  ".html": "html",
};

/** The report in a format, without anything that a workflow's runner would read as a command. */
export function render(report: Report, format: Format, look: Look): string {
  return withoutCommands(written(report, format, look));
}

/**
 * The format for a file's extension.
 * @throws {ChecksError} for an unknown extension
 */
export function formatOf(file: string): Format {
  const format = ENDINGS[extname(file).toLowerCase()];
  if (format !== undefined) return format;
  const endings = Object.keys(ENDINGS).join(", ");
  throw badOption("--output", `the name ${file} does not tell the format`, `It must end in ${endings}`);
}

/** The report for programs. Times are ISO 8601 in UTC, durations are seconds, shares are 0 to 1. */
export function jsonReport(report: Report): string {
  return jsonText(document(report));
}

function document(report: Report) {
  const { title, project, selectedTags, window, zone, gate } = report;
  return {
    title,
    project: project ?? "default",
    selectedTags,
    window: { from: iso(window.start), to: iso(window.end), timeZone: zone },
    leftOut: report.leftOut.map(({ start, end }) => ({ from: iso(start), to: iso(end) })),
    madeAt: iso(report.madeAt),
    /** The time from which the service is known to keep all status changes. */
    completeFrom: iso(report.completeFrom),
    overall: availability(report.overall),
    checks: report.checks.map((check) => ({
      ...nameParts(check),
      tags: check.tags,
      status: check.status,
      knownFrom: check.basis,
      ...availability(check),
      timeline: joinStretches(check.stretches).map(({ from, to, state }) => ({
        from: iso(from),
        to: iso(to),
        state,
      })),
    })),
    tags: report.tags.map(({ tag, checkCount, ...rest }) => ({
      tag: tag ?? null,
      checkCount,
      ...availability(rest),
    })),
    incidents: report.incidents.map((incident) => ({
      ...nameParts(incident.check),
      start: iso(incident.start),
      startKnown: incident.startKnown,
      end: incident.goesOn ? null : iso(incident.end),
      seconds: incident.seconds,
      secondsInWindow: incident.secondsInWindow,
    })),
    unread: report.unread,
    gate: gate ? { failUnder: Number(gate.percent), missed: gate.missed.map(nameParts) } : null,
    notes: readingNotes(report),
  };
}

/** Joins neighbouring unknown stretches, because time that is left out is unknown, too. */
function joinStretches(stretches: readonly Stretch[]): Stretch[] {
  const whole: Stretch[] = [];
  for (const stretch of stretches) {
    const last = whole.at(-1);
    if (last?.state === stretch.state) last.to = stretch.to;
    else whole.push({ ...stretch });
  }
  return whole;
}

function nameParts({ title, slug, uniqueKey }: CheckReport) {
  return { title, slug, uniqueKey };
}

function availability(of: Availability) {
  const { uptime, upSeconds, downSeconds, pausedSeconds, unknownSeconds, incidentCount } = of;
  return {
    uptime: uptime ?? null,
    knownRatio: knownRatioOf(of) ?? null,
    upSeconds,
    downSeconds,
    pausedSeconds,
    unknownSeconds,
    incidentCount,
  };
}

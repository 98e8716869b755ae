import { stripVTControlCharacters } from "node:util";
import { type Column, paragraph, table } from "../../render/table";
import type { Colours } from "../../render/terminal";
import { count, moment } from "../../render/words";
import { SPARKLINE_LEGEND, sparkline } from "../cells";
import { type Availability, type CheckReport, hasTags, type Report } from "../report";
import {
  beginOf,
  checksOf,
  downNow,
  downSince,
  endOf,
  gateWords,
  headline,
  lengthOf,
  percent,
  readingNotes,
  timeOf,
  windowWords,
} from "../words";

/** About a screenful. */
const MOST_INCIDENTS = 20;
/** Longest list of the checks that shared an incident. */
const MOST_NAMES = 5;
/** Timelines are short on terminals with fewer columns. */
const WIDE = 120;
const SHORT_TIMELINE = 15;

/** Where and how the report is shown. */
interface Look {
  colours: Colours;
  width: number | undefined;
}

/** The report for a terminal, within its width, or for a build's log. */
export function textReport(report: Report, colours: Colours, width?: number): string {
  const look = { colours, width };
  const gate = gateWords(report);
  const parts = [
    [
      `${colours.bold(report.title)}  ${windowWords(report)}`,
      ...lines([colouredUptime(colours, report.overall), ...headline(report)], width),
      ...(gate === undefined ? [] : [report.gate?.missed.length ? colours.red(gate) : gate]),
    ]
      .map((line) => paragraph(line, look))
      .join("\n"),
    ...downNowSection(look, report),
    checks(look, report),
    ...(hasTags(report) ? [tags(look, report)] : []),
    incidents(look, report),
    ...(report.unread.length > 0 ? [unreadSection(look, report)] : []),
    readingNotes(report)
      .map((note) => paragraph(colours.dim(note), look))
      .join("\n"),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** Joins the parts of the headline into lines that fit the terminal. */
function lines(parts: readonly string[], width = Number.POSITIVE_INFINITY): string[] {
  const filled: string[] = [];
  for (const part of parts) {
    const longer = [...filled.slice(-1), part].join(" · ");
    if (stripVTControlCharacters(longer).length <= width) filled.splice(-1, 1, longer);
    else filled.push(part);
  }
  return filled;
}

/** On top, because it is the most urgent. */
function downNowSection({ colours, width }: Look, report: Report): string[] {
  const rows = downNow(report).map((check) => {
    const since = downSince(check);
    return [check.title, since === undefined ? "" : moment(since, report.zone)];
  });
  const columns: Column[] = [{ head: colours.red("DOWN NOW"), fit: "wrap" }, { head: colours.dim("SINCE") }];
  return rows.length > 0 ? [table(columns, rows, { width })] : [];
}

function checks({ colours, width }: Look, report: Report): string {
  const signs = (width ?? WIDE) < WIDE ? SHORT_TIMELINE : undefined;
  const rows = report.checks.map((check: CheckReport) => [
    check.title,
    check.status === "down" ? colours.red(check.status) : check.status,
    ...numbers(colours, check),
    timeOf(check.unknownSeconds),
    sparkline(check.cells, signs),
  ]);
  const columns: Column[] = [
    { head: "CHECK", fit: "wrap", least: 24 },
    { head: "NOW" },
    { head: "UPTIME", side: "right" },
    { head: "DOWN", side: "right" },
    { head: "INCIDENTS", side: "right", optional: true },
    { head: "NO DATA", side: "right", optional: true },
    { head: "TIMELINE", optional: true },
  ];
  const body = table(dimHeads(colours, columns), rows, { width });
  return body.includes("TIMELINE") ? `${body}\n${paragraph(colours.dim(SPARKLINE_LEGEND), { width })}` : body;
}

function tags({ colours, width }: Look, report: Report): string {
  const rows = report.tags.map((tag) => [
    tag.tag ?? "(no tag)",
    String(tag.checkCount),
    ...numbers(colours, tag),
  ]);
  const columns: Column[] = [
    { head: "TAG", fit: "wrap" },
    { head: "CHECKS", side: "right" },
    { head: "UPTIME", side: "right" },
    { head: "DOWN, SUMMED", side: "right" },
    { head: "INCIDENTS", side: "right", optional: true },
  ];
  return table(dimHeads(colours, columns), rows, { width });
}

function incidents({ colours, width }: Look, { shared, zone }: Report): string {
  if (shared.length === 0) return "No incidents.";
  const rows = shared
    .slice(0, MOST_INCIDENTS)
    .map((incident) => [
      beginOf(incident, zone),
      endOf(incident, zone),
      lengthOf(incident),
      checksOf(incident.checks, MOST_NAMES),
    ]);
  const columns: Column[] = [
    { head: "DOWN FROM" },
    { head: "TO" },
    { head: "LENGTH", side: "right", fit: "wrap" },
    { head: "CHECK", fit: "wrap", least: 24 },
  ];
  const body = table(dimHeads(colours, columns), rows, { width });
  const left = shared.length - rows.length;
  const more = `and ${count(left, "earlier incident")} (--json and --format csv have them all)`;
  return left > 0 ? `${body}\n${paragraph(more, { width })}` : body;
}

function unreadSection({ colours, width }: Look, { unread: all }: Report): string {
  const columns: Column[] = [
    { head: "NOT READ", fit: "wrap" },
    { head: "REASON", fit: "wrap" },
  ];
  const rows = all.map(({ title, reason }) => [title, reason]);
  return table(dimHeads(colours, columns), rows, { width });
}

function dimHeads(colours: Colours, columns: readonly Column[]): Column[] {
  return columns.map((column) => ({ ...column, head: colours.dim(column.head ?? "") }));
}

function numbers(colours: Colours, availability: Availability): string[] {
  const { downSeconds, incidentCount } = availability;
  return [
    colouredUptime(colours, availability),
    timeOf(downSeconds),
    incidentCount > 0 ? String(incidentCount) : "",
  ];
}

function colouredUptime(colours: Colours, { upSeconds, downSeconds }: Availability): string {
  const text = percent({ upSeconds, downSeconds });
  if (upSeconds + downSeconds === 0) return colours.dim(text);
  return downSeconds > 0 ? colours.yellow(text) : colours.green(text);
}

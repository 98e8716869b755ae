import Table from "cli-table3";
import type { Colours } from "../../colours";
import { gateWords, headline, windowWords } from "../headline";
import { isAssumed, readingNotes } from "../notes";
import { type Availability, type CheckReport, hasTags, type Report } from "../report";
import { count, duration, lengthOf, moment, percent } from "../words";
import { SPARKLINE_LEGEND, sparkline } from "./sparkline";

/** A screenful. */
const MOST_INCIDENTS = 20;

/** The report for a terminal or a build's log. */
export function textReport(report: Report, colours: Colours): string {
  const gate = gateWords(report);
  const parts = [
    [
      `${colours.bold(report.title)}  ${windowWords(report)}`,
      [shaded(colours, report.overall), ...headline(report)].join(" · "),
      ...(gate === undefined ? [] : [report.gate?.missed.length ? colours.red(gate) : gate]),
    ].join("\n"),
    checks(colours, report),
    ...(hasTags(report) ? [tags(colours, report)] : []),
    incidents(colours, report),
    ...(report.unread.length > 0 ? [unread(colours, report)] : []),
    readingNotes(report)
      .map((note) => colours.dim(note))
      .join("\n"),
  ];
  return `${parts.join("\n\n")}\n`;
}

function checks(colours: Colours, report: Report): string {
  const row = (check: CheckReport) => [
    `${check.title}${isAssumed(check) ? " *" : ""}`,
    check.status === "down" ? colours.red(check.status) : check.status,
    ...numbers(colours, check),
    check.unknownSeconds > 0 ? duration(check.unknownSeconds) : "",
    sparkline(check.cells),
  ];
  const head = ["CHECK", "NOW", "UPTIME", "DOWN", "INCIDENTS", "NO DATA", "TIMELINE"];
  const body = table(
    colours,
    head,
    ["left", "left", "right", "right", "right", "right", "left"],
    report.checks.map(row),
  );
  return `${body}\n${colours.dim(SPARKLINE_LEGEND)}`;
}

function tags(colours: Colours, report: Report): string {
  const rows = report.tags.map((tag) => [
    tag.tag ?? "(no tag)",
    String(tag.checkCount),
    ...numbers(colours, tag),
  ]);
  const head = ["TAG", "CHECKS", "UPTIME", "DOWN", "INCIDENTS"];
  return table(colours, head, ["left", "right", "right", "right", "right"], rows);
}

function incidents(colours: Colours, { incidents: all, zone }: Report): string {
  if (all.length === 0) return "No incidents.";
  const rows = all
    .slice(0, MOST_INCIDENTS)
    .map((incident) => [
      `${moment(incident.start, zone)}${incident.startKnown ? "" : " or before"}`,
      incident.goesOn ? "ongoing" : moment(incident.end, zone),
      lengthOf(incident),
      incident.check.title,
    ]);
  const left = all.length - rows.length;
  const body = table(
    colours,
    ["DOWN FROM", "TO", "LENGTH", "CHECK"],
    ["left", "left", "right", "left"],
    rows,
  );
  return left > 0
    ? `${body}\nand ${count(left, "earlier incident")} (--json and --format csv have them all)`
    : body;
}

function unread(colours: Colours, { unread: all }: Report): string {
  const rows = all.map(({ title, reason }) => [title, reason]);
  return table(colours, ["NOT READ", "REASON"], ["left", "left"], rows);
}

function numbers(colours: Colours, availability: Availability): string[] {
  const { downSeconds, incidentCount } = availability;
  return [
    shaded(colours, availability),
    downSeconds > 0 ? duration(downSeconds) : "",
    incidentCount > 0 ? String(incidentCount) : "",
  ];
}

function shaded(colours: Colours, { upSeconds, downSeconds }: Availability): string {
  const text = percent({ upSeconds, downSeconds });
  if (upSeconds + downSeconds === 0) return colours.dim(text);
  return downSeconds > 0 ? colours.yellow(text) : colours.green(text);
}

type Side = "left" | "right";

/** Columns two blanks apart, without lines. */
function table(colours: Colours, head: string[], sides: Side[], rows: string[][]): string {
  const lines = new Table({
    chars: NO_LINES,
    style: { "padding-left": 0, "padding-right": 2, head: [], border: [] },
    colAligns: sides,
  });
  lines.push(
    head.map((name) => colours.dim(name)),
    ...rows,
  );
  return lines
    .toString()
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n");
}

const NO_LINES = Object.fromEntries(
  ["top", "top-mid", "top-left", "top-right", "bottom", "bottom-mid", "bottom-left", "bottom-right"]
    .concat(["left", "left-mid", "mid", "mid-mid", "right", "right-mid", "middle"])
    .map((name) => [name, ""]),
);

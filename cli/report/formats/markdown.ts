import { code } from "../../drift/formats/markdown";
import { gateWords, headline, windowWords } from "../headline";
import { isAssumed, readingNotes } from "../notes";
import { type CheckIncident, type CheckReport, hasTags, type Report, type TagReport } from "../report";
import { count, duration, lengthOf, moment, percent } from "../words";
import { SPARKLINE_LEGEND, sparkline } from "./sparkline";

/** A comment on a pull request has room for about this many. */
const MOST_INCIDENTS = 50;

/** The report for a pull request, a wiki or a job summary. */
export function markdownReport(report: Report): string {
  const gate = gateWords(report);
  const parts = [
    `# ${plain(report.title)}`,
    `**${percent(report.overall)}** · ${plain(windowWords(report))} · ${headline(report).join(" · ")}`,
    ...(gate === undefined ? [] : [`**${plain(gate)}**`]),
    "## Checks",
    table(
      ["Check", "Uptime", "Down", "No data", "Incidents", "Timeline"],
      "lrrrrl",
      report.checks.map(checkRow),
    ),
    `Each sign of a timeline is a part of the window: ${SPARKLINE_LEGEND}`,
    ...tags(report),
    "## Incidents",
    ...incidents(report),
    ...unread(report),
    "## How to read this",
    readingNotes(report)
      .map((note) => `- ${plain(note)}`)
      .join("\n"),
  ];
  return `${parts.join("\n\n")}\n`;
}

function checkRow(check: CheckReport): string[] {
  const { title, status, downSeconds, unknownSeconds, incidentCount, cells } = check;
  const mark = isAssumed(check) ? " \\*" : "";
  const now = status === "up" ? "" : ` (${plain(status)})`;
  return [
    `${name(title)}${mark}${now}`,
    percent(check),
    downSeconds > 0 ? duration(downSeconds) : "",
    unknownSeconds > 0 ? duration(unknownSeconds) : "",
    String(incidentCount),
    `\`${sparkline(cells)}\``,
  ];
}

function tags(report: Report): string[] {
  if (!hasTags(report)) return [];
  const head = ["Tag", "Checks", "Uptime", "Down", "Incidents"];
  return ["## Tags", table(head, "lrrrr", report.tags.map(tagRow))];
}

function tagRow(tag: TagReport): string[] {
  const { checkCount, downSeconds, incidentCount } = tag;
  return [
    tag.tag === undefined ? "*(no tag)*" : name(tag.tag),
    String(checkCount),
    percent(tag),
    downSeconds > 0 ? duration(downSeconds) : "",
    String(incidentCount),
  ];
}

function incidents({ incidents: all, zone }: Report): string[] {
  if (all.length === 0) return ["None."];
  const shown = all.slice(0, MOST_INCIDENTS);
  const row = (incident: CheckIncident) => [
    name(incident.check.title),
    `${moment(incident.start, zone)}${incident.startKnown ? "" : " or before"}`,
    incident.goesOn ? "ongoing" : moment(incident.end, zone),
    lengthOf(incident),
  ];
  const left = all.length - shown.length;
  return [
    table(["Check", "Start", "End", "Length"], "lllr", shown.map(row)),
    ...(left > 0 ? [`And ${count(left, "earlier incident")}; the JSON and CSV forms have them all.`] : []),
  ];
}

function unread({ unread: all }: Report): string[] {
  if (all.length === 0) return [];
  return ["## Not read", all.map(({ title, reason }) => `- ${name(title)}: ${plain(reason)}`).join("\n")];
}

function table(head: readonly string[], alignment: string, rows: readonly string[][]): string {
  const rule = [...alignment].map((side) => (side === "r" ? "---:" : "---"));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** What somebody called a check: as code where it would mention a person or become a link. */
function name(text: string): string {
  return /@|:\/\/|www\./i.test(text) ? code(text) : plain(text);
}

/** Text that Markdown takes for nothing but text. */
function plain(text: string): string {
  return text.replace(/[\\`*_[\]<>|~#&]/g, "\\$&");
}

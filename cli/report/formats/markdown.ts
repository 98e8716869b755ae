import { markdownTable, plain, safeName } from "../../render/markdown";
import { count, moment } from "../../render/words";
import { SPARKLINE_LEGEND, sparkline } from "../cells";
import type { SharedIncident } from "../incidents";
import { type CheckReport, hasTags, type Report, type TagReport } from "../report";
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

/** About as many as fit into a comment on a pull request. */
const MOST_INCIDENTS = 50;
/** Longest list of the checks that shared an incident. */
const MOST_NAMES = 10;

/** The report for a pull request, a wiki or a job summary. */
export function markdownReport(report: Report): string {
  const gate = gateWords(report);
  const parts = [
    `# ${plain(report.title)}`,
    `**${percent(report.overall)}** · ${plain(windowWords(report))} · ${headline(report).join(" · ")}`,
    ...(gate === undefined ? [] : [`**${plain(gate)}**`]),
    ...downNowSection(report),
    "## Checks",
    markdownTable(
      ["Check", "Uptime", "Down", "No data", "Incidents", "Timeline"],
      "lrrrrl",
      report.checks.map(checkRow),
    ),
    `Each character of a timeline is a part of the window: ${SPARKLINE_LEGEND}`,
    ...tags(report),
    "## Incidents",
    ...incidents(report),
    ...unreadSection(report),
    "## How to read this",
    readingNotes(report)
      .map((note) => `- ${plain(note)}`)
      .join("\n"),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** On top, because it is the most urgent. */
function downNowSection(report: Report): string[] {
  const down = downNow(report);
  if (down.length === 0) return [];
  const since = (check: CheckReport) => {
    const start = downSince(check);
    return start === undefined ? "" : ` since ${moment(start, report.zone)}`;
  };
  return ["## Down now", down.map((check) => `- **${safeName(check.title)}**${since(check)}`).join("\n")];
}

function checkRow(check: CheckReport): string[] {
  const { title, status, downSeconds, unknownSeconds, incidentCount, cells } = check;
  const now = status === "up" ? "" : ` (${plain(status)})`;
  return [
    `${safeName(title)}${now}`,
    percent(check),
    timeOf(downSeconds),
    timeOf(unknownSeconds),
    String(incidentCount),
    `\`${sparkline(cells)}\``,
  ];
}

function tags(report: Report): string[] {
  if (!hasTags(report)) return [];
  const head = ["Tag", "Checks", "Uptime", "Down, summed", "Incidents"];
  return ["## Tags", markdownTable(head, "lrrrr", report.tags.map(tagRow))];
}

function tagRow(tag: TagReport): string[] {
  const { checkCount, downSeconds, incidentCount } = tag;
  return [
    tag.tag === undefined ? "*(no tag)*" : safeName(tag.tag),
    String(checkCount),
    percent(tag),
    timeOf(downSeconds),
    String(incidentCount),
  ];
}

function incidents({ shared: all, zone }: Report): string[] {
  if (all.length === 0) return ["None."];
  const shown = all.slice(0, MOST_INCIDENTS);
  const row = (incident: SharedIncident<CheckReport>) => [
    checksOf(
      incident.checks.map(({ title }) => ({ title: safeName(title) })),
      MOST_NAMES,
    ),
    beginOf(incident, zone),
    endOf(incident, zone),
    lengthOf(incident),
  ];
  const left = all.length - shown.length;
  return [
    markdownTable(["Check", "Start", "End", "Length"], "lllr", shown.map(row)),
    ...(left > 0 ? [`And ${count(left, "earlier incident")}; the JSON and CSV forms have them all.`] : []),
  ];
}

function unreadSection({ unread: all }: Report): string[] {
  if (all.length === 0) return [];
  return ["## Not read", all.map(({ title, reason }) => `- ${safeName(title)}: ${plain(reason)}`).join("\n")];
}

/** The report in one line, in pieces that the formats put together. */
import type { Report } from "./report";
import { midnight, wallMidnightOf } from "./window";
import { count, day, duration, moment } from "./words";

/** `2026-05-01 – 2026-05-31 UTC`, or with times where no days end: `2026-05-30 00:00 – 14:05 UTC`. */
export function windowWords({ window, zone }: Report): string {
  const { start, end } = window;
  const from = isMidnight(start, zone) ? day(start, zone) : moment(start, zone);
  const to = isMidnight(end, zone) ? day(end - 1, zone) : moment(end, zone);
  if (from === to) return `${from} ${zone}`;
  if (to.startsWith(from)) return `${moment(start, zone)} – ${to.slice(from.length + 1)} ${zone}`;
  return `${from} – ${to} ${zone}`;
}

/** `24 checks`, `12 incidents`, `3 h down`, `1 down now`. */
export function headline(report: Report): string[] {
  const { checks, overall, unread } = report;
  const down = downNow(report);
  return [
    count(checks.length + unread.length, "check"),
    count(overall.incidentCount, "incident"),
    ...(overall.downSeconds > 0 ? [`${duration(overall.downSeconds)} down`] : []),
    ...(down > 0 ? [`${down} down now`] : []),
  ];
}

/** How many checks are down at this moment; none in a report of a window that has ended. */
export function downNow({ checks, window, madeAt }: Report): number {
  return window.end < madeAt ? 0 : checks.filter(({ status }) => status === "down").length;
}

/** The gate and how it went; undefined where none was set. */
export function gateWords({ gate, checks }: Report): string | undefined {
  if (!gate) return undefined;
  const bar = `at least ${gate.percent}% for each check`;
  if (gate.missed.length > 0) return `Gate missed: ${bar}; ${count(gate.missed.length, "check")} had less.`;
  const known = checks.filter(({ uptime }) => uptime !== undefined).length;
  return known > 0 ? `Gate passed: ${bar}.` : `Gate not decided: ${bar}, but there is no data.`;
}

function isMidnight(seconds: number, zone: string): boolean {
  return midnight(wallMidnightOf(seconds, zone), zone) === seconds;
}

/** Texts that the report's formats share. */

import type { Stretch } from "../../provider/monitor/uptime/history";
import { knownRatioOf, type Measure } from "../../provider/monitor/uptime/measure";
import { count, day, duration, listInWords, moment } from "../render/words";
import type { Incident } from "./incidents";
import { isLeftOut } from "./leftOut";
import type { CheckReport, Report } from "./report";
import { midnight, wallMidnightOf } from "./window";

export const NO_DATA = "no data";

/** `99.87%`, rounded down, so that only a full 100% reads as 100%; `no data` if no time is known. */
export function percent({ upSeconds, downSeconds }: Pick<Measure, "upSeconds" | "downSeconds">): string {
  const known = upSeconds + downSeconds;
  if (known === 0) return NO_DATA;
  if (downSeconds === 0) return "100%";
  // Computed in whole hundredths of a percent, so that only the division rounds.
  return `${(Math.floor((upSeconds * 10_000) / known) / 100).toFixed(2)}%`;
}

/** `3 h`, and the part inside the window if it reaches beyond it. */
export function lengthOf({ seconds, secondsInWindow }: Incident): string {
  const whole = duration(seconds);
  return seconds === secondsInWindow ? whole : `${whole}, ${duration(secondsInWindow)} in the window`;
}

/** A moment, or `2026-05-01 00:00 or before`. */
export function beginOf({ start, startKnown }: Incident, zone: string): string {
  return `${moment(start, zone)}${startKnown ? "" : " or before"}`;
}

/** A moment, or `ongoing`. */
export function endOf({ end, goesOn }: Incident, zone: string): string {
  return goesOn ? "ongoing" : moment(end, zone);
}

/** `3 h`; empty for 0. */
export function timeOf(seconds: number): string {
  return seconds > 0 ? duration(seconds) : "";
}

/** `backup`, or `4 checks: backup, mail, sync and 1 more`. */
export function checksOf(checks: readonly { title: string }[], most: number): string {
  const [only, ...others] = checks;
  if (only && others.length === 0) return only.title;
  const titles = checks.map(({ title }) => title);
  return `${count(checks.length, "check")}: ${listInWords(titles, most)}`;
}

/**
 * Which ends of a window are told as dates. A date after a time would read as the beginning of that day:
 * `2026-05-30 10:00 – 2026-05-30`.
 */
export function datesOf({ window, zone }: Pick<Report, "window" | "zone">): { start: boolean; end: boolean } {
  const start = isMidnight(window.start, zone);
  return { start, end: start && isMidnight(window.end, zone) };
}

/** `2026-05-01 – 2026-05-31 UTC`, or with times if it is not of whole days: `2026-05-30 00:00 – 14:05 UTC`. */
export function windowWords({ window, zone }: Report): string {
  const { start, end } = window;
  const isDate = datesOf({ window, zone });
  const from = isDate.start ? day(start, zone) : moment(start, zone);
  const to = isDate.end ? day(end - 1, zone) : moment(end, zone);
  if (from === to) return `${from} ${zone}`;
  if (to.startsWith(from)) return `${moment(start, zone)} – ${to.slice(from.length + 1)} ${zone}`;
  return `${from} – ${to} ${zone}`;
}

/** `1 down now`, `counted over 87% of the time`, `24 checks`, `12 incidents`, `3 h down, summed over 4 checks`. */
export function headline(report: Report): string[] {
  const { checks, overall, unread, shared } = report;
  const down = downNow(report).length;
  const known = knownShare(overall);
  return [
    ...(down > 0 ? [`${down} down now`] : []),
    ...(known !== undefined ? [`counted over ${known} of the time`] : []),
    count(checks.length + unread.length, "check"),
    count(shared.length, "incident"),
    ...(overall.downSeconds > 0 ? [`${duration(overall.downSeconds)} ${downWords(checks)}`] : []),
  ];
}

/** How much of the time counts, where that is a part of it: `87%`. */
export function knownShare(overall: Measure): string | undefined {
  const share = knownRatioOf(overall) ?? 1;
  if (share === 0 || share === 1) return undefined;
  return share < 0.01 ? "less than 1%" : `${Math.floor(share * 100)}%`;
}

/** Total downtime, worded so that seconds of several checks do not read as one outage. */
export function downWords(checks: readonly CheckReport[]): string {
  const fell = checks.filter(({ downSeconds }) => downSeconds > 0).length;
  return fell > 1 ? `down, summed over ${fell} checks` : "down";
}

/** The checks that are down now; empty for a window in the past. */
export function downNow({ checks }: Report): CheckReport[] {
  return checks.filter((check) => check.downNow);
}

/** When a check that is down now went down; undefined if unknown. */
export function downSince({ incidents }: CheckReport): number | undefined {
  const last = incidents.at(-1);
  return last?.goesOn && last.startKnown ? last.start : undefined;
}

/** The uptime below which a check is shown as bad: the gate's, else 99%. */
export function threshold({ gate }: Report): { ratio: number; words: string } {
  if (!gate) return { ratio: 0.99, words: "99%" };
  return { ratio: gate.ratio, words: `${gate.percent}% (--fail-under)` };
}

/** The gate's result; undefined if there is no gate. */
export function gateWords({ gate, checks, unread }: Report): string | undefined {
  if (!gate) return undefined;
  const bar = `at least ${gate.percent}% for each check`;
  if (gate.missed.length > 0) return `Gate missed: ${bar}; ${count(gate.missed.length, "check")} had less.`;
  if (unread.length > 0) {
    return `Gate not decided: ${bar}, but the history of ${count(unread.length, "check")} could not be read.`;
  }
  const known = checks.filter(({ uptime }) => uptime !== undefined).length;
  return known > 0 ? `Gate passed: ${bar}.` : `Gate not decided: ${bar}, but there is no data.`;
}

/** Whether a day of the zone begins at that moment, which may be at 01:00 if the clock skips midnight. */
function isMidnight(seconds: number, zone: string): boolean {
  return midnight(wallMidnightOf(seconds, zone), zone) === seconds;
}

/** How to read the report, and what is missing in it. */
export function readingNotes(report: Report): string[] {
  const { window, leftOut, completeFrom, zone, unread } = report;
  const notes = [READING];
  if (leftOut.length > 0) {
    const times = leftOut.map(({ start, end }) => `${moment(start, zone)} to ${moment(end, zone)}`);
    notes.push(`Left out as if nothing were known of it: ${times.join(", ")}.`);
  }
  if (window.start < completeFrom) {
    notes.push(
      `The service keeps status changes for the present month and the two before it: data is complete from ${day(completeFrom, "UTC")} (UTC) on, and what it has forgotten is shown as no data.`,
    );
  }
  if (unread.length > 0) {
    notes.push(
      `The history of ${count(unread.length, "check")} could not be read and is not in the numbers.`,
    );
  }
  return notes.concat(zone === "UTC" ? [] : [`Times are those of ${zone}.`]);
}

/** Caveats about a check's numbers. */
export function checkNotes(check: CheckReport, { zone, leftOut }: Report): string[] {
  const { basis, status } = check;
  const stretches = check.stretches.filter((one) => !isLeftOut(one, leftOut));
  const notes: string[] = [];
  const first = stretches.find(({ state }) => state !== "unknown");
  if (!first) {
    return [
      status === "new" ? "Nothing is known yet: it waits for its first ping." : "No data for this window.",
    ];
  }
  if (basis === "presentStatus") {
    notes.push("It has been as it is now for as long as the service remembers.");
  }
  if (first !== stretches[0])
    notes.push(`Counted from ${moment(first.from, zone)}, the first that is known of it.`);
  const isUnknown = ({ state }: Stretch) => state === "unknown";
  if (stretches.slice(stretches.indexOf(first)).some(isUnknown)) {
    const seconds = stretches.filter(isUnknown).reduce((sum, { from, to }) => sum + to - from, 0);
    notes.push(
      `Its status changes do not tell its status all the time: ${duration(seconds)} are without data.`,
    );
  }
  return notes;
}

const READING =
  "Uptime is the share of the known time in which a check was up, or late within its grace time. Paused time and time without data count neither way. A pause that a ping ended cannot be told from downtime, and counts as such.";

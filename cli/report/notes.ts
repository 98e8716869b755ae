/** What a reader must know to judge the numbers, in sentences that all formats share. */
import type { CheckReport, Report } from "./report";
import { count, day, duration, moment } from "./words";

/** How the report is to be read, and what is missing in it. */
export function readingNotes(report: Report): string[] {
  const { window, completeFrom, zone, unread } = report;
  const notes = [READING];
  if (window.start < completeFrom) {
    notes.push(
      `The service keeps changes of status for the present month and the two before it: data is complete from ${day(completeFrom, "UTC")} (UTC) on, and what it has forgotten is shown as no data.`,
    );
  }
  if (unread.length > 0) {
    notes.push(
      `The history of ${count(unread.length, "check")} could not be read and is not in the numbers.`,
    );
  }
  const assumed = report.checks.filter(isAssumed).length;
  if (assumed > 0) {
    notes.push(
      `${count(assumed, "check")} had no change of status on record before some moment of the window and ${assumed === 1 ? "is" : "are"} marked with *: what was before is concluded from what is known after it.`,
    );
  }
  return notes.concat(zone === "UTC" ? [] : [`Times are those of ${zone}.`]);
}

/** Whether part of what is said of a check is concluded rather than on record. */
export function isAssumed({ basis, stretches }: CheckReport): boolean {
  const known = stretches.some(({ state }) => state !== "unknown");
  return known && (basis === "presentStatus" || basis === "firstFlip");
}

/** What is special about a check's numbers. */
export function checkNotes(check: CheckReport, { zone }: Report): string[] {
  const { basis, stretches, status, unknownSeconds } = check;
  const notes: string[] = [];
  const first = stretches.find(({ state }) => state !== "unknown");
  if (!first)
    return [
      basis === "nothing" ? "Nothing is known yet: it waits for its first ping." : "No data for this window.",
    ];
  if (basis === "presentStatus")
    notes.push("No change of status is on record: taken to have been as it is now.");
  if (basis === "firstFlip" && stretches[0] === first) {
    notes.push("Taken to have been up before the first change of status on record.");
  }
  if (first !== stretches[0])
    notes.push(`Counted from ${moment(first.from, zone)}, the first that is known of it.`);
  const gap = stretches.slice(stretches.indexOf(first)).some(({ state }) => state === "unknown");
  if (gap)
    notes.push(
      `Its status (${status}) and its changes of status do not fit together: ${duration(unknownSeconds)} are without data.`,
    );
  return notes;
}

const READING =
  "Uptime is the share of the known time in which a check was up, or late within its grace time. Paused time and time without data count neither way. A pause that has ended cannot be told from downtime, and counts as such.";

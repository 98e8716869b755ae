import { readingNotes } from "../notes";
import type { Availability, CheckReport, Report } from "../report";
import { iso } from "../words";

/** The report for programs. Times are ISO 8601 in UTC, durations are seconds, shares go from 0 to 1. */
export function jsonReport(report: Report): string {
  return `${JSON.stringify(document(report), null, 2)}\n`;
}

function document(report: Report) {
  const { title, project, selectedTags, window, zone, gate } = report;
  return {
    title,
    project: project ?? "default",
    selectedTags,
    window: { from: iso(window.start), to: iso(window.end), timeZone: zone },
    madeAt: iso(report.madeAt),
    /** From when on the service is known to keep all changes of status. */
    completeFrom: iso(report.completeFrom),
    overall: availability(report.overall),
    checks: report.checks.map((check) => ({
      ...named(check),
      tags: check.tags,
      status: check.status,
      knownFrom: check.basis,
      ...availability(check),
      timeline: check.stretches.map(({ from, to, state }) => ({ from: iso(from), to: iso(to), state })),
    })),
    tags: report.tags.map(({ tag, checkCount, ...rest }) => ({
      tag: tag ?? null,
      checkCount,
      ...availability(rest),
    })),
    incidents: report.incidents.map((incident) => ({
      ...named(incident.check),
      start: iso(incident.start),
      startKnown: incident.startKnown,
      end: incident.goesOn ? null : iso(incident.end),
      seconds: incident.seconds,
      secondsInWindow: incident.secondsInWindow,
    })),
    unread: report.unread,
    gate: gate ? { failUnder: Number(gate.percent), missed: gate.missed.map(named) } : null,
    notes: readingNotes(report),
  };
}

function named({ title, slug, uniqueKey }: CheckReport) {
  return { title, slug, uniqueKey };
}

function availability({
  uptime,
  upSeconds,
  downSeconds,
  pausedSeconds,
  unknownSeconds,
  ...rest
}: Availability) {
  return {
    uptime: uptime ?? null,
    upSeconds,
    downSeconds,
    pausedSeconds,
    unknownSeconds,
    incidentCount: rest.incidentCount,
  };
}

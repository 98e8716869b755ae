/**
 * The same numbers as `cli/advise`, slowly and obviously: the service is played minute by minute, with a clock on the wall
 * that Intl reads. Shares nothing with the product but the shape of a ping. All times are whole minutes.
 */
import type { Heard } from "../../../../cli/advise/rule";

export const MINUTE = 60_000;

/** A simple check, or one that expects a ping each day at a time of the wall. */
export type Watch = { everyMinutes: number } | { daily: string; zone: string };

export interface Count {
  falseAlarms: number;
  rightAlarms: number;
  unclear: number;
}

export function playedSlowly(pings: readonly Heard[], watch: Watch, graceMinutes: number): Count {
  const count: Count = { falseAlarms: 0, rightAlarms: 0, unclear: 0 };
  const first = pings[0]?.at ?? 0;
  const last = pings.at(-1)?.at ?? 0;
  const usual = nineOfTen(pings);
  let status = "new";
  let lastEnd: number | undefined;
  let lateSince: number | undefined;
  let run: { began: number; rid: string | null } | undefined;
  let alarm: { isMissed: (minute: number) => boolean; isRun: boolean; again: boolean } | undefined;

  const alarmIfDue = (minute: number) => {
    if (status === "down") return;
    const late = status === "up" ? lateSince : undefined;
    const since = late !== undefined && run ? Math.min(late, run.began) : (late ?? run?.began);
    if (since === undefined || minute < since + graceMinutes * MINUTE) return;
    const isRun = run !== undefined && since === run.began && since !== late;
    const [began, ended] = [since, lastEnd ?? 0];
    const isMissed = (now: number) => {
      if (isRun) return now >= began + usual;
      if ("everyMinutes" in watch) return now >= ended + 1.5 * usual;
      for (let at = began + MINUTE; at <= now; at += MINUTE) if (isTime(watch, at)) return true;
      return false;
    };
    alarm = { isMissed, isRun, again: false };
    status = "down";
  };

  for (let minute = first; minute <= last; minute += MINUTE) {
    if (status === "up" && lastEnd !== undefined && lateSince === undefined && minute > lastEnd) {
      const isExpected =
        "everyMinutes" in watch ? minute >= lastEnd + watch.everyMinutes * MINUTE : isTime(watch, minute);
      if (isExpected) lateSince = minute;
    }
    alarmIfDue(minute);
    const ping = pings.find(({ at }) => at === minute);
    if (!ping) continue;
    if (ping.kind === "start") {
      run = { began: minute, rid: ping.rid };
      if (alarm) alarm.again = true;
      continue;
    }
    if (alarm) {
      const isRight = ping.kind === "fail" || alarm.isMissed(minute) || (alarm.isRun && alarm.again);
      if (ping.kind === "break") count.unclear++;
      else if (isRight) count.rightAlarms++;
      else count.falseAlarms++;
      alarm = undefined;
    }
    lateSince = undefined;
    if (ping.kind === "break") {
      status = "new";
      lastEnd = undefined;
      run = undefined;
      continue;
    }
    if (ping.kind === "fail" || ping.rid === null || run?.rid === ping.rid) run = undefined;
    status = ping.kind === "fail" ? "down" : "up";
    lastEnd = minute;
    alarmIfDue(minute);
  }
  if (alarm) count.unclear++;
  return count;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function isTime({ daily, zone }: { daily: string; zone: string }, minute: number): boolean {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "2-digit", minute: "2-digit" });
  formats.set(zone, format);
  return format.format(minute) === daily;
}

/** The length that nine of ten pauses between ends of runs do not exceed. */
function nineOfTen(pings: readonly Heard[]): number {
  const pauses: number[] = [];
  const ends = pings.filter(({ kind }) => kind !== "start");
  ends.forEach((end, index) => {
    const before = ends[index - 1];
    if (before && before.kind !== "break" && end.kind !== "break") pauses.push(end.at - before.at);
  });
  for (const pause of pauses.toSorted((a, b) => a - b)) {
    const within = pauses.filter((one) => one <= pause).length;
    if (within * 10 >= pauses.length * 9) return pause;
  }
  return Number.POSITIVE_INFINITY;
}

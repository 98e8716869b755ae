/** The sentences of the advice. The check's name is printed next to them. Durations are in seconds. */
import type { ByClock, ByPeriod } from "../../schedule/schedulers";
import { visible } from "../render/visible";
import { count, day, duration, exactDuration } from "../render/words";
import type { Growth } from "./growth";
import type { Settings } from "./rule";
import type { OtherClock } from "./zone";

/** False alarms before and after a change, and the number of runs. */
interface Difference {
  falseNow: number;
  falseThen: number;
  runs: number;
}

export function graceSentence({
  from,
  to,
  falseNow,
  falseThen,
  runs,
}: Difference & { from: number; to: number }): string {
  const [present, other] = [exactDuration(from), exactDuration(to)];
  return to > from
    ? `its grace of ${present} gives ${falseAlarms(falseNow)} in ${count(runs, "run")}; one of ${other} would have given ${falseAlarms(falseThen)}, and reported a missed run ${delayWords(to - from)}`
    : `a grace of ${other} instead of ${present} would have given ${falseAlarms(falseThen)} in ${count(runs, "run")}, and reported a missed run ${delayWords(to - from)}`;
}

export function periodSentence({
  timeout,
  grace,
  later,
  times,
  falseNow,
  falseThen,
  runs,
}: Difference & { timeout: number; grace: number; later: number; times: ByPeriod }): string {
  const asItIs = falseNow > 0 ? `, which gives ${falseAlarms(falseNow)}` : "";
  return `its pings come every ${exactDuration(timeout)}, and it expects one every ${exactDuration(times.timeout)}${asItIs}; a timeout of ${exactDuration(timeout)} with a grace of ${exactDuration(grace)} would have given ${falseAlarms(falseThen)} in ${count(runs, "run")}, and reported a missed run ${delayWords(later)}`;
}

export function zoneSentence({ zones, offsets }: OtherClock, runs: number, { tz }: ByClock): string {
  const [before, after] = offsets.map(besideTime);
  return `its job does not keep the clock of ${visible(tz)}: runs came ${before} its times before the clocks changed, and ${after} them since; by the clock of ${zones.map(visible).join(" or ")} all ${runs} came at one time`;
}

function besideTime(seconds: number): string {
  const whole = Math.round(seconds / 60) * 60;
  if (whole === 0) return "at";
  return `${duration(Math.abs(whole))} ${whole > 0 ? "after" : "before"}`;
}

export function scheduleSentence(falseNow: number, runs: number, { times }: Settings): string {
  const when = "schedule" in times ? "at the times of its schedule" : "within its period";
  return `its pings do not come ${when}: it gives ${falseAlarms(falseNow)} in ${count(runs, "run")}, and a grace that gives none would be too long to report a missed run`;
}

export function flappingSentence(downs: number, failures: number, runs: number): string {
  const told = failures === 0 ? "" : `; its job reported ${count(failures, "failure")}`;
  return `it flaps: it went down ${count(downs, "time")} in ${count(runs, "run")}, false alarms not counted${told}`;
}

/** Later events are not predicted. */
const FORESEEN_DAYS = 90;

export function growthSentence({ from, to, at, perDay }: Growth, grace: number): string {
  const grows = `its run time grows: it was ${cut(from)} in the first third of its runs, and is ${cut(to)} in the last`;
  const allowed = `its grace of ${exactDuration(grace)}, within which a run that reported its start must end`;
  if (to >= grace) return `${grows}; that exceeds ${allowed}`;
  const days = (grace - to) / perDay;
  if (days > FORESEEN_DAYS) return grows;
  return `${grows}; at this rate it exceeds ${allowed}, about ${day(at / 1000 + days * 86_400, "UTC")}`;
}

function cut(seconds: number): string {
  return duration(Math.round(seconds));
}

function falseAlarms(number: number): string {
  return number === 0 ? "no false alarm" : count(number, "false alarm");
}

/** `15 min later`, `50 min sooner`. */
export function delayWords(later: number): string {
  if (later === 0) return "as soon";
  return `${duration(Math.abs(later))} ${later > 0 ? "later" : "sooner"}`;
}

/** The advice for one check, from its history and settings. */
import type { ByClock, ByPeriod } from "../../schedule/schedulers";
import { saferGrace, suggestedGrace } from "./grace";
import { growthOf, type Run } from "./growth";
import { awaitedSuccesses, judgeOf, type Trial, trialOf, usualInterval } from "./judge";
import { steadyPeriod } from "./period";
import type { Alarm } from "./replay";
import type { Advice } from "./report";
import type { Heard, Settings } from "./rule";
import {
  flappingSentence,
  graceSentence,
  growthSentence,
  periodSentence,
  scheduleSentence,
  zoneSentence,
} from "./sentences";
import { otherClock } from "./zone";

/** A check with enough history. */
export interface Studied {
  settings: Settings;
  /** The part of its pings that counts. */
  history: readonly Heard[];
  /** The alarms of its history that only a shorter grace gave. */
  early?: readonly Alarm[];
  /** Its runs with a known duration, oldest first. */
  timed: readonly Run[];
  /** How often it went down during its history. */
  downs: number;
  /** Time zones that its job may follow instead of its own. */
  zones: readonly string[];
}

/** All advice. `mostFalse` is the acceptable number of false alarms. */
export function adviceFor(studied: Studied, mostFalse: number): Advice[] {
  const { history, early = [] } = studied;
  const { times, grace } = studied.settings;
  const trial = trialOf(history, times);
  const onTimes =
    "schedule" in times
      ? (zoneAdvice(studied, times) ?? graceAdvice(studied, trial, mostFalse))
      : (periodAdvice(studied, times, trial, mostFalse) ?? graceAdvice(studied, trial, mostFalse));
  const falseAlarms = trial(grace).falseAlarms + judgeOf(history, times)(early).falseAlarms;
  return [onTimes, flappingAdvice(history, studied.downs - falseAlarms), growthAdvice(studied)].filter(
    (one) => one !== undefined,
  );
}

/** Ends of runs: successes and failures. */
export function endsOf(history: readonly Heard[]): Heard[] {
  return history.filter(({ kind }) => kind === "success" || kind === "fail");
}

/** Uses the start of a run if known, because the run time says nothing about the clock. */
function zoneAdvice({ history, zones }: Studied, times: ByClock): Advice | undefined {
  const ends = endsOf(history);
  const starts = history.filter(({ kind }) => kind === "start");
  const moments = (starts.length * 2 > ends.length ? starts : ends).map(({ at }) => at);
  const found = otherClock(moments, times, zones);
  if (!found) return undefined;
  const [only, ...others] = found.zones;
  const change = only !== undefined && others.length === 0 ? { change: { tz: only } } : {};
  return { about: "zone", says: zoneSentence(found, moments.length, times), ...change };
}

/**
 * If the period is half the timeout or less, missed runs go unnoticed; if it is longer than the timeout, the check
 * alerts between runs.
 */
function periodAdvice(
  { history, settings }: Studied,
  times: ByPeriod,
  trial: Trial,
  mostFalse: number,
): Advice | undefined {
  const timeout = steadyPeriod(history);
  const { falseAlarms } = trial(settings.grace);
  if (timeout === undefined) return undefined;
  const isShort = timeout > times.timeout && falseAlarms > mostFalse;
  if (!isShort && (timeout * 2 > times.timeout || !showsHowLate(history))) return undefined;
  const other = trialOf(history, { timeout });
  const grace = saferGrace(other, mostFalse);
  if (grace === undefined) return undefined;
  const later = timeout + grace - times.timeout - settings.grace;
  if (later >= 0 && !isShort) return undefined;
  return {
    about: "period",
    says: periodSentence({
      timeout,
      grace,
      later,
      times,
      falseNow: falseAlarms,
      falseThen: other(grace).falseAlarms,
      runs: endsOf(history).length,
    }),
    change: { timeout, grace },
  };
}

/** With fewer, as for a job that always fails, each grace would do, because no run has ever put it to the test. */
const LEAST_AWAITED = 10;

/** Whether a history can show that less time would have been enough. */
function showsHowLate(history: readonly Heard[]): boolean {
  return awaitedSuccesses(history) >= LEAST_AWAITED;
}

/** A grace longer than half the time between runs would only hide a wrong schedule. */
const MOST_OF_INTERVAL = 0.5;

function graceAdvice(studied: Studied, trial: Trial, mostFalse: number): Advice | undefined {
  const { history, settings, timed } = studied;
  const runs = endsOf(history).length;
  const present = trial(settings.grace);
  const grace = suggestedGrace(trial, settings.grace, mostFalse);
  const isLonger = present.falseAlarms > mostFalse;
  if (!isLonger && (grace === undefined || growthOf(timed) || !showsHowLate(history))) return undefined;
  const isBeside = "schedule" in settings.times && isLonger;
  const most = (usualInterval(history) / 1000) * MOST_OF_INTERVAL;
  if (grace === undefined || (isBeside && grace > most)) {
    return { about: "schedule", says: scheduleSentence(present.falseAlarms, runs, settings) };
  }
  const says = graceSentence({
    from: settings.grace,
    to: grace,
    falseNow: present.falseAlarms,
    falseThen: trial(grace).falseAlarms,
    runs,
  });
  return { about: "grace", says, change: { grace } };
}

/** A check flaps if it went down this often, and in more than this share of its runs. */
const LEAST_DOWNS = 5;
const RUNS_A_DOWN = 10;

/** `downs` excludes false alarms, which are a matter of the grace. */
function flappingAdvice(history: readonly Heard[], downs: number): Advice | undefined {
  const runs = endsOf(history);
  if (downs < LEAST_DOWNS || downs * RUNS_A_DOWN < runs.length) return undefined;
  const failures = runs.filter(({ kind }) => kind === "fail").length;
  return { about: "flapping", says: flappingSentence(downs, failures, runs.length) };
}

function growthAdvice({ timed, settings }: Studied): Advice | undefined {
  const growth = growthOf(timed);
  return growth && { about: "runTime", says: growthSentence(growth, settings.grace) };
}

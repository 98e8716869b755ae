/** Which schedules the service accepts, and when one fires next. */
import { namesMissingDate, parseCron } from "./cron";
import { commonMistake } from "./mistakes";
import { parseOnCalendar } from "./onCalendar";
import { codePoints, type Piece, Refusal, trim, words } from "./piece";
import { nextTime, type Recurrence } from "./recurrence";
import { clockOf } from "./wallClock";

/** Why a schedule was refused. `position` counts code points of the user's text from 1. */
export interface ScheduleProblem {
  reason: string;
  position: number;
}

/** The service requires a firing after this moment; one whose last firing was in 2010 is accepted, too. */
const PROBE = new Date("2000-01-01T00:00:00Z");

/** The service's limit of 100 code points, at most two UTF-16 units each. Bounds the cost of a hostile text. */
const LONGEST_READ = 200;

/** Undefined if the service would accept it, or if we are unsure and leave it to the service. */
export function checkSchedule(expression: string): ScheduleProblem | undefined {
  if (expression.length > LONGEST_READ) {
    return { reason: "is longer than any schedule the service takes", position: 1 };
  }
  const whole: Piece = { text: expression, at: 0 };
  try {
    const parts = parse(whole);
    if (firstOf(parts, "UTC", PROBE)) return undefined;
    throw new Refusal(trim(whole), "never fires; no such day or time comes after the year 2000");
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { reason, piece } = commonMistake(whole) ?? error;
    return { reason, position: codePoints(expression.slice(0, piece.at)) + 1 };
  }
}

/**
 * The next time (strictly after `after`) at which the schedule fires in that zone; undefined if never again.
 *
 * Where the service's own search goes wrong, this follows the wall clock instead:
 * - In an hour that the clock repeats, the service may return a time of the first pass, which is over.
 * - For cron whose minute or hour starts with `*`, in a zone whose clock changes around midnight, by half an hour or
 * not on the full hour, it misses or shifts firings on the day of the change, and sometimes never ends its search.
 */
export function nextFire(expression: string, timeZone: string, after: Date): Date | undefined {
  return firingsOf(expression)(timeZone, after);
}

/** The same for many times of one expression, which is read once. */
export function firingsOf(expression: string): (timeZone: string, after: Date) => Date | undefined {
  if (expression.length > LONGEST_READ) return () => undefined;
  try {
    const parts = parse({ text: expression, at: 0 });
    return (timeZone, after) => firstOf(parts, timeZone, after);
  } catch (error) {
    if (error instanceof Refusal) return () => undefined;
    throw error;
  }
}

/**
 * Whether older releases of the service refuse an expression that `checkSchedule` accepts, such as `0 0 30 2 1`, whose
 * day of the month exists in none of its months.
 */
export function isRefusedByOlderReleases(expression: string): boolean {
  const whole: Piece = { text: expression, at: 0 };
  const found = words(whole);
  return isCron(whole, found) && namesMissingDate(found);
}

/**
 * The expression as the service reads it.
 * @throws {Refusal} if the service would refuse it.
 */
export function recurrencesOf(expression: string): Recurrence[] {
  return parse({ text: expression, at: 0 });
}

function parse(expression: Piece): Recurrence[] {
  const found = words(expression);
  return isCron(expression, found) ? [parseCron(found)] : parseOnCalendar(expression);
}

/** The service takes five words on one line for cron, and everything else for OnCalendar. */
function isCron(expression: Piece, found: readonly Piece[]): boolean {
  return found.length === 5 && !trim(expression).text.includes("\n");
}

function firstOf(parts: readonly Recurrence[], timeZone: string, after: Date): Date | undefined {
  const times = parts.flatMap((part) => nextTime(part, clockOf(part.zone ?? timeZone), after) ?? []);
  return times.length === 0 ? undefined : new Date(Math.min(...times));
}

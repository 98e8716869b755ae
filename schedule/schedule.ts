/** What the service takes as a schedule, and when one fires next. */
import { namesMissingDate, parseCron } from "./cron";
import { commonMistake } from "./mistakes";
import { parseOnCalendar } from "./onCalendar";
import { codePoints, type Piece, Refusal, trim, words } from "./piece";
import { nextTime, type Recurrence } from "./recurrence";
import { clockOf } from "./wallClock";

/** Why a schedule was refused; `position` counts code points from 1 into the expression as the user wrote it. */
export interface ScheduleProblem {
  reason: string;
  position: number;
}

/** The service looks for a first firing after this moment: what fired last in 2010 is good enough for it. */
const PROBE = new Date("2000-01-01T00:00:00Z");

/** The service's 100 code points, at most two UTF-16 units each. Only a bound on what a hostile text can cost. */
const LONGEST_READ = 200;

/** undefined when the service would accept it (or when we are unsure: then the service decides). */
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
 * The next time (strictly after `after`) the schedule fires in that zone; undefined when never again.
 * Where the service's own search goes wrong, this gives what the clock on the wall says:
 * - From within an hour that the clock repeats, the service can answer a time of the first pass, which is over.
 * - For cron whose minute or hour starts with `*`, in a zone whose clock changes around midnight, by half an hour or
 *   off the full hour, it misses or shifts firings on the day of the change, and sometimes never ends its search.
 */
export function nextFire(expression: string, timeZone: string, after: Date): Date | undefined {
  if (expression.length > LONGEST_READ) return undefined;
  try {
    return firstOf(parse({ text: expression, at: 0 }), timeZone, after);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/**
 * Whether an expression that `checkSchedule` takes is refused by the older releases of the service, as `0 0 30 2 1` is:
 * its day of the month comes in none of its months.
 */
export function isRefusedByOlderReleases(expression: string): boolean {
  const whole: Piece = { text: expression, at: 0 };
  const found = words(whole);
  return isCron(whole, found) && namesMissingDate(found);
}

/** How the service reads it; throws a Refusal. */
export function recurrencesOf(expression: string): Recurrence[] {
  return parse({ text: expression, at: 0 });
}

function parse(expression: Piece): Recurrence[] {
  const found = words(expression);
  return isCron(expression, found) ? [parseCron(found)] : parseOnCalendar(expression);
}

/** Five words on one line are cron, whatever they look like; all else is OnCalendar. */
function isCron(expression: Piece, found: readonly Piece[]): boolean {
  return found.length === 5 && !trim(expression).text.includes("\n");
}

function firstOf(parts: readonly Recurrence[], timeZone: string, after: Date): Date | undefined {
  const times = parts.flatMap((part) => nextTime(part, clockOf(part.zone ?? timeZone), after) ?? []);
  return times.length === 0 ? undefined : new Date(Math.min(...times));
}

/** systemd calendar expressions (OnCalendar) as the service reads them: one per line, and each of them fires. */
import { type DateParts, everyDate, parseDate, parseTime, parseWeekdays } from "./calendarFields";
import { type Piece, Refusal, slice, split, trim, words } from "./piece";
import type { Recurrence } from "./recurrence";
import { zoneNamed } from "./timeZone";

const SHORTHANDS: Readonly<Record<string, string>> = {
  minutely: "*-*-* *:*:00",
  hourly: "*-*-* *:00:00",
  daily: "*-*-* 00:00:00",
  weekly: "Mon *-*-* 00:00:00",
  monthly: "*-*-01 00:00:00",
  quarterly: "*-01,04,07,10-01 00:00:00",
  semiannually: "*-01,07-01 00:00:00",
  yearly: "*-01-01 00:00:00",
  annually: "*-01-01 00:00:00",
};

const ORDER = "must be weekdays, date, time and time zone, in this order and each without blanks";

/** @throws {Refusal} if the expression is invalid. */
export function parseOnCalendar(expression: Piece): Recurrence[] {
  return split(trim(expression), "\n").map((line) => {
    const { body, zone } = withoutZone(trim(line));
    return zone === undefined ? parseLine(body) : { ...parseLine(body), zone };
  });
}

/**
 * Splits off a time zone in the last word, but only in a line with a real blank; a tab alone does not separate a zone.
 */
function withoutZone(line: Piece): { body: Piece; zone?: string } {
  const last = words(line).at(-1);
  const zone = last && line.text.includes(" ") ? zoneNamed(last.text) : undefined;
  if (!last || zone === undefined) return { body: line };
  return { body: trim(slice(line, 0, last.at - line.at)), zone };
}

function parseLine(line: Piece): Recurrence {
  const shorthand = shorthandFor(line.text);
  const parts = words(shorthand === undefined ? line : { text: shorthand, at: line.at });
  if (parts.length === 0) throw new Refusal(line, "is empty, or has a line without a schedule");
  const time = parts.at(-1)?.text.includes(":") ? parts.pop() : undefined;
  const date = isDate(parts.at(-1)) ? parts.pop() : undefined;
  const misplaced = parts.find((part) => part.text.includes(":") || isDate(part));
  if (misplaced) throw new Refusal(misplaced, ORDER);
  const weekdays = parts.shift();
  const [surplus] = parts;
  const onWeekdays = weekdays && parseWeekdays(weekdays);
  if (surplus) throw new Refusal(surplus, ORDER);
  return {
    ...(date ? parseDate(date, onWeekdays) : everyDate(onWeekdays)),
    ...(time ? parseTime(time) : { hours: [0], minutes: [0], seconds: [0] }),
    inGap: "skip",
    inOverlap: "once",
  } satisfies DateParts & Recurrence;
}

function shorthandFor(text: string): string | undefined {
  const name = text.toLowerCase();
  return Object.hasOwn(SHORTHANDS, name) ? SHORTHANDS[name] : undefined;
}

function isDate(word: Piece | undefined): boolean {
  return word !== undefined && /^[0-9*].*[-~]/s.test(word.text);
}

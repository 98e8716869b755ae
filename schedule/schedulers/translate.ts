/** Translates a scheduler's rules to the schedule and zone of a check. */
import { codePoints, Refusal } from "../piece";
import type { Recurrence } from "../recurrence";
import { checkSchedule, recurrencesOf } from "../schedule";
import { isTimeZone } from "../timeZone";
import { type ClockHabits, changesOddly, dependsOnGap, fallsInOverlap, severalInOverlap } from "./changes";
import { type ByClock, type Conversion, NO_TEXT, NotConvertible } from "./conversion";
import { isSame, type Rule, withoutMissingDates } from "./rule";
import { asCalendar, asCron } from "./spelling";

export interface Source extends ClockHabits {
  /** The scheduler's name, for messages. */
  name: string;
  /** The declaration's own expressions, one for each rule. */
  texts: readonly string[];
  rules: readonly Rule[];
  zone: string;
}

interface Candidate extends Pick<Recurrence, "inGap" | "inOverlap"> {
  schedule: string;
}

export interface Translation extends Pick<Extract<Conversion, { ok: true }>, "unsaid"> {
  check: ByClock;
  notes: string[];
}

const LONGEST = 100;

/**
 * The first schedule that expects exactly the job's runs; else the first one that expects only runs the scheduler is
 * sure to make, with a note.
 */
export function translate(given: Source): Translation {
  const source: Source = { ...given, rules: given.rules.map(withoutMissingDates) };
  const { zone, rules } = source;
  const short = candidatesFor(source).filter(({ schedule }) => codePoints(schedule) <= LONGEST);
  if (short.length === 0) throw tooLongError(source.texts);
  const candidates = short.filter(({ schedule }) => checkSchedule(schedule) === undefined);
  if (candidates.length === 0)
    throw new NotConvertible("never runs: no such day comes; correct the schedule");
  const matters: Matters = {
    gap: dependsOnGap(rules, zone),
    overlap: fallsInOverlap(rules, zone),
    several: severalInOverlap(rules, zone),
  };
  const judged = candidates.map((candidate) => ({
    candidate,
    notes: differences(source, candidate, matters),
  }));
  const best = judged.find(({ notes }) => notes?.length === 0) ?? judged.find(({ notes }) => notes);
  if (!best?.notes) {
    throw new NotConvertible(
      `${source.name} and the service differ when the clocks of ${zone} change, and this schedule has a time then; ` +
        "move the job to another hour, or to UTC",
    );
  }
  const unsaid = unsaidOf(source, matters);
  return {
    check: { schedule: best.candidate.schedule, tz: zone },
    notes: best.notes,
    ...(unsaid.length > 0 && { unsaid }),
  };
}

/** Which of the job's times fall into changes of the clocks. */
interface Matters {
  gap: boolean;
  overlap: boolean;
  /** How many minutes the clocks repeat with several of the job's times in them; 0 for none. */
  several: number;
}

function unsaidOf({ inGap, inOverlap }: Source, matters: Matters): NonNullable<Translation["unsaid"]> {
  return [
    ...(matters.gap && inGap === "unknown" ? ["gap" as const] : []),
    ...(matters.overlap && inOverlap === "unknown" ? ["overlap" as const] : []),
  ];
}

function candidatesFor({ texts, rules, zone }: Source): Candidate[] {
  const [text] = texts;
  const [rule] = rules;
  const crons =
    rule && text !== undefined && rules.length === 1
      ? [text, asCron(rule, "natural"), asCron(rule, "none"), asCron(rule, "some")]
      : [];
  const readable = crons.flatMap((schedule) => {
    const read = schedule === undefined ? undefined : readAs(schedule);
    const [first] = read ?? [];
    if (schedule === undefined || !read || !first || !isSame(rules, read)) return [];
    // In these zones the service itself misfires for cron that follows the clock.
    if (first.inOverlap === "twice" && changesOddly(zone)) return [];
    return [{ schedule, inGap: first.inGap, inOverlap: first.inOverlap }];
  });
  return [...readable, { schedule: asCalendar(rules), inGap: "skip", inOverlap: "once" }];
}

function readAs(schedule: string): Recurrence[] | undefined {
  try {
    return recurrencesOf(schedule);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** The notes about a candidate; undefined if the check would expect a run that may not come. */
function differences(
  { name, inGap, inOverlap, zone }: Source,
  candidate: Candidate,
  matters: Matters,
): string[] | undefined {
  const notes: string[] = [];
  if (matters.gap && candidate.inGap !== inGap) {
    if (candidate.inGap === "afterwards") return undefined;
    notes.push(
      inGap === "unknown"
        ? `${name} does not say whether it runs a job at times that the clocks of ${zone} jump over; the check does not expect it to.`
        : `${name} runs at once what the clocks of ${zone} jump over; the check does not expect that run.`,
    );
  }
  if (matters.overlap && candidate.inOverlap !== inOverlap) {
    if (candidate.inOverlap === "twice") return undefined;
    notes.push(
      inOverlap === "unknown"
        ? `${name} does not say whether it runs a job again at times that the clocks of ${zone} show twice; the check expects the first run only.`
        : `${name} runs a job twice at times that the clocks of ${zone} show twice; the check expects the first run only.`,
    );
    // During the second pass, the service may wait for a time of the first.
    if (matters.several > 0) {
      const length = matters.several === 60 ? "an hour" : `${matters.several} minutes`;
      notes.push(
        `Several of its times come twice: with a grace of ${length} or less the check may alert then.`,
      );
    }
  }
  return notes;
}

export function tooLongError(texts: readonly string[]): NotConvertible {
  const named = texts.map((text) => `"${text}"`).join(" and ");
  return new NotConvertible(
    texts.length > 1
      ? `${named} do not fit into the 100 characters of a check's schedule; give each a job and a check of its own`
      : "does not fit into the 100 characters of a check's schedule; simplify it, or make two jobs with a check each",
  );
}

/**
 * The zone's name.
 * @throws {NotConvertible} if the service would refuse it.
 */
export function requireKnownZone(name: string): string {
  if (typeof name !== "string") throw new NotConvertible(NO_TEXT, "timeZone");
  if (isTimeZone(name)) return name;
  throw new NotConvertible(
    "is not a time zone the service knows; use an IANA name such as Europe/Riga (upper or lower case matters)",
    "timeZone",
  );
}

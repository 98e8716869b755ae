/** What becomes of a scheduler's declaration: the fields of a check, or the reason why there are none. */
import { LONGEST, SHORTEST } from "../limits";

/** For a job that runs at times of the clock. */
export interface ByClock {
  /** Cron or OnCalendar, as the service reads it. */
  schedule: string;
  /** The time zone of `schedule`, an IANA name. */
  tz: string;
  /** Seconds after the time at which the job must have reported; absent where the service's own hour will do. */
  grace?: number;
}

/** For a job that runs so long after its last run. */
export interface ByPeriod {
  /** Seconds from one run to the next. */
  timeout: number;
  /** Seconds after that time at which the job must have reported; absent where the service's own hour will do. */
  grace?: number;
}

/** Fields of a check; `...` puts them among the others. */
export type CheckTimes = ByClock | ByPeriod;

export type Conversion =
  | {
      ok: true;
      check: CheckTimes;
      /** Where the scheduler may run the job once more than the check expects, or once less: one sentence each. */
      notes: readonly string[];
      /** What the scheduler does not say: what it does at times that the clocks jump over (`gap`), or show twice. */
      unsaid?: readonly ("gap" | "overlap")[];
    }
  | {
      ok: false;
      /** The field of the declaration that cannot be converted. */
      property: string;
      /** Why, and what to do instead: one plain sentence or two. */
      reason: string;
    };

/** What every declaration may say besides. */
export interface OwnGrace {
  /**
   * Seconds that the job itself needs after its time, 60 to 31536000; the service's 3600 when absent. By how much the
   * scheduler may be late comes on top.
   */
  grace?: number;
}

/** Thrown inside this folder only. The reason quotes no more than single words of the declaration. */
export class NotConvertible extends Error {
  constructor(
    readonly reason: string,
    readonly property?: string,
  ) {
    super(reason);
  }
}

/**
 * What must be a text, and may be none in a declaration that comes of a parsed file, or in JavaScript.
 * @throws {NotConvertible} when it is none.
 */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  throw new NotConvertible(
    value === undefined || value === null
      ? "is missing; say when the job runs"
      : "must be a text; where it is an Output, convert its value within apply",
  );
}

/** The answer of a converter that throws; `property` is what a refusal is about that does not say so itself. */
export function convert(property: string, converter: () => Extract<Conversion, { ok: true }>): Conversion {
  try {
    return converter();
  } catch (error) {
    if (!(error instanceof NotConvertible)) throw error;
    return { ok: false, property: error.property ?? property, reason: error.reason };
  }
}

/** Seconds that the service gives a job of which nobody says how long it takes. */
export const DEFAULT_GRACE = 3600;
/** Schedulers start jobs within the minute; nobody needs to be told. */
const PUNCTUAL = 60;

/** With the grace that the job needs, and `late` seconds more in which the scheduler may start it. */
export function withGrace<T extends CheckTimes>(times: T, own: number | undefined, late = 0): T {
  if (own === undefined && late <= PUNCTUAL) return times;
  const grace = (own ?? DEFAULT_GRACE) + (late > PUNCTUAL ? late : 0);
  if (grace > LONGEST) {
    throw new NotConvertible(
      "the scheduler may start the job later than a check can wait, which is 365 days; make its delay shorter",
    );
  }
  return { ...times, grace };
}

/** A check that expects a run every so many seconds. */
export function period(seconds: number): ByPeriod {
  if (!Number.isInteger(seconds)) {
    throw new NotConvertible("the period is not made of whole seconds; write one that is");
  }
  if (seconds < SHORTEST || seconds > LONGEST) {
    throw new NotConvertible(
      "a check's period is 1 minute to 365 days; declare a check by hand for this job",
    );
  }
  return { timeout: seconds };
}

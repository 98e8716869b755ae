/**
 * The result of converting a scheduler's declaration: the fields of a check, or the reason why it cannot be converted.
 */
import { LONGEST, SHORTEST } from "../limits";

/** For a job that runs at clock times. */
export interface ByClock {
  /** Cron or OnCalendar, as the service reads it. */
  schedule: string;
  /** The time zone of `schedule`, an IANA name. */
  tz: string;
  /**
   * Seconds after the scheduled time until the job must have reported; absent if the service's default hour suffices.
   */
  grace?: number;
}

/** For a job that runs a fixed time after its last run. */
export interface ByPeriod {
  /** Seconds from one run to the next. */
  timeout: number;
  /** Seconds after that time until the job must have reported; absent if the service's default hour suffices. */
  grace?: number;
}

/** Fields of a check; spread them among the others with `...`. */
export type CheckTimes = ByClock | ByPeriod;

export type Conversion =
  | {
      ok: true;
      check: CheckTimes;
      /**
       * One sentence for each case in which the scheduler may run the job once more, or once less, than the check
       * expects.
       */
      notes: readonly string[];
      /** Behaviour that the scheduler leaves open: at times that the clocks jump over (`gap`), or show twice. */
      unsaid?: readonly ("gap" | "overlap")[];
    }
  | {
      ok: false;
      /** The field of the declaration that cannot be converted. */
      property: string;
      /** One or two plain sentences: why, and what to do instead. */
      reason: string;
    };

/** A field that every declaration may have in addition. */
export interface OwnGrace {
  /**
   * Seconds that the job itself needs after its scheduled time, 60 to 31536000; the service's default of 3600 if
   * absent. The scheduler's possible delay is added.
   */
  grace?: number | undefined;
}

/** Thrown only inside this folder. The reason quotes at most single words of the declaration. */
export class NotConvertible extends Error {
  constructor(
    readonly reason: string,
    readonly property?: string,
  ) {
    super(reason);
  }
}

/**
 * What a declaration says: nothing if it is missing, as it may be in a JavaScript program, and nothing of a field that
 * is null, as such a program, or a parsed file, has what it does not set.
 */
export function declared<T extends object>(declaration: T): T {
  return Object.fromEntries(Object.entries(declaration ?? {}).filter(([, value]) => value !== null)) as T;
}

/**
 * Checks a value that must be text, but may be missing in a parsed file or in a JavaScript program.
 * @throws {NotConvertible} if it is no text.
 */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  throw new NotConvertible(value == null ? "is missing; say when the job runs" : NO_TEXT);
}

/** Why a value is refused that is there, but no text. */
export const NO_TEXT = "must be a text; where it is an Output, convert its value within apply";

/**
 * Runs a converter and turns its error into a result. `property` is what a refusal is about, if the error does not name
 * one.
 */
export function convert(property: string, converter: () => Extract<Conversion, { ok: true }>): Conversion {
  try {
    return converter();
  } catch (error) {
    if (!(error instanceof NotConvertible)) throw error;
    return { ok: false, property: error.property ?? property, reason: error.reason };
  }
}

/** The service's grace in seconds for a job whose run time is unknown. */
export const DEFAULT_GRACE = 3600;
/** In seconds. Schedulers start jobs within a minute, so a shorter delay needs no grace. */
const PUNCTUAL = 60;

/** Adds the grace that the job needs, plus `late` seconds during which the scheduler may start it. */
export function withGrace<T extends CheckTimes>(times: T, own: number | undefined, late = 0): T {
  if (own !== undefined && !Number.isFinite(own)) {
    throw new NotConvertible("must be a number of seconds", "grace");
  }
  if (own !== undefined && own > LONGEST) {
    throw new NotConvertible(
      "the job may take longer than a check can wait, which is 365 days; give it a shorter limit",
      "grace",
    );
  }
  if (own === undefined && late <= PUNCTUAL) return times;
  const grace = (own ?? DEFAULT_GRACE) + (late > PUNCTUAL ? late : 0);
  if (grace > LONGEST) {
    throw new NotConvertible(
      "the scheduler may start the job later than a check can wait, which is 365 days; make its delay shorter",
    );
  }
  return { ...times, grace };
}

/** A check that expects a run every `seconds`. */
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

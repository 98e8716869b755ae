/**
 * Errors are values with parts, printed by one function, so that each one reads the same:
 * what was refused, where, why, in whose words, and what to do.
 */
import { oneLine } from "./visible";

/** The parts of an error message. None of them may hold a secret. */
export interface ErrorParts {
  /** The resource or look-up it is about, for example `check "nightly-backup"`. Absent until a caller that knows it adds it (`withSubject`). */
  subject?: string;
  /** Path of the property at fault, where one is. */
  property?: string;
  /** What was refused and why. */
  reason: string;
  /** What the service itself said. */
  service?: string;
  /** What to do about it. */
  remedy?: string;
  /** Status of the service's answer, if that is the cause. Not part of the message. */
  statusCode?: number;
  /** What the service calls its error, for example `UnprocessableEntityError`. Not part of the message. */
  errorName?: string;
}

/** One line: `check "x": grace: reason (the service said: …). Remedy.` Parts that are absent or empty are left out. */
export function describe({ subject, property, reason, service, remedy }: ErrorParts): string {
  const words = isSaid(service) ? ` (the service said: ${service})` : "";
  const advice = isSaid(remedy) ? `. ${remedy}` : "";
  return shortened(oneLine(`${inOrder(subject, property, reason)}${words}${advice}`));
}

/**
 * The transport sends no failure of much more than 64 KiB, and leaves the engine waiting for an answer for ever. This many
 * characters fit whatever they are, and still say what is wrong with the first of a thousand things.
 */
const LONGEST = 8000;
/** So much of it is the end, which says what to do. */
const END = 1000;
const GAP = " […] ";

/** A message that can be sent: of a longer one the middle is left out. */
export function shortened(message: string): string {
  if (message.length <= LONGEST) return message;
  return `${message.slice(0, LONGEST - END - GAP.length)}${GAP}${message.slice(-END)}`.toWellFormed();
}

/** `subject: property: reason`, of those that there are. */
export function inOrder(...parts: (string | undefined)[]): string {
  return parts.filter(isSaid).join(": ");
}

function isSaid(part: string | undefined): part is string {
  return part !== undefined && oneLine(part) !== "";
}

/** An error meant for the user. It has no stack: the engine would print it. */
export class ChecksError extends Error {
  override readonly name: string = "ChecksError";
  readonly parts: ErrorParts;

  constructor(parts: ErrorParts) {
    super(describe(parts));
    this.parts = parts;
    this.stack = "";
  }

  /** The same error with some parts replaced. */
  about(parts: Partial<ErrorParts>): ChecksError {
    return new ChecksError({ ...this.parts, ...parts });
  }
}

/** What was looked up does not exist: the look-up worked and found nothing. */
export class NotFoundError extends ChecksError {
  override readonly name = "NotFoundError";

  override about(parts: Partial<ErrorParts>): NotFoundError {
    return new NotFoundError({ ...this.parts, ...parts });
  }
}

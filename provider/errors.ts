/**
 * Errors are values with parts, printed by one function, so that each one reads the same:
 * what was refused, where, why, in whose words, and what to do.
 */

/** The parts of an error message. None of them may hold a secret. */
export interface ErrorParts {
  /** The resource or look-up it is about, for example `check "nightly-backup"`. */
  subject: string;
  /** Path of the property at fault, where one is. */
  property?: string;
  /** What was refused and why. */
  reason: string;
  /** What the service itself said. */
  service?: string;
  /** What to do about it. */
  remedy?: string;
}

/** One line: `check "x": grace: reason (the service said: …). Remedy.` */
export function describe({ subject, property, reason, service, remedy }: ErrorParts): string {
  const place = property === undefined ? subject : `${subject}: ${property}`;
  const words = service === undefined ? "" : ` (the service said: ${service})`;
  const advice = remedy === undefined ? "" : `. ${remedy}`;
  return oneLine(`${place}: ${reason}${words}${advice}`);
}

/** An error meant for the user. It has no stack: the engine would print it. */
export class ChecksError extends Error {
  override readonly name = "ChecksError";
  readonly parts: ErrorParts;

  constructor(parts: ErrorParts) {
    super(describe(parts));
    this.parts = parts;
    this.stack = "";
  }

  /** The same error, told about something more precise. */
  about(parts: Partial<ErrorParts>): ChecksError {
    return new ChecksError({ ...this.parts, ...parts });
  }
}

/**
 * Line breaks, control characters and runs of blanks become one blank, whatever a server sends. Half a surrogate pair,
 * on which the transport to the engine would fail, becomes U+FFFD.
 */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
}

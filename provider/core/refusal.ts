/** Refusals that several resources share. */
import { ChecksError, inOrder } from "./errors";

/** An error that says what cannot be done and what to do instead; the resource is added by `namingSubject`. */
export function refusal(reason: string, remedy: string, property?: string): ChecksError {
  return new ChecksError({ reason, remedy, ...(property !== undefined && { property }) });
}

/** Two resources of a program have rows of one thing: each `up` would write what the one says over what the other does. */
export function secondRow(other: string, property?: string): ChecksError {
  return refusal(
    `${other} of this program manages the same one on the service`,
    "Remove the one that is meant to be another from the program, run `up` (nothing is deleted on the service), and declare it again",
    property,
  );
}

/** Every error of a resource or a look-up names it, for example `check "backup"`. */
export async function namingSubject<T>(subject: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ChecksError ? withSubject(subject, error) : error;
  }
}

/** The same error, with the resource in front of what it was about. */
export function withSubject(subject: string, error: ChecksError): ChecksError {
  return error.about({ subject: inOrder(subject, error.parts.subject) });
}

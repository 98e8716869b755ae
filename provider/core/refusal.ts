/** Refusals that several resources share. */
import { ChecksError, inOrder } from "./errors";

/** An error that says what cannot be done and what to do instead; the resource is added by `namingSubject`. */
export function refusal(reason: string, remedy: string, property?: string): ChecksError {
  return new ChecksError({ reason, remedy, ...(property !== undefined && { property }) });
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

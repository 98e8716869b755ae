/** Refusals that several resources share. */
import { ServiceError } from "../api/failure";
import { ChecksError } from "../errors";

/** Something that cannot be done, and what to do instead; the caller says of which resource. */
export function refusal(reason: string, remedy: string, property?: string): ChecksError {
  return new ChecksError({ subject: "", reason, remedy, ...(property !== undefined && { property }) });
}

/** Runs a write to one check; says what a 404 means there. */
export async function explainGone<T>(id: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 404) throw error;
    throw refusal(
      `the check ${id} was deleted outside of Pulumi`,
      "Run `pulumi up --refresh`, which makes it anew",
    );
  }
}

/** Every error of a resource names it, for example `check "backup"`. */
export async function telling<T>(subject: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ChecksError ? told(subject, error) : error;
  }
}

/** The same error, with the resource in front of what it was about. */
export function told(subject: string, error: ChecksError): ChecksError {
  const about = error.parts.subject;
  return error.about({ subject: about === "" ? subject : `${subject}: ${about}` });
}

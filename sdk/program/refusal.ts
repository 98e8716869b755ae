import { ChecksError } from "../../provider/core/errors";
import { asRunError, runError } from "./runError";

/** The error for a job that cannot be monitored as requested: which job, which field, why, and what to do if the reason does not say it. */
export function refusal(job: string, property: string, reason: string, remedy = ""): Error {
  return asRunError(new ChecksError({ subject: job, property, reason, remedy }));
}

/** In JavaScript the arguments of a resource may be missing; this is checked before any of them is read. */
export function refuseNoArgs(called: string, args: unknown): void {
  if (typeof args === "object" && args !== null) return;
  throw runError(`${called}: has no arguments. Pass them as one object, the second argument, after the name`);
}

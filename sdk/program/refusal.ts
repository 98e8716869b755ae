import { ChecksError } from "../../provider/core/errors";
import { asRunError, runError } from "./runError";

/** A job that cannot be monitored as asked: which one, in which field, why, and what to do where the reason does not say it. */
export function refusal(job: string, property: string, reason: string, remedy = ""): Error {
  return asRunError(new ChecksError({ subject: job, property, reason, remedy }));
}

/** In JavaScript the arguments of a resource may be missing: said before one of them is looked for. */
export function refuseNoArgs(called: string, args: unknown): void {
  if (typeof args === "object" && args !== null) return;
  throw runError(`${called}: has no arguments. Pass them as one object, the second argument, after the name`);
}

import { ChecksError } from "../../provider/core/errors";
import { runErrorOf } from "./runError";

/** A job that cannot be monitored as asked: which one, in which field, why, and what to do where the reason does not say it. */
export function refusal(job: string, property: string, reason: string, remedy = ""): Error {
  return runErrorOf(new ChecksError({ subject: job, property, reason, remedy }));
}

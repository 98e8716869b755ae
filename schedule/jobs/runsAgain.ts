/** Whether a job runs often enough for a check, and so counts as one. */
import { firingsOf } from "../schedule";
import type { CheckTimes } from "../schedulers";

/** Why a job is refused of which `runsAgain` is not true. */
export const NOT_AGAIN = "does not run again, or only once, after which its check would be down for ever";

/** Whether two more runs are to come: a schedule may name years that are over, or a single day. */
export function runsAgain(times: CheckTimes): boolean {
  if ("timeout" in times) return true;
  const nextFire = firingsOf(times.schedule);
  const first = nextFire(times.tz, new Date());
  return first !== undefined && nextFire(times.tz, first) !== undefined;
}

import { nextFire } from "../../../schedule";
import type { CheckTimes } from "../../../schedule/schedulers";

/** When the service would expect a check's pings: all from `after` to `last`, at most 300. */
export function firingsOf(check: CheckTimes, after: number, last: number | undefined): number[] {
  if (!("schedule" in check)) throw new Error("a period has no times of the clock");
  const found: number[] = [];
  let time = after;
  while (last !== undefined && found.length < 300) {
    const next = nextFire(check.schedule, check.tz, new Date(time));
    if (!next || next.getTime() > last) break;
    time = next.getTime();
    found.push(time);
  }
  return found;
}

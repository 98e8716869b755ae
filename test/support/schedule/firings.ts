import { firingsOf as read } from "../../../schedule";
import type { CheckTimes } from "../../../schedule/schedulers";

/** When the service would expect a check's pings: all from `after` to `last`, at most 300. */
export function firingsOf(check: CheckTimes, after: number, last: number | undefined): number[] {
  if (!("schedule" in check)) throw new Error("a period has no times of the clock");
  const next = read(check.schedule);
  const found: number[] = [];
  let time = after;
  while (last !== undefined && found.length < 300) {
    const fires = next(check.tz, new Date(time));
    if (!fires || fires.getTime() > last) break;
    time = fires.getTime();
    found.push(time);
  }
  return found;
}

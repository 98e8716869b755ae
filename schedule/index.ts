/**
 * Schedules and time zones as the monitoring service understands them. The provider validates them before any request;
 * the emulator also computes when a schedule fires next.
 */
export { checkSchedule, firingsOf, isRefusedByOlderReleases, nextFire } from "./schedule";
export { isRewrittenZone, isSameZone, isTimeZone } from "./timeZone";

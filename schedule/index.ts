/**
 * Schedules and time zones as the monitoring service understands them.
 * The provider checks them before any request; the emulator also asks when a schedule fires next.
 */
export { checkSchedule, isRefusedByOlderReleases, nextFire } from "./schedule";
export { isRewrittenZone, isSameZone, isTimeZone } from "./timeZone";

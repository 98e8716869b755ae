/** What the service allows, and how slow it is; all movable by tests. */
export interface Limits {
  /** Checks of all projects together. @default no limit */
  check_limit: number | null;
  /** Pings listed for a check. @default 100 */
  ping_log_limit: number;
  /** Requests a project may make in any 60 seconds of real time; above, 429. @default no limit */
  requestsPerMinute: number | null;
  /** What a 429 says in Retry-After: seconds until there is room, a date, or nothing. @default "seconds" */
  retryAfter: "seconds" | "date" | "none";
  /** Milliseconds that every request takes longer. @default 0 */
  latencyMs: number;
  /** How long calls that do not lock (upsert, pause, resume) keep the copy they loaded before they save all of it. */
  races: { thinkMs: number };
}

/** The limits that a service starts with. */
export function defaultLimits(): Limits {
  return {
    check_limit: null,
    ping_log_limit: 100,
    requestsPerMinute: null,
    retryAfter: "seconds",
    latencyMs: 0,
    races: { thinkMs: 0 },
  };
}

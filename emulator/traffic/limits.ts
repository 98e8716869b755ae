import { z } from "zod";
import { empty, page } from "../core/answer";

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

/** What a test may say of limits. */
export const limitFields = {
  check_limit: z.number().int().min(0).nullable().optional(),
  ping_log_limit: z.number().int().min(0).optional(),
  requestsPerMinute: z.number().int().min(0).nullable().optional(),
  retryAfter: z.enum(["seconds", "date", "none"]).optional(),
  latencyMs: z.number().min(0).optional(),
  races: z.strictObject({ thinkMs: z.number().min(0) }).optional(),
};

const WINDOW_MS = 60_000;

/** Counts the requests of each project in a sliding window of 60 seconds of real time. */
export class RateLimit {
  private readonly times = new Map<string, number[]>();

  constructor(
    private readonly limits: Limits,
    /** Whether a refusal has a page, or no body at all. */
    private readonly dialect: { errorBodies: boolean },
  ) {}

  /** Takes in a request; the refusal, if it is one too many. Refused requests do not count. */
  refuse(project: string | null, now = Date.now()): Response | undefined {
    const most = this.limits.requestsPerMinute;
    if (most === null) return undefined;
    const key = project ?? "";
    const times = (this.times.get(key) ?? []).filter((time) => time > now - WINDOW_MS);
    this.times.set(key, times);
    if (times.length < most) {
      times.push(now);
      return undefined;
    }
    const roomAt = (times[times.length - most] ?? now) + WINDOW_MS;
    return this.tooMany(roomAt, now);
  }

  clear(): void {
    this.times.clear();
  }

  private tooMany(roomAt: number, now: number): Response {
    const answer = this.dialect.errorBodies ? page(429, "Too Many Requests") : empty(429);
    const seconds = Math.max(1, Math.ceil((roomAt - now) / 1000));
    if (this.limits.retryAfter === "seconds") answer.headers.set("retry-after", String(seconds));
    if (this.limits.retryAfter === "date") {
      answer.headers.set("retry-after", new Date(now + seconds * 1000).toUTCString());
    }
    return answer;
  }
}

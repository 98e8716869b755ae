import { z } from "zod";
import { empty, page } from "../core/answer";

/** The limits of the service, and how slow it is. Tests can change all of them. */
export interface Limits {
  /**
   * Total of checks in all projects.
   * @default no limit
   */
  check_limit: number | null;
  /**
   * Pings in the list of a check.
   * @default 100
   */
  ping_log_limit: number;
  /**
   * Requests of a project in any 60 seconds of real time; more get 429.
   * @default no limit
   */
  requestsPerMinute: number | null;
  /**
   * Retry-After of a 429: seconds until there is room, a date, or none.
   * @default "seconds"
   */
  retryAfter: "seconds" | "date" | "none";
  /**
   * Added to the time of every request, in milliseconds.
   * @default 0
   */
  latencyMs: number;
  /** How long calls without a lock (upsert, pause, resume) hold the copy they loaded before they save all of it. */
  races: { thinkMs: number };
}

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

/** The fields of limits that a test may set. */
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
    /** Whether a refusal has a page, or no body. */
    private readonly dialect: { errorBodies: boolean },
  ) {}

  /** Counts a request, and returns a refusal if it is one too many. Refused requests do not count. */
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

import { empty, page } from "./answer";
import type { Dialect } from "./dialect";
import type { Limits } from "./limits";

const WINDOW_MS = 60_000;

/** Counts the requests of each project in a sliding window of 60 seconds of real time. */
export class RateLimit {
  private readonly times = new Map<string, number[]>();

  constructor(
    private readonly limits: Limits,
    private readonly dialect: Dialect,
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

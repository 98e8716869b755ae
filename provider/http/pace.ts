/** How fast a client asks: no more requests in any minute than it may send. While they wait, the user is told how many. */
import pThrottle from "p-throttle";
import type { Log } from "../core/log";
import { count } from "../core/words";

const MINUTE_MS = 60_000;
/** Requests travel for a while: what leaves at the end of a minute may be counted in the next. */
const TRAVEL_MARGIN_MS = 1000;
const TELLS_EVERY_MS = 10_000;

export class Pace {
  /** Calls that have not ended, whether they wait for a turn, for others to end, or for their answer. */
  private open = 0;
  private waiting = 0;
  private telling: NodeJS.Timeout | undefined;
  private readonly throttled: (() => Promise<void>) | undefined;

  constructor(
    private readonly perMinute: number | undefined,
    private readonly log: Pick<Log, "status">,
  ) {
    if (perMinute === undefined) return;
    const limits = { limit: perMinute, interval: MINUTE_MS + TRAVEL_MARGIN_MS, strict: true };
    this.throttled = pThrottle(limits)(async () => {});
  }

  /** To be called when a call begins; the returned function when it has ended. */
  begin(): () => void {
    this.open += 1;
    return () => {
      this.open -= 1;
    };
  }

  /** Resolves when the next request may be sent. */
  async turn(): Promise<void> {
    if (this.throttled === undefined) return;
    this.waiting += 1;
    this.telling ??= setInterval(() => this.tell(), TELLS_EVERY_MS).unref();
    await this.throttled();
    this.waiting -= 1;
    if (this.waiting > 0) return;
    clearInterval(this.telling);
    this.telling = undefined;
  }

  private tell(): void {
    // Whoever was interrupted is not told any more.
    if (this.open === 0) return;
    this.log.status(
      `${count(this.open, "request")} to go, at most ${this.perMinute} a minute (requestsPerMinute)`,
    );
  }
}

import type { Caller } from "../core/service";

export interface LoggedRequest {
  /** Real time, ISO 8601. */
  at: string;
  method: string;
  /** With its query. */
  path: string;
  /** `POST /api/v3/checks/<uuid>` */
  route: string;
  /** Null until it is answered; 0 if the connection was cut instead. */
  status: number | null;
  project: string | null;
  keyKind: Caller["keyKind"];
  /** The fault it met, if any. */
  fault?: string;
}

/** Counts since the start or the last clearing. */
export interface RequestCounts {
  total: number;
  byRoute: Record<string, number>;
  statuses: Record<string, number>;
  inFlight: number;
  maxInFlight: number;
}

interface Waiter {
  route: string | undefined;
  requests: number;
  done: (reached: boolean) => void;
}

const REMEMBERED = 20_000;

/** Counts all requests to the services, but not those to the admin endpoints. */
export class RequestLog {
  private total = 0;
  private byRoute: Record<string, number> = {};
  private statuses: Record<string, number> = {};
  private inFlight = 0;
  private maxInFlight = 0;
  private recent: LoggedRequest[] = [];
  private readonly waiters = new Set<Waiter>();

  /** Counts a request on arrival, before it is processed. */
  noteReceived(entry: LoggedRequest): void {
    this.total++;
    this.byRoute[entry.route] = (this.byRoute[entry.route] ?? 0) + 1;
    this.inFlight++;
    this.maxInFlight = Math.max(this.maxInFlight, this.inFlight);
    this.recent.push(entry);
    if (this.recent.length > 2 * REMEMBERED) this.recent.splice(0, REMEMBERED);
    for (const waiter of this.waiters) {
      if (this.count(waiter.route) >= waiter.requests) waiter.done(true);
    }
  }

  /** Records how a request ended; 0 for a cut connection. */
  noteAnswered(entry: LoggedRequest, status: number): void {
    entry.status = status;
    this.inFlight--;
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
  }

  counts(): RequestCounts {
    const { total, byRoute, statuses, inFlight, maxInFlight } = this;
    return { total, byRoute, statuses, inFlight, maxInFlight };
  }

  log(): LoggedRequest[] {
    return this.recent.slice(-REMEMBERED);
  }

  clear(): void {
    this.total = 0;
    this.byRoute = {};
    this.statuses = {};
    this.maxInFlight = this.inFlight;
    this.recent = [];
  }

  /** Requests of a route (or of all) since the last clearing. */
  count(route: string | undefined): number {
    return route === undefined ? this.total : (this.byRoute[route] ?? 0);
  }

  /** Resolves to true once this many requests have arrived, or to false after the timeout. */
  reach(requests: number, route: string | undefined, timeoutMs: number): Promise<boolean> {
    if (this.count(route) >= requests) return Promise.resolve(true);
    return new Promise((resolve) => {
      const waiter: Waiter = {
        route,
        requests,
        done: (reached) => {
          clearTimeout(timer);
          this.waiters.delete(waiter);
          resolve(reached);
        },
      };
      const timer = setTimeout(() => waiter.done(false), timeoutMs);
      this.waiters.add(waiter);
    });
  }

  /** Ends all waits. */
  close(): void {
    for (const waiter of [...this.waiters]) waiter.done(false);
  }
}

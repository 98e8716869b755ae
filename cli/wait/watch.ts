/** Polls checks until the wait for all of them is over, or the time is up. */
import { Interrupted, interrupt, sleep } from "../../provider/core/interruption";
import {
  Forbidden,
  Limited,
  NotFound,
  OutOfOrder,
  ServiceError,
  Unreachable,
  unlessFailed,
} from "../../provider/http/failure";
import type { CheckDocument } from "../../provider/monitor/api";
import { keyOf } from "../../provider/monitor/snapshot";
import { messageOf } from "../command";
import { inTurns } from "../inTurns";
import { type Standing, standingOf, type Until } from "./standing";
import type { Target, Watched } from "./targets";

export interface Rules {
  until: Until;
  /** In seconds. */
  timeout: number;
  /** Seconds between two polls. */
  every: number;
}

/** The clock of a wait, and whether the user has interrupted it. */
export interface Pace {
  /** Milliseconds since 1970. */
  now(): number;
  /** Whether the user has interrupted. */
  isOver(): boolean;
  /** @throws {Interrupted} if the user interrupts. */
  pause(milliseconds: number): Promise<void>;
}

/**
 * The machine's clock, until a signal comes. The signal ends the wait in a way that leaves time to report how far it
 * came.
 */
export class UntilSignal implements Pace {
  /** The first signal. */
  signal: NodeJS.Signals | undefined;
  private readonly heard = (signal: NodeJS.Signals) => {
    this.signal = signal;
    interrupt();
  };

  constructor() {
    for (const signal of SIGNALS) process.on(signal, this.heard);
  }

  now(): number {
    return Date.now();
  }

  isOver(): boolean {
    return this.signal !== undefined;
  }

  pause(milliseconds: number): Promise<void> {
    return sleep(milliseconds, "wait");
  }

  /** Restores the default handling of signals, and ends the process if one came. */
  end(): void {
    for (const signal of SIGNALS) process.off(signal, this.heard);
    if (this.signal !== undefined) process.kill(process.pid, this.signal);
  }
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/**
 * How a wait ended: `missed` if the time was up or a check is gone; `unknown` if the service could not be reached, and
 * no check is known to be missing.
 */
export type Ending = "reached" | "missed" | "unknown" | "interrupted";

export interface Outcome {
  ending: Ending;
  standings: Standing[];
  /** Those that were not waited for. */
  leftOut?: Target[];
  /** In milliseconds. */
  began: number;
  ended: number;
  /** Why the service could not be reached at the end, one sentence each. */
  problems: string[];
  /** Number of relevant checks whose state could not be requested at the end. */
  unasked: number;
}

/** Called after each poll. */
export type Tell = (standings: readonly Standing[], at: { began: number; now: number }) => void;

/**
 * Waits. Keeps polling a service that temporarily does not answer.
 * @throws {ServiceError} if the service refuses the requests.
 */
export async function watch(
  watched: readonly Watched[],
  rules: Rules,
  tell: Tell,
  pace: Pace,
): Promise<Outcome> {
  const began = pace.now();
  const end = began + rules.timeout * 1000;
  const projects = watched.map((one) => new WatchedProject(one, rules.until));
  const standings = (now: number) => projects.flatMap((project) => project.standings(now));
  const outcome = (ending: Ending): Outcome => ({
    ending,
    began,
    ended: pace.now(),
    standings: standings(pace.now()),
    leftOut: watched.flatMap((one) => one.leftOut ?? []),
    problems: projects.flatMap(({ problem }) => problem ?? []),
    unasked: projects.reduce((sum, project) => sum + project.unasked(pace.now()), 0),
  });
  /** Milliseconds of the slowest poll that was answered. */
  let slowest = 0;
  try {
    for (;;) {
      const now = pace.now();
      tell(standings(now), { began, now });
      const open = projects.filter((project) => project.isOpen(now));
      if (open.length === 0) return outcome(standings(now).some(isMissed) ? "missed" : "reached");
      if (now >= end)
        return outcome(projects.some((project) => project.isMissed(now)) ? "missed" : "unknown");
      await pace.pause(Math.min(rules.every * 1000, end - now, LONGEST_MS));
      const asked = pace.now();
      await pollAll(
        projectsToPoll(projects, open, rules.until),
        Math.max(end - asked, lastPollMs(slowest)),
        pace,
      );
      if (projects.every(({ problem }) => problem === undefined))
        slowest = Math.max(slowest, pace.now() - asked);
      if (pace.isOver()) return outcome("interrupted");
    }
  } catch (error) {
    if (error instanceof Interrupted) return outcome("interrupted");
    throw error;
  }
}

/**
 * A check that was pinged stays so, but one that is up may go down while others are waited for, and must be polled
 * again.
 */
function projectsToPoll(
  projects: readonly WatchedProject[],
  open: readonly WatchedProject[],
  until: Until,
): readonly WatchedProject[] {
  return until === "up" ? projects.filter((project) => project.isAlive()) : open;
}

/**
 * Longest duration of the poll after the last pause: the time is up by then. A service that has always been slow may
 * be so once more.
 */
function lastPollMs(slowest: number): number {
  return Math.min(Math.max(2 * slowest, 1000), 10_000);
}

/** Longer timers would fire at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** Polls all projects together, for at most `atMost` milliseconds. */
async function pollAll(projects: readonly WatchedProject[], atMost: number, pace: Pace): Promise<void> {
  let late = false;
  const timer = setTimeout(
    () => {
      late = true;
      interrupt();
    },
    Math.min(atMost, LONGEST_MS),
  );
  try {
    await Promise.all(projects.map((project) => project.poll(() => late || pace.isOver())));
  } finally {
    clearTimeout(timer);
  }
}

function isMissed({ obstacle }: Standing): boolean {
  return obstacle !== undefined;
}

function isGone({ obstacle }: Standing): boolean {
  return obstacle === "gone";
}

/**
 * Temporary failures. A 404 is one of them, because the service did answer at the beginning: a gateway may send it in
 * its place.
 */
const PASSING = [Unreachable, OutOfOrder, Limited, NotFound];

/** The state of one project's checks at the last successful poll. */
class WatchedProject {
  private seen: ReadonlyMap<string, CheckDocument>;
  /** Why the last poll failed, if it did. */
  problem: string | undefined;

  constructor(
    private readonly watched: Watched,
    private readonly until: Until,
  ) {
    this.seen = byKey(watched.targets.flatMap(({ first }) => first ?? []));
  }

  standings(now: number): Standing[] {
    return this.watched.targets.map((target) =>
      standingOf(target, this.seen.get(target.uniqueKey), this.until, now),
    );
  }

  /**
   * Whether the wait can still go on for one of its checks. A check that is gone never returns under its key; one that
   * was up before a failed poll may be down by now.
   */
  isOpen(now: number): boolean {
    const isStale = this.until === "up" && this.problem !== undefined && this.isAlive();
    return isStale || this.standings(now).some((one) => isMissed(one) && !isGone(one));
  }

  /**
   * Whether one of its checks has certainly not reached the goal, according to the last poll, or because an earlier one
   * showed that it is gone.
   */
  isMissed(now: number): boolean {
    const all = this.standings(now);
    return this.problem === undefined ? all.some(isMissed) : all.some(isGone);
  }

  /** How many of its checks are unknown since the last poll failed. Checks that were pinged or are gone stay so. */
  unasked(now: number): number {
    if (this.problem === undefined) return 0;
    const alive = this.standings(now).filter((one) => !isGone(one));
    return this.until === "up" ? alive.length : alive.filter(isMissed).length;
  }

  /** Whether any of its checks still exists. */
  isAlive(): boolean {
    return this.watched.targets.some(({ uniqueKey }) => this.seen.has(uniqueKey));
  }

  /** Polls the service. `isLate` tells whether the time was up or the user interrupted, which explains a failure. */
  async poll(isLate: () => boolean): Promise<void> {
    try {
      this.seen = byKey(await this.request());
      this.problem = undefined;
    } catch (error) {
      if (isLate()) this.problem = lateProblem(error);
      else if (PASSING.some((kind) => error instanceof kind)) this.problem = messageOf(error);
      else throw error;
    }
  }

  /**
   * One request: the project's list, or the only check. If that check is not found, the list has to confirm it, because
   * a gateway without its service answers 404 to everything. A check that a list ceases to show is requested by
   * itself: that of a replica or a cache may be older than the check.
   */
  private async request(): Promise<CheckDocument[]> {
    const { api, targets } = this.watched;
    const [only, ...others] = targets;
    if (only === undefined || others.length > 0) return this.list();
    const found = await unlessFailed(api.getCheck(only.uniqueKey), NotFound);
    return found === undefined ? api.listChecks() : [found];
  }

  private async list(): Promise<CheckDocument[]> {
    const { api, targets } = this.watched;
    const listed = await api.listChecks();
    const keys = new Set(listed.map(keyOf));
    const missing = targets.filter(({ uniqueKey: key }) => this.seen.has(key) && !keys.has(key));
    const looked = await inTurns(
      missing,
      ({ uniqueKey }) => unlessFailed(api.getCheck(uniqueKey), NotFound, Forbidden),
      () => {},
    );
    return [...listed, ...looked.flatMap((one) => one ?? [])];
  }
}

/** The service may have answered, but not as it should. */
function lateProblem(error: unknown): string {
  const before = error instanceof ServiceError ? error.before : undefined;
  return before === undefined
    ? "the service did not answer before time ran out"
    : `${before}; time ran out before it was asked again`;
}

function byKey(documents: readonly CheckDocument[]): Map<string, CheckDocument> {
  return new Map(documents.map((document) => [keyOf(document), document]));
}

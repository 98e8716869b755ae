/** Looks at checks until all have done what is waited for, or the time is over. */
import { Interrupted, interrupt, sleep } from "../../provider/core/interruption";
import { Limited, NotFound, OutOfOrder, Unreachable } from "../../provider/http/failure";
import type { CheckDocument } from "../../provider/monitor/api";
import { keyOf } from "../../provider/monitor/snapshot";
import { messageOf } from "../command";
import { type Standing, standingOf, type Until } from "./standing";
import type { Watched } from "./targets";

/** How long to wait, and for what. */
export interface Rules {
  until: Until;
  /** Seconds. */
  timeout: number;
  /** Seconds from one look to the next. */
  every: number;
}

/** Time as the wait sees it, and whether the user still wants to wait. */
export interface Pace {
  /** Milliseconds since 1970. */
  now(): number;
  /** Whether the user has interrupted. */
  isOver(): boolean;
  /** @throws {Interrupted} when the user interrupts. */
  pause(milliseconds: number): Promise<void>;
}

/** The time of this machine, until a signal comes: it ends the wait, so that there is time to say how far it came. */
export class UntilSignal implements Pace {
  /** The signal that came. */
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

  /** From now on signals end the process as they always do; one that came does so now. */
  end(): void {
    for (const signal of SIGNALS) process.off(signal, this.heard);
    if (this.signal !== undefined) process.kill(process.pid, this.signal);
  }
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/**
 * How a wait ended: `missed` when the time was over or a check is gone, `unknown` when the service could not be asked and told
 * of no check that is missing.
 */
export type Ending = "reached" | "missed" | "unknown" | "interrupted";

/** What became of a wait. */
export interface Outcome {
  ending: Ending;
  standings: Standing[];
  /** In milliseconds. */
  began: number;
  ended: number;
  /** What kept the service from being asked at the end, one sentence each. */
  problems: string[];
  /** About so many checks it could not be asked then, of those for which it matters. */
  unasked: number;
}

/** Is told how it stands after each look. */
export type Tell = (standings: readonly Standing[], at: { began: number; now: number }) => void;

/**
 * Waits. A service that does not answer for a while is asked on until the time is over.
 * @throws {ServiceError} when the service refuses to be asked.
 */
export async function watch(
  watched: readonly Watched[],
  rules: Rules,
  tell: Tell,
  pace: Pace,
): Promise<Outcome> {
  const began = pace.now();
  const end = began + rules.timeout * 1000;
  const looks = watched.map((one) => new Look(one, rules.until));
  const standings = (now: number) => looks.flatMap((look) => look.standings(now));
  const outcome = (ending: Ending): Outcome => ({
    ending,
    began,
    ended: pace.now(),
    standings: standings(pace.now()),
    problems: looks.flatMap(({ problem }) => problem ?? []),
    unasked: looks.reduce((sum, look) => sum + look.unasked(pace.now()), 0),
  });
  try {
    for (;;) {
      const now = pace.now();
      tell(standings(now), { began, now });
      const open = looks.filter((look) => look.isOpen(now));
      if (open.length === 0) return outcome(standings(now).some(isMissed) ? "missed" : "reached");
      if (now >= end) return outcome(looks.some((look) => look.isMissed(now)) ? "missed" : "unknown");
      await pace.pause(Math.min(rules.every * 1000, end - now, LONGEST_MS));
      await lookAgain(
        looksToRefresh(looks, open, rules.until),
        Math.max(end - pace.now(), LAST_LOOK_MS),
        pace,
      );
      if (pace.isOver()) return outcome("interrupted");
    }
  } catch (error) {
    if (error instanceof Interrupted) return outcome("interrupted");
    throw error;
  }
}

/** That a check was pinged stays so; what is up may go down while others are waited for. */
function looksToRefresh(looks: readonly Look[], open: readonly Look[], until: Until): readonly Look[] {
  return until === "up" ? looks.filter((look) => look.isAlive()) : open;
}

/** So long the look after the last pause may take. */
const LAST_LOOK_MS = 10_000;

/** Timers that are to last for longer fire at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** Asks for all at once, and for no longer than so many milliseconds. */
async function lookAgain(looks: readonly Look[], atMost: number, pace: Pace): Promise<void> {
  let late = false;
  const timer = setTimeout(
    () => {
      late = true;
      interrupt();
    },
    Math.min(atMost, LONGEST_MS),
  );
  try {
    await Promise.all(looks.map((look) => look.again(() => late || pace.isOver())));
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

/** Failures of a service that may answer again. It did at the beginning: a 404 is what a gateway says in its place. */
const PASSING = [Unreachable, OutOfOrder, Limited, NotFound];

/** One project's checks as they were seen last. */
class Look {
  private seen: ReadonlyMap<string, CheckDocument>;
  /** Why the last look failed, if it did. */
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
   * Whether a check of it may still do what is waited for: one that is gone does not come back under its key. What was up
   * before a look that failed may not be any more.
   */
  isOpen(now: number): boolean {
    const isStale = this.until === "up" && this.problem !== undefined && this.isAlive();
    return isStale || this.standings(now).some((one) => isMissed(one) && !isGone(one));
  }

  /**
   * Whether a check of it has certainly not done what is waited for: the service said so at the last look, or that it is
   * gone at an earlier one.
   */
  isMissed(now: number): boolean {
    const all = this.standings(now);
    return this.problem === undefined ? all.some(isMissed) : all.some(isGone);
  }

  /** How many of its checks the service did not tell of at the last look. What was pinged stays so, and what is gone. */
  unasked(now: number): number {
    if (this.problem === undefined) return 0;
    const alive = this.standings(now).filter((one) => !isGone(one));
    return this.until === "up" ? alive.length : alive.filter(isMissed).length;
  }

  /** Whether it has a check that is not gone. */
  isAlive(): boolean {
    return this.watched.targets.some(({ uniqueKey }) => this.seen.has(uniqueKey));
  }

  /** Asks the service; `isLate` tells whether a failure is only that the time was over, or the user did not want to wait. */
  async again(isLate: () => boolean): Promise<void> {
    try {
      this.seen = byKey(await this.ask());
      this.problem = undefined;
    } catch (error) {
      if (isLate()) this.problem = "the service did not answer before time ran out";
      else if (PASSING.some((kind) => error instanceof kind)) this.problem = messageOf(error);
      else throw error;
    }
  }

  /**
   * One request: the list of the project, or the only check that is waited for. That this one is gone the list has to show,
   * since a gateway without its service answers 404 to everything.
   */
  private async ask(): Promise<CheckDocument[]> {
    const { api, targets } = this.watched;
    const [only, ...others] = targets;
    if (only === undefined || others.length > 0) return api.listChecks();
    try {
      return [await api.getCheck(only.uniqueKey)];
    } catch (error) {
      if (error instanceof NotFound) return api.listChecks();
      throw error;
    }
  }
}

function byKey(documents: readonly CheckDocument[]): Map<string, CheckDocument> {
  return new Map(documents.map((document) => [keyOf(document), document]));
}

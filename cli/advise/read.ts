/** Reads a check's pings and status changes, with two requests per check. */
import { z } from "zod";
import { NotFound, type ServiceError } from "../../provider/http/failure";
import type { CheckDocument, FlipList, MonitorApi, PingDocument } from "../../provider/monitor/api";
import { readWriteKeyNeeded, withReadWriteKey } from "../../provider/monitor/functions/readWriteKey";
import { historyOf, latest } from "../../provider/monitor/uptime/history";
import { seenOf } from "../../provider/monitor/uptime/seen";
import { Patience } from "../inTurns";
import { type Evidence, evidenceOf } from "./evidence";
import type { Run } from "./growth";
import type { Heard, Settings } from "./rule";

/** What is known of a check. */
export interface Known extends Evidence {
  timed: Run[];
  /** How often it went down between the first and the last ping that count. */
  downs: number;
}

/** A check whose history should be read. */
export interface Asked {
  api: Pick<MonitorApi, "listPings" | "listFlips">;
  /** Where the user would set another key for its project. */
  keyPlace: string;
  live: CheckDocument;
  settings: Settings;
}

const WHAT = "logged pings";

/** Reads histories while the services answer. */
export class HistoryReader {
  private readonly patience = new Map<unknown, Patience>();

  /** `now` is in milliseconds. */
  constructor(private readonly now: number) {}

  /**
   * The history of a check, or a text that says why it could not be read.
   * @throws {ChecksError} if the key may not see pings.
   */
  async read(asked: Asked): Promise<Known | string> {
    const { api, live } = asked;
    const { uuid } = live;
    if (uuid === undefined) throw readWriteKeyNeeded(asked, WHAT, "the configured key is read-only");
    const patience = this.patience.get(api) ?? new Patience();
    this.patience.set(api, patience);
    const pings = await patience.ask(() => withReadWriteKey(asked, WHAT, () => api.listPings(uuid)));
    if (!pings || !("said" in pings)) return reasonOf(pings);
    const flips = await patience.ask(() => api.listFlips(uuid));
    if (!flips || !("said" in flips)) return reasonOf(flips);
    return knownOf(asked, pings.said, flips.said, this.now) ?? "its pings have no times";
  }
}

function reasonOf(failure: ServiceError | undefined): string {
  if (failure === undefined) return "not asked, because the service stopped answering";
  return failure instanceof NotFound ? "it was deleted meanwhile" : failure.parts.reason;
}

const COUNTED = ["start", "success", "fail"] as const;

const pingTimes = z.object({
  date: z
    .string()
    .transform(Date.parse)
    .refine((time) => Number.isFinite(time)),
  rid: z.string().nullish(),
  duration: z.number().optional(),
});

/** Combines pings and flips; undefined if pings are malformed. `now` is in milliseconds. */
export function knownOf(
  { live, settings }: Pick<Asked, "live" | "settings">,
  documents: readonly PingDocument[],
  flips: FlipList,
  now: number,
): Known | undefined {
  const pings: (Heard & { duration: number | undefined })[] = [];
  for (const document of documents.toSorted((a, b) => a.n - b.n)) {
    const kind = COUNTED.find((one) => one === document.type);
    if (kind === undefined) continue;
    const times = pingTimes.safeParse(document);
    if (!times.success) return undefined;
    const { date, rid = null, duration } = times.data;
    pings.push({ kind, at: date, rid, duration });
  }
  const seen = seenOf(live, flips);
  const heard = pings.map(({ kind, at, rid }): Heard => ({ kind, at, rid }));
  const evidence = evidenceOf(heard, seen.flips, settings);
  const { history } = evidence;
  const counts = ({ at }: Heard) => at >= (history[0]?.at ?? 0);
  const window = {
    start: Math.floor((history[0]?.at ?? now) / 1000),
    // With the second of the last ping, which may have taken it down.
    end: Math.floor((history.at(-1)?.at ?? now) / 1000) + 1,
  };
  const { stretches } = historyOf(seen, window, latest([seen], Math.floor(now / 1000)));
  // A pause that a ping ended is recorded like a failure, and only its time distinguishes it.
  const pauses = new Set(history.flatMap(({ kind, at }) => (kind === "break" ? [at / 1000] : [])));
  // A check that was down already went down before: the failure that took it down is none of the runs.
  const isEarlier = (from: number) =>
    from === window.start && !seen.flips.some(({ at, up }) => !up && at === from);
  return {
    ...evidence,
    timed: pings.filter(counts).flatMap(({ kind, at, duration }) => {
      return kind === "success" && duration !== undefined ? [{ at, duration }] : [];
    }),
    downs: stretches.filter(({ state, from }) => state === "down" && !pauses.has(from) && !isEarlier(from))
      .length,
  };
}

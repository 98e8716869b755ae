import { z } from "zod";
import { seconds } from "../../core/fields";
import type { FlipList } from "../api";
import { keyOf } from "../snapshot";
import { historyOf, latest, oldestFirst, type Seen, type Window } from "../uptime/history";
import { knownRatioOf, measure, uptimeOf } from "../uptime/measure";
import { secondsOf, seeNow } from "../uptime/seen";
import { projectFunction } from "./projectFunction";
import { explainMissing, findCheck, namesOneCheck, ONE_CHECK, selectorFields } from "./selector";
import { sharePerRun } from "./shared";

/** What the service takes for `seconds` (365 days) and for times. */
const LONGEST = 31_536_000;
const LATEST = 10_000_000_000;

const TIME = { error: "must be a UNIX time in whole seconds (not milliseconds), or in TypeScript a Date" };

/** A moment; a Date is taken down to its second. */
const moment = z
  .union([z.int(TIME).min(0, TIME).max(LATEST, TIME), z.date(TIME)], TIME)
  .transform((time) => (typeof time === "number" ? time : secondsOf(time)));

/** `GET /api/v3/checks/<uuid or unique key>/flips/`, and the check itself for its present status. */
export const getFlips = projectFunction({
  name: "getFlips",
  args: z
    .strictObject({
      ...selectorFields,
      /** How far back from now the window begins: 1 to 31536000 seconds, or a text such as `"12h"` or `"P30D"`. With `start`, the later beginning counts. */
      seconds: seconds(1, LONGEST).optional(),
      /** Beginning of the window: a UNIX time in seconds; in TypeScript a Date, too. Default: the oldest change that the service keeps. */
      start: moment.optional(),
      /** End of the window (exclusive): a UNIX time in seconds; in TypeScript a Date, too. Default: now. */
      end: moment.optional(),
    })
    .refine(namesOneCheck, ONE_CHECK)
    .refine(({ start, end }) => start === undefined || end === undefined || start < end, {
      error: "start must be before end",
    }),
  result: z.object({
    /** The status changes in the window, newest first. One at `start` belongs to it, one at `end` does not. */
    flips: z.array(
      z.object({
        /** When the status changed (ISO 8601). */
        timestamp: z.string(),
        /** true: the check went up. false: it went down, or was paused or resumed. */
        up: z.boolean(),
      }),
    ),
    /** First second of the window, UNIX time. */
    start: z.int(),
    /** End of the window (exclusive), UNIX time: now, if the requested end is in the future. */
    end: z.int(),
    /** Seconds of the window in which the check was up, or late within its grace time. */
    uptimeSeconds: z.int(),
    /** Seconds of the window in which the check was down. */
    downtimeSeconds: z.int(),
    /** Seconds of the window in which the check was paused, or waited for its first ping after a pause. */
    pausedSeconds: z.int(),
    /** Seconds of the window that are not known, such as those before the first change on record. */
    unknownSeconds: z.int(),
    /**
     * `uptimeSeconds` as a share of `uptimeSeconds` plus `downtimeSeconds`, 0 to 1. Absent if nothing is known: paused and
     * unknown time are neither up nor down.
     */
    uptimeRatio: z.number().optional(),
    /** The share of the window that `uptimeRatio` covers, 0 to 1. Absent for a window of no length. */
    knownRatio: z.number().optional(),
    /** Whether the check was up when the window began. Absent if it was paused, or if that is not known. */
    upAtStart: z.boolean().optional(),
  }),
  async look(project, { start, end, seconds: last, ...selector }, afresh) {
    const document = await findCheck(project, selector, afresh);
    const id = document.uuid ?? keyOf(document);
    // All flips: those before and after the window show the status in it. Asking only for the window would save nothing
    // but bytes, and services disagree about a flip at its very start.
    const list = await explainMissing(project, selector, () => listFlips(project, id, afresh));
    const { listedAt } = project.checks;
    const seen = await seeNow(document, list, listedAt, () =>
      explainMissing(project, selector, () => project.api.getCheck(id)),
    );
    const now = latest([seen], secondsOf(new Date()));
    const window = windowOf(seen, { start, end, seconds: last }, now);
    // Not up to window.end, which is this second: a flip of this second belongs to the answer.
    const flips = list.flips
      .map(({ timestamp, up }) => ({ timestamp, up: up === 1, at: secondsOf(timestamp) }))
      .filter(({ at }) => at >= window.start && (end === undefined || at < end));
    const newestFirst = oldestFirst(flips).toReversed();
    return {
      flips: newestFirst.map(({ timestamp, up }) => ({ timestamp, up })),
      ...window,
      ...uptimeIn(window, seen, now),
    };
  },
});

const listFlips = sharePerRun<FlipList>((project, id) => project.api.listFlips(id));

/** The requested window in UNIX seconds; all parts are optional. */
interface WindowAsked {
  start: number | undefined;
  end: number | undefined;
  seconds: number | undefined;
}

/** The window ends now at the latest. Without a beginning it starts at the oldest flip, or has no length. */
function windowOf({ flips }: Seen, asked: WindowAsked, now: number): Window {
  const end = Math.min(asked.end ?? now, now);
  const starts = [asked.start, asked.seconds === undefined ? undefined : now - asked.seconds];
  const given = starts.filter((start) => start !== undefined);
  const start = given.length > 0 ? Math.max(...given) : (oldestFirst(flips)[0]?.at ?? end);
  return { start: Math.min(start, end), end };
}

function uptimeIn(window: Window, seen: Seen, now: number) {
  const { stretches } = historyOf(seen, window, now);
  const measured = measure(stretches);
  const [uptimeRatio, knownRatio] = [uptimeOf(measured), knownRatioOf(measured)];
  const atStart = stretches[0]?.state;
  return {
    uptimeSeconds: measured.upSeconds,
    downtimeSeconds: measured.downSeconds,
    pausedSeconds: measured.pausedSeconds,
    unknownSeconds: measured.unknownSeconds,
    ...(uptimeRatio !== undefined && { uptimeRatio }),
    ...(knownRatio !== undefined && { knownRatio }),
    ...((atStart === "up" || atStart === "down") && { upAtStart: atStart === "up" }),
  };
}

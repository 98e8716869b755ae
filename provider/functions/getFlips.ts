import { z } from "zod";
import type { Flip } from "../api/monitor";
import { seconds } from "../fields";
import type { Project } from "../project";
import { availability } from "./availability";
import { defineFunction } from "./function";
import {
  explainMissing,
  findCheck,
  idOf,
  namesOneCheck,
  ONE_CHECK,
  type Selector,
  selectorFields,
} from "./selector";
import { shared } from "./shared";

/** What the service takes for `seconds` (365 days) and for times. */
const LONGEST = 31_536_000;
const LATEST = 10_000_000_000;

const TIME = { error: "must be a Date, or a UNIX time in whole seconds (not milliseconds)" };

/** A moment; a Date is taken down to its second. */
const moment = z
  .union([z.int(TIME).min(0, TIME).max(LATEST, TIME), z.date(TIME)], TIME)
  .transform((time) => (typeof time === "number" ? time : Math.floor(time.getTime() / 1000)));

/** `GET /api/v3/checks/<uuid or unique key>/flips/`. */
export const getFlips = defineFunction({
  name: "getFlips",
  args: z
    .strictObject({
      ...selectorFields,
      /** The last so many seconds, 1 to 31536000. Together with `start` the later beginning counts. */
      seconds: seconds(1, LONGEST).optional(),
      /** Beginning of the window: a Date or a UNIX time in seconds. @default the oldest flip that is kept */
      start: moment.optional(),
      /** End of the window, itself outside: a Date or a UNIX time in seconds. @default now */
      end: moment.optional(),
    })
    .refine(namesOneCheck, ONE_CHECK)
    .refine(({ start, end }) => start === undefined || end === undefined || start < end, {
      error: "start must be before end",
    }),
  result: z.object({
    /** The changes of status in the window, newest first. */
    flips: z.array(
      z.object({
        /** When the status changed (ISO 8601). */
        timestamp: z.string(),
        /** true: the check went up. false: it went down, or was paused or resumed. */
        up: z.boolean(),
      }),
    ),
    /** First second of the window, UNIX time. */
    start: z.number(),
    /** End of the window, itself outside, UNIX time: now where the end asked for is still to come. */
    end: z.number(),
    /** Seconds of the window in which the check was up, or late within its grace time. */
    uptimeSeconds: z.number(),
    /** All other seconds of the window: down, paused or new. */
    downtimeSeconds: z.number(),
    /** `uptimeSeconds` as a share of the window, 0 to 1. Absent for a window of no length. */
    uptimeRatio: z.number().optional(),
    /** Whether the check was up when the window began. */
    upAtStart: z.boolean(),
    /**
     * How that is known: from the last flip before the window (certain), from the first one after its beginning
     * (its opposite), or, without any flip, from the present status.
     */
    startKnownFrom: z.enum(["earlierFlip", "firstFlip", "presentStatus"]),
  }),
  async look(project, { start, end, seconds: last, ...selector }, afresh) {
    const id = await idOf(project, selector, afresh);
    // All of them: what was before and after the window tells the status in it. Asking for the window alone would
    // save the service nothing but bytes.
    const all = await explainMissing(project, selector, () => listFlips(project, id, afresh));
    const changes = all.map(({ timestamp, up }) => ({ timestamp, at: secondsOf(timestamp), up: up === 1 }));
    const upNow = changes.length === 0 && (await isUp(project, selector, afresh));
    const window = availability(changes, { start, end, seconds: last }, secondsOf(new Date()), upNow);
    // Not up to window.end, which is this second: a flip of this second belongs to the answer.
    const flips = changes
      .filter(({ at }) => at >= window.start && (end === undefined || at < end))
      .map(({ timestamp, up }) => ({ timestamp, up }));
    return { flips, ...window };
  },
});

const listFlips = shared<Flip[]>((project, id) => project.api.listFlips(id));

async function isUp(project: Project, selector: Selector, afresh: boolean): Promise<boolean> {
  const { status } = await findCheck(project, selector, afresh);
  return status === "up" || status === "grace";
}

function secondsOf(time: string | Date): number {
  return Math.floor(new Date(time).getTime() / 1000);
}

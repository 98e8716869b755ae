import { z } from "zod";
import { fieldMeta } from "../../core/fields";
import { fromWire } from "./fromWire";
import { withPingAccess } from "./pingLog";
import { projectFunction } from "./projectFunction";
import { namesOneCheck, ONE_CHECK, selectorFields } from "./selector";

/** What a ping reported about the job. Servers may know other types. */
export type PingType = "start" | "success" | "fail" | "log" | "ign" | (string & {});

const type: z.ZodType<PingType, PingType> = z.string();

/** The fields of a logged ping. */
const pingFields = {
  /** `start`, `success`, `fail`, `log`, or `ign` (logged, but not counted). */
  type: type.register(fieldMeta, { wire: "type", managed: "never" }),
  /** When it came (ISO 8601, with microseconds). */
  date: z.string().register(fieldMeta, { wire: "date", managed: "never" }),
  /** Number of the ping: the first ping of the check is 1. */
  n: z.int().register(fieldMeta, { wire: "n", managed: "never" }),
  /** `http`, `https` or `email`. */
  scheme: z.string().register(fieldMeta, { wire: "scheme", managed: "never" }),
  /** Address it came from. */
  remoteAddr: z.string().optional().register(fieldMeta, { wire: "remote_addr", managed: "never" }),
  /** HTTP method. */
  method: z.string().register(fieldMeta, { wire: "method", managed: "never" }),
  /** User agent. */
  ua: z.string().register(fieldMeta, { wire: "ua", managed: "never" }),
  /** Run id (UUID), if the job gave one. */
  rid: z.string().optional().register(fieldMeta, { wire: "rid", managed: "never" }),
  /** Seconds since the start of the same run, if the job signalled it. */
  duration: z
    .number()
    .optional()
    .register(fieldMeta, { wire: "duration", managed: "never", unit: "seconds" }),
  /** URL of the body, if one was logged; `getPingBody` reads it. */
  bodyUrl: z.string().optional().register(fieldMeta, { wire: "body_url", managed: "never" }),
} as const;

const ping = z.object(pingFields);

/** `GET /api/v3/checks/<uuid>/pings/`. Needs a read-write key. */
export const getPings = projectFunction({
  name: "getPings",
  args: z.strictObject(selectorFields).refine(namesOneCheck, ONE_CHECK),
  result: z.object({
    /** The pings that the service keeps, newest first: 100 or 1000, by plan. */
    pings: z.array(ping),
  }),
  async look(project, selector, afresh) {
    const documents = await withPingAccess(project, selector, afresh, (uuid) => project.api.listPings(uuid));
    return { pings: documents.map((document) => fromWire(pingFields, document) as z.output<typeof ping>) };
  },
});

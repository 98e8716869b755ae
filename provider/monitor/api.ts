/** The interface of the monitoring service, `/api/v3`: one method an endpoint. */
import { z } from "zod";
import { withoutNulls } from "../core/fields";
import type { Log } from "../core/log";
import { type Head, json } from "../http/answer";
import { type Answer, type Call, HttpClient } from "../http/client";
import type { Connection } from "../http/connection";
import { isPage } from "../http/words";
import { withEmptyFields } from "./emptied";
import { type Maintenance, maintenanceIn, withoutMaintenance } from "./maintenance";
import { isStamp, withoutStamps } from "./stamp";
import { isUuid, withUuid } from "./uuid";

const NO_CONTENT = 204;

/** A check as the service describes it. A read-only key sees `unique_key` instead of `uuid`, URLs and channels. */
const checkDocument = z
  .record(z.string(), z.unknown())
  .transform((told) => withoutNulls(withEmptyFields(withUuid(told))))
  .pipe(
    z.looseObject({
      name: z.string(),
      slug: z.string(),
      tags: z.string(),
      status: z.string(),
      uuid: z.string().optional(),
      unique_key: z.string().optional(),
      ping_url: z.string().optional(),
      channels: z.string().optional(),
      n_pings: z.number().optional(),
    }),
  )
  .refine((check) => check.uuid !== undefined || check.unique_key !== undefined)
  .transform((check): typeof check & Notes => {
    const { tags: stampless, owners } = withoutStamps(check.tags);
    const { tags, maintenance } = withoutMaintenance(stampless);
    if (owners.length === 0 && maintenance === undefined) return check;
    return {
      ...check,
      tags,
      allTags: check.tags,
      ...(owners.length > 0 && { owners }),
      ...(maintenance && { maintenance }),
    };
  });

/** What our own tags say about a check; they are not among its `tags`. */
interface Notes {
  /** The stacks that its stamps name, `<project>/<stack>`. */
  owners?: string[];
  /** The maintenance that has taken its channels off and puts them back. */
  maintenance?: Maintenance;
  /** All tags including ours, as the service has them. Absent when there are none of ours. */
  allTags?: string;
}

export type CheckDocument = z.output<typeof checkDocument>;

/** All tags of a check including ours, exactly as the service has them. */
export function allTagsOf({ tags, allTags = tags }: CheckDocument): string {
  return allTags;
}

const channel = z.looseObject({ id: z.string(), name: z.string(), kind: z.string() });
export type Channel = z.output<typeof channel>;

const pingDocument = z.looseObject({ n: z.number(), type: z.string() });
export type PingDocument = z.output<typeof pingDocument>;

/** A change of status: `up` is 1 when the check went up, 0 when it went down, was paused or was resumed. */
const flip = z.looseObject({
  timestamp: z.string().refine((text) => Number.isFinite(Date.parse(text))),
  up: z.number(),
});

/**
 * Servers answer with an object, and record every change of status. The document of the interface shows a bare
 * array, in which a flip is a change between up and down.
 */
const flipList = z.union([
  z.array(flip).transform((flips) => ({ flips, everyChange: false })),
  z.looseObject({ flips: z.array(flip) }).transform(({ flips }) => ({ flips, everyChange: true })),
]);
/** The stored flips, and whether they include changes from and to `new` and `paused`. */
export type FlipList = z.output<typeof flipList>;

/** Addresses of one badge, with two states (up, down) and, ending in 3, with three (up, late, down). */
export const badgeUrls = z.object({
  /** SVG picture: up or down. */
  svg: z.string(),
  /** SVG picture: up, late or down. */
  svg3: z.string(),
  /** JSON for drawing your own badge: up or down. */
  json: z.string(),
  /** JSON for drawing your own badge: up, late or down. */
  json3: z.string(),
  /** JSON for the endpoint badges of shields.io: up or down. */
  shields: z.string(),
  /** JSON for the endpoint badges of shields.io: up, late or down. */
  shields3: z.string(),
});
export type BadgeUrls = z.output<typeof badgeUrls>;

/** Servers say `shields`; the document of the interface says `compat`. */
const badgeDocument = z
  .looseObject({ compat: z.string().optional(), compat3: z.string().optional() })
  .transform(({ compat, compat3, ...rest }) => ({ shields: compat, shields3: compat3, ...rest }))
  .pipe(badgeUrls);

/** What a write is sent with that is not to be sent late. */
export type Soon = Pick<Call<unknown>, "beforeSending">;

/** Typed calls of one project's interface. */
export class MonitorApi {
  private readonly http: HttpClient;

  constructor(connection: Connection, log: Log) {
    this.http = new HttpClient(connection, log);
  }

  /** `GET /api/v3/checks/`, optionally only those with a slug, or with all of some tags. */
  async listChecks(filter: { slug?: string; tags?: string[] } = {}): Promise<CheckDocument[]> {
    const query = new URLSearchParams(filter.tags?.map((tag): [string, string] => ["tag", tag]));
    if (filter.slug !== undefined) query.set("slug", filter.slug);
    const { data } = await this.http.call({
      method: "GET",
      path: "/api/v3/checks/",
      query,
      parse: json(z.looseObject({ checks: z.array(checkDocument) })),
      what: "listing the checks",
      isList: true,
    });
    const { slug } = filter;
    // Where something in between leaves out the query, all checks come, and each would count as one with the slug.
    return slug === undefined ? data.checks : data.checks.filter((check) => check.slug === slug);
  }

  /** `GET /api/v3/checks/<uuid or unique key>`. */
  async getCheck(id: string): Promise<CheckDocument> {
    return (await this.onCheck("GET", id, "", "reading the check")).data;
  }

  /** `POST /api/v3/checks/`: 201 created, 200 when `unique` found one, which is then updated. */
  createCheck(body: object): Promise<Answer<CheckDocument>> {
    const parse = json(checkDocument);
    return this.http.call({
      method: "POST",
      path: "/api/v3/checks/",
      body,
      parse,
      what: "creating the check",
    });
  }

  /** `POST /api/v3/checks/<uuid>`. */
  async updateCheck(uuid: string, body: object, soon: Soon = {}): Promise<CheckDocument> {
    return (await this.onCheck("POST", uuid, "", "updating the check", { ...soon, body })).data;
  }

  /** `POST /api/v3/checks/<uuid>/pause`. */
  async pauseCheck(uuid: string, soon: Soon = {}): Promise<CheckDocument> {
    return (await this.onCheck("POST", uuid, "/pause", "pausing the check", soon)).data;
  }

  /** `POST /api/v3/checks/<uuid>/resume`. 409 when it is not paused. */
  async resumeCheck(uuid: string, soon: Soon = {}): Promise<CheckDocument> {
    return (await this.onCheck("POST", uuid, "/resume", "resuming the check", soon)).data;
  }

  /**
   * `DELETE /api/v3/checks/<uuid>`. Undefined where the answer has no content, as that of something in front of the
   * service may have: then it does not say whether the check is gone.
   */
  async deleteCheck(uuid: string, soon: Soon = {}): Promise<CheckDocument | undefined> {
    const parse = (text: string, _: Uint8Array, { status }: Head) =>
      status === NO_CONTENT ? undefined : documentOf(uuid)(text);
    const what = "deleting the check";
    return (await this.http.call({ method: "DELETE", ...placeOf(uuid), parse, what, ...soon })).data;
  }

  /** `GET /api/v3/channels/`. Needs a read-write key. */
  async listChannels(): Promise<Channel[]> {
    const { data } = await this.http.call({
      method: "GET",
      path: "/api/v3/channels/",
      parse: json(z.looseObject({ channels: z.array(channel) })),
      what: "listing the channels",
      isList: true,
      access: "write",
    });
    return data.channels;
  }

  /** `GET /api/v3/checks/<uuid>/pings/`: the logged pings, newest first. Needs a read-write key. */
  async listPings(uuid: string): Promise<PingDocument[]> {
    const parse = json(z.looseObject({ pings: z.array(pingDocument) }));
    return (await this.history(uuid, "/pings/", parse, "listing the pings", "write")).pings;
  }

  /** `GET /api/v3/checks/<uuid>/pings/<n>/body`, the bytes as the job sent them. Needs a read-write key. 404 when none is kept. */
  pingBody(uuid: string, n: number): Promise<Uint8Array> {
    const parse = (_text: string, bytes: Uint8Array, { type }: Head) => {
      // What the job sent may be a page itself, but the service always gives it as plain text.
      if (/^text\/html\b/i.test(type)) throw new Error("a page");
      return bytes;
    };
    return this.history(uuid, `/pings/${n}/body`, parse, "reading the body of the ping", "write");
  }

  /** `GET /api/v3/checks/<uuid or unique key>/flips/`: all status changes that are stored, newest first. */
  listFlips(id: string): Promise<FlipList> {
    return this.history(id, "/flips/", json(flipList), "listing the flips");
  }

  /** `GET /api/v3/badges/`: the badges of each tag but ours; those of all checks together under `*`. */
  async listBadges(): Promise<Record<string, BadgeUrls>> {
    const { data } = await this.http.call({
      method: "GET",
      path: "/api/v3/badges/",
      parse: json(z.looseObject({ badges: z.record(z.string(), badgeDocument) })),
      what: "listing the badges",
      isList: true,
    });
    const isOurs = (tag: string) => isStamp(tag) || maintenanceIn(tag) !== undefined;
    return Object.fromEntries(Object.entries(data.badges).filter(([tag]) => !isOurs(tag)));
  }

  /**
   * `GET /api/v3/status/`: resolves when the service is well. It is given up after this many seconds, so it does not
   * wait behind calls that may take longer and perhaps get no answer.
   */
  async status(deadlineSeconds: number): Promise<void> {
    await this.http.call({
      method: "GET",
      path: "/api/v3/status/",
      parse: noPage,
      what: "asking for the status",
      patient: true,
      beside: true,
      deadlineSeconds,
    });
  }

  private async history<T>(
    id: string,
    part: string,
    parse: Call<T>["parse"],
    what: string,
    access: "read" | "write" = "read",
  ): Promise<T> {
    return (await this.http.call({ method: "GET", ...placeOf(id, part), parse, what, access })).data;
  }

  private onCheck(
    method: "GET" | "POST",
    id: string,
    action: string,
    what: string,
    more: Pick<Call<unknown>, "body"> & Soon = {},
  ) {
    return this.http.call({ method, ...placeOf(id, action), parse: documentOf(id), what, ...more });
  }
}

/** The UUID is the secret part of the ping URL, and services often repeat what they did not find. */
function placeOf(id: string, part = "") {
  return { path: `/api/v3/checks/${encodeURIComponent(id)}${part}`, secrets: [id] };
}

/** Of the check that was asked for: another one, as a cache in between may give, would bring its ping URL into the state. */
function documentOf(id: string) {
  const isAskedFor = ({ uuid = id }: CheckDocument) => uuid === id || !isUuid(id);
  return json(checkDocument.refine(isAskedFor, { path: ["uuid"] }));
}

/** The answer of a healthy service is not specified, but a page of HTML comes from something in front of it. */
function noPage(text: string): void {
  if (isPage(text)) throw new Error("a page");
}

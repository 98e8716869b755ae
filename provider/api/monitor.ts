/** The interface of the monitoring service, `/api/v3`: one method an endpoint. */
import { z } from "zod";
import type { Connection } from "../connection";
import type { Log } from "../log";
import { type Answer, HttpClient, json } from "./http";

/** A check as the service tells it. A read-only key sees `unique_key` instead of `uuid`, URLs and channels. */
const checkDocument = z
  .looseObject({
    name: z.string(),
    slug: z.string(),
    tags: z.string(),
    status: z.string(),
    uuid: z.string().optional(),
    unique_key: z.string().optional(),
    ping_url: z.string().optional(),
    channels: z.string().optional(),
    n_pings: z.number().optional(),
  })
  .refine((check) => check.uuid !== undefined || check.unique_key !== undefined);
export type CheckDocument = z.output<typeof checkDocument>;

const channel = z.looseObject({ id: z.string(), name: z.string(), kind: z.string() });
export type Channel = z.output<typeof channel>;

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
    });
    return data.checks;
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
  async updateCheck(uuid: string, body: object): Promise<CheckDocument> {
    return (await this.onCheck("POST", uuid, "", "updating the check", body)).data;
  }

  /** `POST /api/v3/checks/<uuid>/pause`. */
  async pauseCheck(uuid: string): Promise<CheckDocument> {
    return (await this.onCheck("POST", uuid, "/pause", "pausing the check", {})).data;
  }

  /** `POST /api/v3/checks/<uuid>/resume`. 409 when it is not paused. */
  async resumeCheck(uuid: string): Promise<CheckDocument> {
    return (await this.onCheck("POST", uuid, "/resume", "resuming the check", {})).data;
  }

  /** `DELETE /api/v3/checks/<uuid>`. */
  async deleteCheck(uuid: string): Promise<void> {
    await this.onCheck("DELETE", uuid, "", "deleting the check");
  }

  /** `GET /api/v3/channels/`. Needs a read-write key. */
  async listChannels(): Promise<Channel[]> {
    const { data } = await this.http.call({
      method: "GET",
      path: "/api/v3/channels/",
      parse: json(z.looseObject({ channels: z.array(channel) })),
      what: "listing the channels",
    });
    return data.channels;
  }

  private onCheck(
    method: "GET" | "POST" | "DELETE",
    id: string,
    action: string,
    what: string,
    body?: object,
  ) {
    const path = `/api/v3/checks/${encodeURIComponent(id)}${action}`;
    return this.http.call({ method, path, parse: json(checkDocument), what, ...(body && { body }) });
  }
}

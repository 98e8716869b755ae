import { type CheckRow, nextExpected, statusAt } from "./check";
import type { CheckEntry } from "./checkIndex";
import { isoSeconds } from "./clock";
import type { Dialect } from "./dialect";

/** How a check is shown. */
interface CheckView {
  dialect: Dialect;
  baseUrl: string;
  apiVersion: number;
  now: number;
  /** Set in answers to a read-only key: without uuid, addresses and channels. */
  uniqueKey?: string;
  /** Whether the answer is that of a call that changes the check, rather than of a get or list. */
  write: boolean;
}

/** A check as an answer shows it. */
export function checkDocument({ row, channels }: CheckEntry, view: CheckView): Record<string, unknown> {
  const { dialect } = view;
  return {
    name: row.name,
    slug: row.slug,
    tags: dialect.tagOrder === "sorted" ? sortedTags(row.tags) : row.tags,
    desc: row.desc,
    grace: row.grace,
    n_pings: row.pingCount,
    status: statusAt(row, view.now, view.apiVersion === 1),
    started: row.lastStart !== null,
    last_ping: isoSeconds(row.lastPing),
    next_ping: isoSeconds(nextExpected(row)),
    manual_resume: row.manual_resume,
    methods: row.methods,
    ...(dialect.subjectInReads || view.write ? subjects(row) : {}),
    start_kw: row.start_kw,
    success_kw: row.success_kw,
    failure_kw: row.failure_kw,
    filter_subject: row.filter_subject,
    filter_body: row.filter_body,
    ...(dialect.undocumentedFields ? undocumented(row) : {}),
    badge_url: `${view.baseUrl}/b/2/${row.badgeKey}.svg`,
    ...(view.uniqueKey === undefined ? addresses(row, channels, view) : { unique_key: view.uniqueKey }),
    ...(row.kind === "simple" ? { timeout: row.timeout } : { schedule: row.schedule, tz: row.tz }),
  };
}

function subjects(row: CheckRow): Record<string, string> {
  return {
    subject: row.filter_subject ? row.success_kw : "",
    subject_fail: row.filter_subject ? row.failure_kw : "",
  };
}

function undocumented(row: CheckRow): Record<string, unknown> {
  return {
    filter_http_body: row.filter_http_body,
    filter_default_fail: row.filter_default_fail,
    ...(row.lastDuration === null ? {} : { last_duration: Math.floor(row.lastDuration / 1000) }),
  };
}

function addresses(row: CheckRow, channels: readonly string[], view: CheckView): Record<string, string> {
  const self = `${view.baseUrl}/api/v${view.apiVersion}/checks/${row.uuid}`;
  return {
    uuid: row.uuid,
    ping_url: `${view.baseUrl}/ping/${row.uuid}`,
    update_url: self,
    pause_url: `${self}/pause`,
    resume_url: `${self}/resume`,
    channels: (view.dialect.channelOrder === "uuid" ? [...channels].sort() : channels).join(","),
  };
}

function sortedTags(tags: string): string {
  return tags
    .split(" ")
    .filter((tag) => tag !== "")
    .sort()
    .join(" ");
}

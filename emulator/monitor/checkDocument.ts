import { isoSeconds } from "../core/clock";
import { type CheckRow, tagsOf } from "./check";
import {
  type CheckSpec,
  DESCRIPTION,
  FILTERS,
  pickColumns,
  RECEPTION,
  SCHEDULED,
  SIMPLE,
  UNDOCUMENTED_FILTERS,
} from "./checkFields";
import type { CheckEntry } from "./checkIndex";
import { nextExpected, statusAt } from "./checkState";
import type { Dialect } from "./dialect";

/** Who sees the check, and in which answer. */
interface CheckView {
  dialect: Dialect;
  baseUrl: string;
  apiVersion: number;
  now: number;
  /** Set for a read-only key, whose answers have no uuid, addresses and channels. */
  uniqueKey?: string;
  /** Whether the call changes the check, rather than getting or listing it. */
  write: boolean;
}

/** A check as an answer shows it. */
export function checkDocument({ row, channels }: CheckEntry, view: CheckView): Record<string, unknown> {
  const { dialect } = view;
  return {
    ...pickColumns(DESCRIPTION, row),
    ...(dialect.tagOrder === "sorted" && { tags: tagsOf(row).sort().join(" ") }),
    n_pings: row.pingCount,
    status: statusAt(row, view.now, view.apiVersion === 1),
    started: row.lastStart !== null,
    last_ping: isoSeconds(row.lastPing),
    next_ping: isoSeconds(nextExpected(row)),
    ...pickColumns(RECEPTION, row),
    ...((dialect.subjectInReads || view.write) && subjects(row)),
    ...pickColumns(FILTERS, row),
    ...(dialect.undocumentedFields && pickColumns(UNDOCUMENTED_FILTERS, row)),
    badge_url: `${view.baseUrl}/b/2/${row.badgeKey}.svg`,
    ...(dialect.undocumentedFields && lastDuration(row)),
    ...(view.uniqueKey === undefined ? addresses(row, channels, view) : { unique_key: view.uniqueKey }),
    ...(row.kind === "simple" ? pickColumns(SIMPLE, row) : pickColumns(SCHEDULED, row)),
  };
}

/** The keyword fields under their older names. */
function subjects(row: CheckRow): Pick<CheckSpec, "subject" | "subject_fail"> {
  return {
    subject: row.filter_subject ? row.success_kw : "",
    subject_fail: row.filter_subject ? row.failure_kw : "",
  };
}

function lastDuration({ lastDuration }: CheckRow): Record<string, number> {
  return lastDuration === null ? {} : { last_duration: Math.floor(lastDuration / 1000) };
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

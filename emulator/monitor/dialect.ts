/** The behaviour that the emulator follows: the recorded server's, or exactly the interface's document. */
export type DialectName = "server" | "spec";

/**
 * The differences. `server` was recorded from a real server. `spec` is what the document allows and, where it is
 * silent, something else than the server does, so that a client must work with both.
 */
export interface Dialect {
  name: DialectName;
  /** Errors have `{"error": "..."}` (pages have HTML), or no body at all. */
  errorBodies: boolean;
  flips: {
    shape: "object" | "array";
    /** The document: "a flip is a status change between down and up"; the server records every change. */
    upAndDownOnly: boolean;
    /** The document: "flips newer than" start. */
    startInclusive: boolean;
  };
  badges: { compat: "shields" | "compat" };
  /** `filter_http_body`, `filter_default_fail` and `last_duration`, which the document lacks. */
  undocumentedFields: boolean;
  /** Whether list and get also answer with `subject` and `subject_fail`. */
  subjectInReads: boolean;
  unknownFields: "ignored" | "refused";
  /** The document says "number", which includes 60.0. The server requires a JSON integer, and reads true as 1. */
  wholeFloats: "accepted" | "refused";
  /** Whether old names of time zones are replaced by current ones. */
  canonicalZones: boolean;
  /**
   * Cron expressions whose day of the month exists in none of their months, but with weekdays that do occur, such as `0
   * 0 30 2 1`.
   */
  missingDates: "accepted" | "refused";
  /** Time zones that the recorded release does not know yet. */
  newZones: "accepted" | "refused";
  /** Whether blanks around a schedule are dropped. */
  trimsSchedule: boolean;
  tagOrder: "kept" | "sorted";
  channelOrder: "uuid" | "assigned";
  /** `channels` in the answer to a delete. */
  channelsOfDeleted: "empty" | "kept";
  listOrder: "oldestFirst" | "newestFirst";
  resumeOfRunning: "conflict" | "accepted";
  /** The status for a check of another project. */
  otherProject: 403 | 404;
  /** The status for a read-only key where it is not allowed. */
  readOnlyRefused: 401 | 403;
  /** The answer for a collection without its last slash. */
  missingSlash: "redirect" | "notFound";
  statusBody: "OK" | "";
  /** The document: "every request carries a project API key"; the server needs none for its status page. */
  statusKey: "ignored" | "wanted";
  /** The document allows pings by HEAD, GET and POST; the server counts pings by any method. */
  pingMethods: "any" | "documented";
}

const server: Dialect = {
  name: "server",
  errorBodies: true,
  flips: { shape: "object", upAndDownOnly: false, startInclusive: true },
  badges: { compat: "shields" },
  undocumentedFields: true,
  subjectInReads: true,
  unknownFields: "ignored",
  wholeFloats: "refused",
  canonicalZones: true,
  missingDates: "refused",
  newZones: "refused",
  trimsSchedule: false,
  tagOrder: "kept",
  channelOrder: "uuid",
  channelsOfDeleted: "empty",
  listOrder: "oldestFirst",
  resumeOfRunning: "conflict",
  otherProject: 403,
  readOnlyRefused: 401,
  missingSlash: "redirect",
  statusBody: "OK",
  statusKey: "ignored",
  pingMethods: "any",
};

const spec: Dialect = {
  name: "spec",
  errorBodies: false,
  flips: { shape: "array", upAndDownOnly: true, startInclusive: false },
  badges: { compat: "compat" },
  undocumentedFields: false,
  subjectInReads: false,
  unknownFields: "refused",
  wholeFloats: "accepted",
  canonicalZones: false,
  missingDates: "accepted",
  newZones: "accepted",
  trimsSchedule: true,
  // The document is silent on the order of tags, channels and lists.
  tagOrder: "sorted",
  channelOrder: "assigned",
  channelsOfDeleted: "kept",
  listOrder: "newestFirst",
  // "Resume returns the Check with status new", without an exception.
  resumeOfRunning: "accepted",
  // The document is silent on error codes. Here a check that the key cannot see does not exist, and a read-only key is
  // known but refused.
  otherProject: 404,
  readOnlyRefused: 403,
  missingSlash: "notFound",
  statusBody: "",
  statusKey: "wanted",
  pingMethods: "documented",
};

export const DIALECTS: Record<DialectName, Dialect> = { server, spec };

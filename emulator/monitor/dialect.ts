/** Which text the emulator follows: the recorded server, or the interface's document to the letter. */
export type DialectName = "server" | "spec";

/**
 * Where the two differ. `server` is what was recorded from a real server; `spec` is what the document allows,
 * and where the document is silent something else than the server does: a client must be right with both.
 */
export interface Dialect {
  name: DialectName;
  /** Errors carry `{"error": "..."}` (and pages HTML) or have no body at all. */
  errorBodies: boolean;
  flips: {
    shape: "object" | "array";
    /** The document: "a flip is a status change between down and up"; the server records every change. */
    upAndDownOnly: boolean;
    /** The document: "flips newer than" start. */
    startInclusive: boolean;
  };
  badges: { compat: "shields" | "compat" };
  /** `filter_http_body`, `filter_default_fail` and `last_duration`, which the document does not have. */
  undocumentedFields: boolean;
  /** Whether `subject` and `subject_fail` are also in the answers of list and get. */
  subjectInReads: boolean;
  unknownFields: "ignored" | "refused";
  /** The document says "number": 60.0 is one. The server wants a JSON integer, and reads true as 1. */
  wholeFloats: "accepted" | "refused";
  /** Old names of time zones are replaced by the present ones. */
  canonicalZones: boolean;
  /** Cron whose day of the month comes in none of its months, with weekdays that do come, as in `0 0 30 2 1`. */
  missingDates: "accepted" | "refused";
  /** Time zones that the recorded release does not know yet. */
  newZones: "accepted" | "refused";
  /** Blanks around a schedule are dropped. */
  trimsSchedule: boolean;
  tagOrder: "kept" | "sorted";
  channelOrder: "uuid" | "assigned";
  /** `channels` in the answer of a delete. */
  channelsOfDeleted: "empty" | "kept";
  listOrder: "oldestFirst" | "newestFirst";
  resumeOfRunning: "conflict" | "accepted";
  /** The status for a check of another project. */
  otherProject: 403 | 404;
  /** The status for a read-only key where it may not be used. */
  readOnlyRefused: 401 | 403;
  /** A collection without its last slash. */
  missingSlash: "redirect" | "notFound";
  statusBody: "OK" | "";
  /** The document: "every request carries a project API key"; the server asks for none at its status. */
  statusKey: "ignored" | "wanted";
  /** The document allows pings by HEAD, GET and POST; the server counts those by any method. */
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
  // Silent on the order of tags, channels and lists.
  tagOrder: "sorted",
  channelOrder: "assigned",
  channelsOfDeleted: "kept",
  listOrder: "newestFirst",
  // "Resume returns the Check with status new", without an exception.
  resumeOfRunning: "accepted",
  // Silent on error codes: a check that the key cannot see does not exist, a read-only key is known but refused.
  otherProject: 404,
  readOnlyRefused: 403,
  missingSlash: "notFound",
  statusBody: "",
  statusKey: "wanted",
  pingMethods: "documented",
};

/** The dialects by name. */
export const DIALECTS: Record<DialectName, Dialect> = { server, spec };

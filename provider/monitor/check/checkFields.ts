/** The fields of a check: the only place where each is named. */
import { z } from "zod";
import { checkSchedule, isRewrittenZone, isSameZone, isTimeZone } from "../../../schedule";
import { LONGEST, SHORTEST } from "../../../schedule/limits";
import { fieldMeta, flag, joinedList, produced, seconds, text, type ValuesOf } from "../../core/fields";
import type { StateOf } from "../../core/resource";
import { channelsOfCheck, projectName, SLUG, tagsOfCheck, takeover } from "../sharedFields";
import { NO_UUID, UUID } from "../uuid";
import { areChannelsOf, between, isSameButBlanks, isSameProse, isSavedOnWebsite } from "./spellings";

/** What a program says about a check. */
export const checkFields = {
  /** Identifies the check when it is first adopted or created: lower-case letters, digits, `-` and `_`; unique in the project. At most 100 characters. Changing it renames the check in place. */
  slug: z
    .string({ error: "must be a string" })
    .regex(SLUG, {
      error:
        "must consist of one or more of a-z, 0-9, hyphen and underscore; slugify() makes one from a name in TypeScript",
    })
    .max(100, { error: "has more than 100 characters; at most 100 are allowed" })
    .register(fieldMeta, { wire: "slug", managed: "always" }),
  /** Display name. At most 100 characters. */
  name: text(100).default("").register(fieldMeta, { wire: "name", managed: "always" }),
  /** Tags. A tag contains no blanks; order does not matter. At most 500 characters together. */
  tags: tagsOfCheck()
    .default([])
    .register(fieldMeta, { wire: "tags", managed: "always", separator: " ", configurable: true }),
  /** Free text about the check. */
  desc: text()
    .default("")
    .register(fieldMeta, {
      wire: "desc",
      managed: "always",
      spelling: isSameProse,
      rewrites: isSavedOnWebsite,
      alsoCalled: ["description"],
    }),
  /** Expected time between pings of a simple check: seconds, or `"5m"`, `"1h30m"`, `"P1D"`; 60 seconds to 365 days. Ignored when `schedule` is set. */
  timeout: seconds(SHORTEST, LONGEST)
    .default(86_400)
    .optional()
    .register(fieldMeta, {
      wire: "timeout",
      managed: "always",
      onlyWithout: "schedule",
      unit: "seconds",
      alsoCalled: ["period", "interval", "every"],
    }),
  /** Time after a missed ping before the check goes down: seconds, or `"5m"`, `"1h30m"`, `"P1D"`; 60 seconds to 365 days. */
  grace: seconds(SHORTEST, LONGEST)
    .default(3600)
    .register(fieldMeta, {
      wire: "grace",
      managed: "always",
      unit: "seconds",
      configurable: true,
      alsoCalled: ["gracePeriod", "graceTime"],
    }),
  /** Cron (five fields) or systemd OnCalendar expression. Makes the check a cron check. At most 100 characters. */
  schedule: text(100)
    .superRefine((value, context) => {
      const problem = checkSchedule(value);
      if (problem) context.addIssue(`at character ${problem.position}: ${problem.reason}`);
    })
    .optional()
    .register(fieldMeta, {
      wire: "schedule",
      managed: "always",
      spelling: isSameButBlanks,
      rewrites: isSavedOnWebsite,
      alsoCalled: ["cron", "cronExpression"],
    }),
  /** Time zone of `schedule`, an IANA name such as `Europe/Riga`. Only together with `schedule`. */
  tz: text()
    .refine(isTimeZone, {
      error:
        "is not a time zone the service knows; use an IANA name such as Europe/Riga (upper or lower case matters)",
    })
    .default("UTC")
    .optional()
    .register(fieldMeta, {
      wire: "tz",
      managed: "always",
      onlyWith: "schedule",
      spelling: between(isSameZone),
      rewrites: between(isRewrittenZone),
      alsoCalled: ["timeZone"],
    }),
  /** If true, a paused check ignores pings and stays paused until it is resumed. */
  manualResume: flag().default(false).register(fieldMeta, { wire: "manual_resume", managed: "always" }),
  /** Accepted ping methods: empty for HEAD, GET and POST, `POST` for POST only. */
  methods: z
    .enum(["", "POST"], { error: 'must be "" (HEAD, GET and POST) or "POST"' })
    .default("")
    .register(fieldMeta, { wire: "methods", managed: "always" }),
  /** Keywords that mark an inbound message as a start signal. At most 200 characters together. */
  startKw: joinedList(",", 200)
    .default([])
    .register(fieldMeta, { wire: "start_kw", managed: "always", separator: "," }),
  /** Keywords that mark an inbound message as a success. At most 200 characters together. */
  successKw: joinedList(",", 200)
    .default([])
    .register(fieldMeta, { wire: "success_kw", managed: "always", separator: "," }),
  /** Keywords that mark an inbound message as a failure. At most 200 characters together. */
  failureKw: joinedList(",", 200)
    .default([])
    .register(fieldMeta, { wire: "failure_kw", managed: "always", separator: "," }),
  /** Match the keywords in the subject of e-mails. */
  filterSubject: flag().default(false).register(fieldMeta, { wire: "filter_subject", managed: "always" }),
  /** Match the keywords in the body of e-mails. */
  filterBody: flag().default(false).register(fieldMeta, { wire: "filter_body", managed: "always" }),
  /** Match the keywords in the body of HTTP pings. Newer servers only; sent only when set. */
  filterHttpBody: flag()
    .optional()
    .register(fieldMeta, { wire: "filter_http_body", managed: "whenNamed", undo: false }),
  /** Count a ping as a failure when no filter matches. Newer servers only; sent only when set. */
  filterDefaultFail: flag()
    .optional()
    .register(fieldMeta, { wire: "filter_default_fail", managed: "whenNamed", undo: false }),
  /** Channels to alert: `"*"` for all, or a list of names or UUIDs. Left unchanged when not set. */
  channels: channelsOfCheck()
    .optional()
    .register(fieldMeta, {
      wire: "channels",
      managed: "whenNamed",
      separator: ",",
      configurable: true,
      spelling: between(areChannelsOf),
      alsoCalled: ["channel"],
    }),
  /** true pauses the check, false resumes it. Left unchanged when not set. A ping resumes a check unless `manualResume` is set. */
  paused: flag().optional().register(fieldMeta, { managed: "whenNamed" }),
  /**
   * Deprecated: use `successKw`, with `filterSubject` true.
   * @deprecated Use `successKw` with `filterSubject: true`.
   */
  subject: joinedList(",", 200)
    .optional()
    .register(fieldMeta, { managed: "never", deprecatedFor: "successKw" }),
  /**
   * Deprecated: use `failureKw`, with `filterSubject` true.
   * @deprecated Use `failureKw` with `filterSubject: true`.
   */
  subjectFail: joinedList(",", 200)
    .optional()
    .register(fieldMeta, { managed: "never", deprecatedFor: "failureKw" }),
  /** What to do when a check with the slug exists: `adopt` takes it over, `fail` refuses, `adoptUnchanged` takes it over only if no field changes. Default: `checks:onExisting`. */
  onExisting: takeover().optional().register(fieldMeta, { managed: "never" }),
  /** UUID of an existing check to take over on creation, for a check without a slug. */
  adopt: z
    .string({ error: "must be a string" })
    .regex(UUID, { error: NO_UUID })
    .optional()
    .register(fieldMeta, { managed: "never" }),
  /** Named project (`checks:projects`) the check belongs to. Changing it makes a new check. */
  project: projectName().optional().register(fieldMeta, { managed: "never", replaces: true }),
} as const;

/** What the service adds to a check. */
export const checkOutputs = {
  /** UUID of the check, which is also the resource's id. */
  uuid: produced(z.string(), { wire: "uuid", secret: false, stable: true }),
  /** URL that the job pings. A secret. */
  pingUrl: produced(z.string(), { wire: "ping_url", secret: true, stable: true }),
  /** URL of the check's badge. Newer servers only. */
  badgeUrl: produced(z.string(), { wire: "badge_url", secret: false, stable: true }),
  /** URL for updating the check with a read-write key. */
  updateUrl: produced(z.string(), { wire: "update_url", secret: false, stable: true }),
  /** URL for pausing the check with a read-write key. */
  pauseUrl: produced(z.string(), { wire: "pause_url", secret: false, stable: true }),
  /** URL for resuming the check with a read-write key. */
  resumeUrl: produced(z.string(), { wire: "resume_url", secret: false, stable: true }),
  /** Identifier of the check for read-only keys, which do not see the UUID. */
  uniqueKey: produced(z.string(), { secret: false, stable: true }),
} as const;

/** What the state keeps of a check beside that. */
export const checkInternals = {
  /** What the service made of our last write where it spells that in its own way. */
  __canonical: produced(z.record(z.string(), z.unknown()).optional(), { secret: "ofInputs" }),
  /** The stack whose stamp it has; earlier versions noted the stack that wrote it last in any case. */
  __owner: produced(z.string().optional(), { secret: false }),
  /** It has the stamp. */
  __stamped: produced(z.literal(true).optional(), { secret: false }),
} as const;

/** A check's inputs after validation, with defaults in place. */
export type CheckInputs = ValuesOf<typeof checkFields>;
/** What the service adds to them. */
export type CheckOutputs = ValuesOf<typeof checkOutputs>;
/** A check in the state. */
export type CheckState = StateOf<typeof checkFields, typeof checkOutputs, typeof checkInternals>;

/** Several scheduled jobs with a check each: what they have in common is declared once. A component made only of checks. */
import { z } from "zod";
import { fieldMeta, produced } from "../core/fields";
import { checkFields } from "./check/checkFields";

/** What a program says about its jobs. */
export const scheduledJobsFields = {
  /** The schedule of each job, cron (five fields) or systemd OnCalendar, by the slug of its check. */
  schedules: z.record(z.string(), z.string()).register(fieldMeta, { managed: "always" }),
  /** IANA time zone of all schedules, for example `Europe/Riga`. */
  tz: checkFields.tz,
  /** Time after a missed ping before a check goes down: seconds, or `"5m"`, `"1h30m"`, `"P1D"`. */
  grace: checkFields.grace,
  /** Tags of all checks. */
  tags: checkFields.tags,
  /** Channels that all checks alert: `"*"` for all, or a list of names or UUIDs. Left unchanged when not set. */
  channels: checkFields.channels,
  /** Named project (`checks:projects`) the checks belong to. */
  project: checkFields.project,
} as const;

/** What is known once the checks are made. */
export const scheduledJobsOutputs = {
  /** The address that each job pings, by the slug of its check. */
  pingUrls: produced(z.record(z.string(), z.string()), { secret: true }),
  /** UUIDs of the checks, by their slugs. */
  uuids: produced(z.record(z.string(), z.string()), { secret: false }),
} as const;

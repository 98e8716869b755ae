/** A check as data sources return it: the fields of the resource, and readings that change by themselves. */
import { z } from "zod";
import { type FieldMeta, type Fields, fieldMeta, metaOf, type Values } from "../../core/fields";
import { fieldValue } from "../../core/wire";
import type { CheckDocument } from "../api";
import { type CheckInputs, checkFields, checkOutputs } from "../check/checkFields";
import { keyOf } from "../snapshot";
import { fromWire } from "./fromWire";

/** States of a check. Servers may know other states. */
export type CheckStatus = "new" | "up" | "grace" | "down" | "paused" | (string & {});

const status: z.ZodType<CheckStatus, CheckStatus> = z.string();

/** What changes by itself, and is therefore no part of a resource. */
const checkReadings = {
  /** `new` (no ping yet, or none since it was resumed), `up`, `grace` (late), `down` or `paused`. */
  status: status.register(fieldMeta, { wire: "status", managed: "never" }),
  /** Number of pings so far. */
  nPings: z.int().register(fieldMeta, { wire: "n_pings", managed: "never" }),
  /** Whether a run has started and not ended yet. */
  started: z.boolean().register(fieldMeta, { wire: "started", managed: "never" }),
  /** When the last ping came (ISO 8601). Absent before the first. */
  lastPing: z.string().optional().register(fieldMeta, { wire: "last_ping", managed: "never" }),
  /** When the next ping is expected (ISO 8601). Absent while none is. */
  nextPing: z.string().optional().register(fieldMeta, { wire: "next_ping", managed: "never" }),
  /** How long the last run took, in seconds. Absent if no run signalled its start; newer servers only. */
  lastDuration: z
    .number()
    .optional()
    .register(fieldMeta, { wire: "last_duration", managed: "never", unit: "seconds" }),
} as const;

/** Options of the resource that are not fields of the check itself. */
type Options = "paused" | "subject" | "subjectFail" | "onExisting" | "adopt" | "project";

type Shown = Omit<CheckInputs, Options | "channels">;
type Readings = z.output<z.ZodObject<typeof checkReadings>>;
type Addresses = z.output<z.ZodObject<typeof checkOutputs>>;
/** Outputs that a read-only key does not see. */
type Hidden = "uuid" | "pingUrl" | "updateUrl" | "pauseUrl" | "resumeUrl";

/**
 * A check as it is now. A simple check has `timeout`, a cron check `schedule` and `tz`. With a read-only key `uuid`
 * (unless the check was asked for by it), `pingUrl`, `updateUrl`, `pauseUrl`, `resumeUrl` and `channels` are absent.
 * `badgeUrl` is empty from servers before release 3.10, which do not tell it.
 */
export interface CheckResult
  extends Shown,
    Readings,
    Omit<Addresses, Hidden>,
    Partial<Pick<Addresses, Hidden>> {
  /** UUIDs of the attached channels, sorted. */
  channels?: string[];
}

/** The check of a document, under the names of the SDK. */
export function checkFromWire(document: CheckDocument): CheckResult {
  const values: Values = { badgeUrl: "", ...fromWire(allFields, document), uniqueKey: keyOf(document) };
  for (const key of Object.keys(checkFields)) {
    const value = fieldValue(checkFields, key, values);
    if (value !== undefined) values[key] = value;
  }
  // Servers differ in the order of channels, which has no meaning.
  if (Array.isArray(values.channels)) values.channels = values.channels.toSorted();
  return values as unknown as CheckResult;
}

const allFields: Fields = { ...checkFields, ...checkOutputs, ...checkReadings };

/** Validates what `checkFromWire` returns; the bounds of inputs do not apply to what the service keeps already. */
export const checkResult = z.object({
  ...asKept(checkFields),
  ...asKept(checkOutputs),
  ...checkReadings,
  badgeUrl: checkOutputs.badgeUrl,
  uniqueKey: checkOutputs.uniqueKey,
}) as unknown as z.ZodType<CheckResult, CheckResult>;

/** The fields of documents with their bare types. All are optional; required ones have a default. */
function asKept(fields: Fields): Record<string, z.ZodType> {
  const shown = Object.entries(fields).filter(([key]) => metaOf(fields, key).wire !== undefined);
  return Object.fromEntries(
    shown.map(([key, type]) => [key, bareType(type, metaOf(fields, key)).optional()]),
  );
}

function bareType(type: z.ZodType, { separator, unit }: FieldMeta): z.ZodType {
  if (unit === "seconds") return z.int();
  if (separator !== undefined) return z.array(z.string());
  if (type instanceof z.ZodOptional || type instanceof z.ZodDefault) {
    return bareType(type.unwrap() as z.ZodType, {} as FieldMeta);
  }
  if (type instanceof z.ZodNumber) return z.number();
  return type instanceof z.ZodBoolean ? z.boolean() : z.string();
}

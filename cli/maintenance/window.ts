/**
 * The record of a maintenance: everything needed to undo it, and no secret. Checks are identified by their unique keys,
 * which a list shows, because their UUIDs could be used to ping them.
 */
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { withoutCredentials } from "../../provider/http/connection";

const check = z.object({
  /** The check's name, for people. */
  label: z.string(),
  uniqueKey: z.string(),
  /** Its former channels, as the service wrote them. Absent if only the check's tag had them, and lacked room. */
  channels: z.string().optional(),
});
/** A check whose channels were taken off, or are about to be. */
export type QuietCheck = z.output<typeof check>;

const place = z.object({
  /** Address of the service. A password in it is removed, also from older records that contain one. */
  url: z.url().transform(withoutCredentials),
  /** Named project of the configuration; `default` for the unnamed one. */
  project: z.string(),
  /** The stack whose configuration has the key. */
  folder: z.string(),
  stack: z.string().optional(),
  /** The exported state that named its checks, instead of that stack. */
  state: z.string().optional(),
  /** The URN of the explicit provider whose arguments have the key, in that state or in the stack's. */
  provider: z.string().optional(),
  checks: z.array(check),
});
/** One project's part of a maintenance. */
export type QuietPlace = z.output<typeof place>;

export const quietWindow = z.object({
  schema: z.literal("pulumi-checks/maintenance"),
  version: z.literal(1),
  /** Eight hex digits, which the tags on its checks contain, too. */
  id: z.string().regex(/^[0-9a-f]{8}$/),
  /** The reason; may be empty. */
  reason: z.string(),
  /** When it began, and when it should end. UNIX seconds. */
  from: z.int(),
  until: z.int(),
  /** The process that ends it after its command; absent if `maintenance end` has to. */
  runner: z.int().optional(),
  /** Distinguishes it from a later process with the same number. */
  runnerIdentity: z.string().optional(),
  places: z.array(place),
});
export type QuietWindow = z.output<typeof quietWindow>;

/** A random name for a new maintenance. */
export function newId(): string {
  return randomBytes(4).toString("hex");
}

export function checksOf({ places }: Pick<QuietWindow, "places">): QuietCheck[] {
  return places.flatMap(({ checks }) => checks);
}

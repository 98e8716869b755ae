/**
 * What is written down of a maintenance: everything that is needed to put it right again, and no secret. A check is named
 * by its unique key, by which a list shows it, and not by its UUID, which would ping it.
 */
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { withoutCredentials } from "../../provider/http/connection";

const check = z.object({
  /** What people call it. */
  label: z.string(),
  uniqueKey: z.string(),
  /** The channels that it had, as the service wrote them. Absent where only its tag knew of them, and had no room. */
  channels: z.string().optional(),
});
/** A check whose channels were taken off, or are about to be. */
export type QuietCheck = z.output<typeof check>;

const place = z.object({
  /** Address of the service; a password in it is left where it is configured, also by records that had it. */
  url: z.url().transform(withoutCredentials),
  /** Named project of the configuration; `default` for the one without a name. */
  project: z.string(),
  /** The stack whose configuration has the key. */
  folder: z.string(),
  stack: z.string().optional(),
  /** The exported state that named its checks, instead of that stack. */
  state: z.string().optional(),
  /** The URN of the explicit provider whose arguments have the key, in that state or in that of the stack. */
  provider: z.string().optional(),
  checks: z.array(check),
});
/** One project's part of a maintenance. */
export type QuietPlace = z.output<typeof place>;

/** A maintenance. */
export const quietWindow = z.object({
  schema: z.literal("pulumi-checks/maintenance"),
  version: z.literal(1),
  /** Eight hex digits; the tags on its checks have it, too. */
  id: z.string().regex(/^[0-9a-f]{8}$/),
  /** Why; may be empty. */
  reason: z.string(),
  /** When it began, and by when it was meant to end. UNIX seconds. */
  from: z.int(),
  until: z.int(),
  /** The process that ends it when its command has ended; absent for one that `maintenance end` ends. */
  runner: z.int().optional(),
  /** What tells it from a later process with the same number. */
  runnerIdentity: z.string().optional(),
  places: z.array(place),
});
export type QuietWindow = z.output<typeof quietWindow>;

/** A name that no other maintenance has. */
export function newId(): string {
  return randomBytes(4).toString("hex");
}

/** All checks of a maintenance. */
export function checksOf({ places }: Pick<QuietWindow, "places">): QuietCheck[] {
  return places.flatMap(({ checks }) => checks);
}

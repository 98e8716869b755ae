/** What the stack's configuration says of a check that the program leaves open. */

import type { Values } from "../../core/fields";
import type { Session } from "../../core/session";
import { UNKNOWN } from "../../core/unknown";
import { monitorOf } from "../monitor";
import { checkDefaultsOf } from "../settings";

/** Beside the properties of a check: whether the program has an assignment for it, which then sets its channels. */
export const ASSIGNED = "__assigned";

/**
 * The properties with `checks:defaultTags` and `checks:defaultChannels` in place of what is not named.
 * @throws {ChecksError} when a setting is wrong.
 */
export function withConfigured(session: Session, given: Values): Values {
  const tags = given.tags ?? configured(session, given, "tags");
  if (given.channels !== undefined || given[ASSIGNED] === true) return { ...given, tags };
  const channels = configured(session, given, "channels");
  // In a preview the assignment may be of a check whose slug is not known yet.
  const unsure = channels !== undefined && given[ASSIGNED] === UNKNOWN;
  return { ...given, tags, channels: unsure ? UNKNOWN : channels };
}

function configured(session: Session, { project }: Values, key: "tags" | "channels"): unknown {
  const settings = monitorOf(session).configured();
  if (project !== UNKNOWN) return checkDefaultsOf(settings, project as string | undefined)[key];
  const everywhere = checkDefaultsOf(settings)[key];
  const own = Object.keys(settings.projects).map((name) => checkDefaultsOf(settings, name)[key]);
  return own.every((one) => one === everywhere) ? everywhere : UNKNOWN;
}

/** Why nobody would hear of it when this check goes down, or undefined. `named` has the defaults in place. */
export function alertsNobody(named: Values): string | undefined {
  const { channels } = named;
  if (named[ASSIGNED] || !Array.isArray(channels) || channels.length > 0) return undefined;
  const slug = typeof named.slug === "string" && named.slug !== UNKNOWN ? `check "${named.slug}"` : "a check";
  return `${slug}: channels: none, so that nobody is alerted when it goes down. Name channels (or "*"), or give it a ChannelAssignment`;
}

/** Fills in what a check leaves open, from the program's defaults and the stack's configuration. */
import { isDeepStrictEqual } from "node:util";
import { type Values, withoutUndefined } from "../../core/fields";
import type { Session } from "../../core/session";
import { isUnknown, UNKNOWN } from "../../core/unknown";
import { monitorOf } from "../monitor";
import { type CheckDefaults, channelsFor, checkDefaultsOf } from "../settings";

/** Sent with the properties of a check: whether the program has an assignment for it, which then sets its channels. */
export const ASSIGNED = "__assigned";

/** Sent with the properties of a check: the defaults that `withDefaults` set for all checks of the program. */
export const OF_PROGRAM = "__ofProgram";

/** What a program says for all its checks. */
export interface ProgramDefaults extends CheckDefaults {
  onExisting?: "adopt" | "fail" | "adoptUnchanged" | undefined;
}

/**
 * The properties, with the defaults of the program and of the configuration in place of what is not named.
 * @throws {ChecksError} when a setting is wrong.
 */
export function withConfigured(session: Session, given: Values): Values {
  const program = (given[OF_PROGRAM] ?? {}) as ProgramDefaults;
  const configured = (of: (defaults: CheckDefaults) => unknown) =>
    inProject(session, given.project, program, of);
  const grace = given.grace ?? configured((defaults) => defaults.grace);
  const onExisting = given.onExisting ?? program.onExisting;
  const named = {
    ...given,
    tags: given.tags ?? configured((defaults) => defaults.tags),
    ...(grace !== undefined && { grace }),
    ...(onExisting !== undefined && { onExisting }),
  };
  if (given.channels !== undefined || given[ASSIGNED] === true) return named;
  const channels = configured((defaults) => channelsOf(defaults, given.tags ?? defaults.tags));
  // In a preview the assignment may be of a check whose slug is not known yet.
  const unsure = channels !== undefined && given[ASSIGNED] === UNKNOWN;
  return { ...named, channels: unsure ? UNKNOWN : channels };
}

/** The program goes before the configuration. */
export function mergeDefaults(program: ProgramDefaults, configured: CheckDefaults): CheckDefaults {
  return { ...configured, ...withoutUndefined(program) };
}

/** The default for a check of a project; unknown if the project is unknown and the defaults of the projects differ. */
function inProject(
  session: Session,
  project: unknown,
  program: ProgramDefaults,
  of: (defaults: CheckDefaults) => unknown,
): unknown {
  const settings = monitorOf(session).serviceSettings();
  const say = (name?: string) => of(mergeDefaults(program, checkDefaultsOf(settings, name)));
  if (project !== UNKNOWN) return say(project as string | undefined);
  const everywhere = say();
  const isSame = Object.keys(settings.projects).every((name) => isDeepStrictEqual(say(name), everywhere));
  return isSame ? everywhere : UNKNOWN;
}

function channelsOf(defaults: CheckDefaults, tags: unknown): unknown {
  if (defaults.channelsByTag !== undefined && isUnknown(tags)) return UNKNOWN;
  return channelsFor(defaults, Array.isArray(tags) ? (tags as string[]) : []);
}

/** The warning that nobody is alerted when this check goes down, or undefined. `named` has the defaults in place. */
export function alertsNobody(named: Values): string | undefined {
  const { channels } = named;
  if (named[ASSIGNED] || !Array.isArray(channels) || channels.length > 0) return undefined;
  const slug = typeof named.slug === "string" && named.slug !== UNKNOWN ? `check "${named.slug}"` : "a check";
  return `${slug}: channels: none, so nobody is alerted when it goes down. Name channels (or "*"), or give it a ChannelAssignment`;
}

/** The fields of a channel assignment: the only place where each is named. */
import { z } from "zod";
import { fieldMeta, produced, text, type ValuesOf } from "../../core/fields";
import type { StateOf } from "../../core/resource";
import { channelsOfCheck, projectName, SLUG } from "../sharedFields";
import { isUpperUuid, isUuid, NO_UUID } from "../uuid";

/** The engine leaves out what is to come from a resource that it leaves out itself, or that failed. */
const NO_CHECK =
  "is required: a Check of the program, or the UUID or slug of any check. Where it is a Check that is not made yet and that --exclude leaves out, add --exclude-dependents; where it is one that failed in this run, mend that one";

/** Of what names no check: a ping URL, which a message would show as the slug that was looked for. */
const NO_NAME =
  "must be a Check of the program, or the UUID or slug of any check; a slug consists of a-z, 0-9, hyphen and underscore, and a ping URL is neither";

/** What a program says about a channel assignment. */
export const channelAssignmentFields = {
  /** The check to attach channels to: a `Check` of the program, or the UUID or slug of any check. Changing it makes a new assignment. */
  check: text()
    .min(1, { error: "must not be empty" })
    .refine((check) => !isUpperUuid(check), { error: NO_UUID })
    .refine((check) => check === "" || isUuid(check.toLowerCase()) || SLUG.test(check), { error: NO_NAME })
    .register(fieldMeta, { managed: "always", replaces: true, missing: NO_CHECK }),
  /** Channels to alert: `"*"` for all, or a list of names or UUIDs. */
  channels: channelsOfCheck().register(fieldMeta, { wire: "channels", managed: "always", separator: "," }),
  /** `additive` attaches these channels and leaves others alone; `exclusive` makes them the check's only channels. */
  mode: z
    .enum(["additive", "exclusive"], { error: 'must be "additive" or "exclusive"' })
    .default("additive")
    .register(fieldMeta, { managed: "always" }),
  /** Named project (`checks:projects`) the check belongs to. Changing it makes a new assignment. */
  project: projectName().optional().register(fieldMeta, { managed: "never", replaces: true }),
} as const;

/** What is known of an assignment once it exists. */
export const channelAssignmentOutputs = {
  /** UUID of the check. */
  uuid: produced(z.string(), { secret: false, stable: true }),
  /**
   * UUIDs of the channels that this assignment attached, in the order of `channels`. No secret, even if `channels` is
   * one.
   */
  channelIds: produced(z.array(z.string()), { secret: false }),
} as const;

/** What the state keeps of an assignment beside that. */
export const channelAssignmentInternals = {
  /** Address of the service that the check lives on; absent in states of earlier versions. */
  __service: produced(z.string().optional(), { secret: false }),
  /** This stack, if the check belongs to it. */
  __owner: produced(z.string().optional(), { secret: false }),
} as const;

/** An assignment's inputs after validation, with defaults in place. */
export type ChannelAssignmentInputs = ValuesOf<typeof channelAssignmentFields>;
/** The same, with what is known once it is made. */
export type ChannelAssignmentState = StateOf<
  typeof channelAssignmentFields,
  typeof channelAssignmentOutputs,
  typeof channelAssignmentInternals
>;

/** Fields that a check and a channel assignment both have. */
import { z } from "zod";
import { joinedList, text } from "../core/fields";
import { MOST_TAGS, maintenanceIn } from "./maintenance";
import { isStamp } from "./stamp";

/** What a slug consists of, by the rules of the service. */
export const SLUG = /^[a-z0-9_-]+$/;

/** The wire separates channels by commas, so a channel with a comma in its name can only be given by its UUID. */
const WITH_COMMA = "give the UUID of a channel whose name has one (getChannels shows it)";

/** `"*"` for all channels, or a list of their names and UUIDs. */
export const channelsOfCheck = () =>
  z.union([z.literal("*"), joinedList(",", undefined, WITH_COMMA)], {
    error: 'must be "*" or a list of names and UUIDs of channels, each without a comma',
  });

/** The name in messages of the project without a name. */
export const DEFAULT_PROJECT = "default";

/** The name of a project of the configuration. */
export const projectName = () =>
  text()
    .min(1, { error: "must not be empty; leave it out for the default project" })
    .refine((name) => name !== DEFAULT_PROJECT, {
      error: "is the name of the default project; leave it out to use that one",
    });

/** Whether an existing check may be taken over: always, never, or only if none of its fields would change. */
export const takeover = () =>
  z.enum(["adopt", "fail", "adoptUnchanged"], { error: 'must be "adopt", "fail" or "adoptUnchanged"' });

/** Tags, each without blanks, of at most 500 characters together; none in the form of those that this package sets itself. */
export const tagsOfCheck = () =>
  joinedList(" ", MOST_TAGS).superRefine((tags, context) => {
    for (const [index, tag] of tags.entries()) {
      const means = reservedFor(tag);
      if (means === undefined) continue;
      context.addIssue({ code: "custom", path: [index], message: `is reserved: such a tag says ${means}` });
    }
  });

/** The meaning of a reserved tag. */
function reservedFor(tag: string): string | undefined {
  if (isStamp(tag)) return "which stack the check belongs to, and checks:stamp sets it";
  if (maintenanceIn(tag) === undefined) return undefined;
  return "that the check is in maintenance, and `pulumi-checks maintenance` sets it";
}

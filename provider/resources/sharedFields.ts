/** Fields that a check and a channel assignment both have. */
import { z } from "zod";
import { joinedList, text } from "../fields";

/** `"*"` for all channels, or a list of their names and UUIDs. */
export const channelsOfCheck = () =>
  z.union([z.literal("*"), joinedList(",")], {
    error: 'must be "*" or a list of names and UUIDs of channels, each without a comma',
  });

/** The name of a project of the configuration. */
export const projectName = () =>
  text().min(1, { error: "must not be empty; leave it out for the default project" });

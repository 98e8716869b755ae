import { z } from "zod";
import { compare } from "../../core/compare";
import { text } from "../../core/fields";
import { projectFunction } from "./projectFunction";
import { withReadWriteKey } from "./readWriteKey";
import { projectField } from "./selector";

const channel = z.object({
  /** UUID of the channel. */
  id: z.string(),
  /** Name shown to people. Several channels may have the same. */
  name: z.string(),
  /** For example `email` or `sms`; servers know many more. */
  kind: z.string(),
});

/** `GET /api/v3/channels/`, once a run. Needs a read-write key. */
export const getChannels = projectFunction({
  name: "getChannels",
  args: z.strictObject({
    /** Only channels with exactly this name; blanks and case count. */
    name: text().optional(),
    /** Only channels of this kind, for example `email`. */
    kind: text().optional(),
    ...projectField,
  }),
  result: z.object({
    /** The channels, sorted by name, then by id. */
    channels: z.array(channel),
  }),
  async look(project, { name, kind }) {
    const all = await withReadWriteKey(project, "channels", () => project.channels());
    const channels = all
      .filter((one) => name === undefined || one.name === name)
      .filter((one) => kind === undefined || one.kind === kind)
      .sort((a, b) => compare(a.name, b.name) || compare(a.id, b.id));
    return { channels };
  },
});

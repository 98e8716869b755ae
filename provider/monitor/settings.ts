/** What can be configured of the monitoring service, under `checks:` or in the environment. */
import { z } from "zod";
import { LONGEST, SHORTEST } from "../../schedule/limits";
import {
  address,
  argumentName,
  argumentPlace,
  type ConfigReader,
  list,
  nested,
  readGroup,
  secondsOrText,
  secretKey,
  yesOrNo,
} from "../core/settings";
import { clientSettings } from "../http/settings";
import { channelsOfCheck, DEFAULT_PROJECT, tagsOfCheck, takeover } from "./sharedFields";

const PROJECTS = 'must be a map of projects, such as {"billing": {"apiKey": "…"}}';

const BY_TAG = 'must be channels by tag, such as {"db": ["Pager"]}';

/** Defaults for checks; those of a project take precedence over those of all projects. */
const checkDefaults = {
  defaultTags: list(tagsOfCheck(), /\s+/).optional(),
  defaultChannels: list(channelsOfCheck(), /\s*,\s*/).optional(),
  channelsByTag: nested(
    z.record(z.string(), list(channelsOfCheck(), /\s*,\s*/), { error: BY_TAG }).optional(),
  ),
  defaultGrace: secondsOrText(SHORTEST, LONGEST).optional(),
};

/** Settings of a named project. */
const ofProject = { apiKey: secretKey.optional(), url: address.optional(), ...checkDefaults };

/** What is no project, and the settings that a project does not have. */
function noProject({ code, keys }: { code?: string; keys?: string[] }): string {
  if (code !== "unrecognized_keys") return 'must be a map of settings, such as {"apiKey": "…"}';
  return `there is no such setting as ${keys?.join(" and ")}; the settings of a project are ${Object.keys(ofProject).join(", ")}`;
}

/** The settings under `checks:`. Each can be given in the environment as `CHECKS_` and its name: `CHECKS_API_KEY`. */
export const settingFields = {
  /** Address of the monitoring service, for example `https://monitoring.example.com`. */
  url: address.optional(),
  /** API key of the project. A secret: `pulumi config set --secret checks:apiKey`. */
  apiKey: secretKey.optional(),
  /** Named projects: `checks:projects.<name>.apiKey`, and `.url`, `.defaultTags`, `.defaultChannels`, `.channelsByTag`, `.defaultGrace` where they differ. */
  projects: nested(
    z
      .record(z.string(), z.strictObject(ofProject, { error: noProject }), { error: PROJECTS })
      .superRefine((projects, context) => {
        if (!Object.hasOwn(projects, DEFAULT_PROJECT)) return;
        const message = "is the name of the default project; set its key in checks:apiKey";
        context.addIssue({ code: "custom", path: [DEFAULT_PROJECT], message });
      })
      .default({}),
  ),
  /** Tags of every check that sets no `tags` itself: a list, or a text separated by blanks. */
  defaultTags: checkDefaults.defaultTags,
  /** Channels of every check that sets no `channels` itself and, in TypeScript, has no ChannelAssignment: `*`, a list, or a text of names or UUIDs separated by commas. */
  defaultChannels: checkDefaults.defaultChannels,
  /** Channels by tag, for the same checks. A check with such tags gets the channels of all of them instead of `defaultChannels`. `pulumi config set --path checks:channelsByTag.db "Pager, Ops mail"`; in the environment as JSON. */
  channelsByTag: checkDefaults.channelsByTag,
  /** Grace of every check that sets no `grace` itself: seconds, or a text such as `10m`; 60 seconds to 365 days. */
  defaultGrace: checkDefaults.defaultGrace,
  /** The former `url` of a service that moved to a new address: checks recorded in the state under it count as checks of `url`. */
  formerUrl: address.optional(),
  /** Puts a tag with the owning stack's name on each check, so that other stacks leave it alone. */
  stamp: yesOrNo.default(false),
  /** What to do with a check that already exists, unless the check sets its own `onExisting`: `adopt`, `fail` or `adoptUnchanged`. */
  onExisting: takeover().default("adopt"),
  /** What serves the resources of a TypeScript or JavaScript program: `dynamic`, or `plugin` for the native plugin. There is no way back from `plugin`. */
  host: z.enum(["dynamic", "plugin"], { error: 'must be "dynamic" or "plugin"' }).default("dynamic"),
  ...clientSettings,
} as const;

/** All settings, with defaults in place. */
export type Settings = z.output<z.ZodObject<typeof settingFields>>;

/** Reads all settings of the monitoring service; every wrong one is named, without its value. */
export function readSettings(config: ConfigReader, environment: NodeJS.ProcessEnv = process.env): Settings {
  const isArgument = config.nestedIn === "arguments";
  return readGroup(
    {
      bag: "checks",
      fields: settingFields,
      notInEnvironment: ["projects"],
      ...(isArgument && { placeOf: argumentPlace }),
    },
    config,
    environment,
  );
}

/** The name of a setting in messages, so that users set it where it counts. */
export function settingName(key: string, nestedIn: ConfigReader["nestedIn"]): string {
  return nestedIn === "arguments" ? argumentName(key) : `checks:${key}`;
}

/** Defaults for a check. */
export interface CheckDefaults {
  tags?: readonly string[] | undefined;
  channels?: Channels | undefined;
  channelsByTag?: Readonly<Record<string, Channels>> | undefined;
  /** In seconds. */
  grace?: number | undefined;
}

type Channels = "*" | readonly string[];

/** The defaults that the configuration gives to checks of a project. */
export function checkDefaultsOf(settings: Settings, project?: string): CheckDefaults {
  const { projects } = settings;
  const own = project !== undefined && Object.hasOwn(projects, project) ? projects[project] : undefined;
  return {
    tags: own?.defaultTags ?? settings.defaultTags,
    channels: own?.defaultChannels ?? settings.defaultChannels,
    channelsByTag: own?.channelsByTag ?? settings.channelsByTag,
    grace: own?.defaultGrace ?? settings.defaultGrace,
  };
}

/** The default channels of a check with these tags: those of all its tags, or the general default if no tag has any. */
export function channelsFor(
  { channels, channelsByTag = {} }: CheckDefaults,
  tags: readonly string[],
): Channels | undefined {
  const ofTags = tags.flatMap((tag) => (Object.hasOwn(channelsByTag, tag) ? [channelsByTag[tag] ?? []] : []));
  if (ofTags.length === 0) return channels;
  return ofTags.includes("*") ? "*" : [...new Set(ofTags.flat())];
}

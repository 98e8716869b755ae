/** What can be configured of the monitoring service, under `checks:` or in the environment. */
import { z } from "zod";
import { address, type ConfigReader, list, nested, readGroup, secretKey, yesOrNo } from "../core/settings";
import { clientSettings } from "../http/settings";
import { channelsOfCheck, tagsOfCheck, takeover } from "./sharedFields";

/** What a check has that names none itself; a project's own go before those of all projects. */
const checkDefaults = {
  defaultTags: list(tagsOfCheck(), /\s+/).optional(),
  defaultChannels: list(channelsOfCheck(), /\s*,\s*/).optional(),
};

/** The settings under `checks:`. Each can be given in the environment as `CHECKS_` and its name: `CHECKS_API_KEY`. */
export const settingFields = {
  /** Address of the monitoring service, for example `https://monitoring.example.com`. */
  url: address.optional(),
  /** API key of the project. A secret: `pulumi config set --secret checks:apiKey`. */
  apiKey: secretKey.optional(),
  /** Named projects: `checks:projects.<name>.apiKey` and, when they differ, `.url`, `.defaultTags` and `.defaultChannels`. */
  projects: nested(
    z
      .record(
        z.string(),
        z.object({ apiKey: secretKey.optional(), url: address.optional(), ...checkDefaults }),
      )
      .default({}),
  ),
  /** Tags of every check that names no `tags` itself: a list, or a text with blanks between them. */
  defaultTags: checkDefaults.defaultTags,
  /** Channels of every check that names no `channels` itself and has no ChannelAssignment: `*`, a list, or a text with commas between their names or UUIDs. */
  defaultChannels: checkDefaults.defaultChannels,
  /** The address that `url` had before, when the same service is reached by another one now: checks that the state knows under it are not somewhere else. */
  formerUrl: address.optional(),
  /** Whether each check carries a tag that names the stack it belongs to, so that other stacks leave it alone. */
  stamp: yesOrNo.default(false),
  /** What to do with a check that exists already, where a check does not say it by its own `onExisting`: `adopt`, `fail` or `adoptUnchanged`. */
  onExisting: takeover().default("adopt"),
  /** What serves the resources of a program in TypeScript or JavaScript: `dynamic`, or `plugin` for the native plugin, from which there is no way back. */
  host: z.enum(["dynamic", "plugin"], { error: 'must be "dynamic" or "plugin"' }).default("dynamic"),
  ...clientSettings,
} as const;

/** All settings, with defaults in place. */
export type Settings = z.output<z.ZodObject<typeof settingFields>>;

/** Reads all settings of the monitoring service; every wrong one is named, without its value. */
export function readSettings(config: ConfigReader, environment: NodeJS.ProcessEnv = process.env): Settings {
  return readGroup(
    { bag: "checks", fields: settingFields, notInEnvironment: ["projects"] },
    config,
    environment,
  );
}

/** What the configuration gives to checks of a project that name nothing themselves. */
export function checkDefaultsOf({ projects, defaultTags, defaultChannels }: Settings, project?: string) {
  const own = project !== undefined && Object.hasOwn(projects, project) ? projects[project] : undefined;
  return { tags: own?.defaultTags ?? defaultTags, channels: own?.defaultChannels ?? defaultChannels };
}

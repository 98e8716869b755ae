/** Which keys of a stack's configuration, and which arguments of a provider, are settings. */
import { noSuchSetting } from "../core/settings";
import { settingFields } from "../monitor/settings";
import { merchantSettingFields } from "../payments/settingFields";

/** The setting in which those of the payment service are nested, where a plugin gets nothing but `checks:`. */
export const MERCHANT = "merchant";

/** What the engine adds to a provider's arguments. */
export const ENGINES_OWN: readonly string[] = ["version", "pluginDownloadURL", "__internal", "__defaults"];

/** The namespaces of the configuration that are ours: what is a setting in them, and what is said of anything else. */
const BAGS = {
  checks: { fields: settingFields, more: [MERCHANT], others: ENGINES_OWN },
  merchant: { fields: merchantSettingFields, more: [], others: [] },
} as const;

type Bag = keyof typeof BAGS;

/** A sentence about each of these keys of a namespace that is no setting. */
export function strangersIn(bag: Bag, keys: readonly string[]): string[] {
  const { fields, more, others } = BAGS[bag];
  const known: readonly string[] = [...Object.keys(fields), ...more, ...others];
  const strangers = keys.filter((key) => !known.includes(key));
  return strangers.map((key) => `${bag}:${key}: ${noSuchSetting(fields, more)}`);
}

/** The same about keys of a stack's configuration. A project that is called like a namespace has its own keys there. */
export function unknownSettings(keys: readonly string[], project: string): string[] {
  const bags = (Object.keys(BAGS) as Bag[]).filter((bag) => bag !== project);
  return bags.flatMap((bag) => {
    const own = keys.filter((key) => key.startsWith(`${bag}:`));
    return strangersIn(
      bag,
      own.map((key) => key.slice(bag.length + 1)),
    );
  });
}

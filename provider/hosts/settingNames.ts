/** Which keys of a stack's configuration, and which arguments of a provider, are settings. */
import { settingFields } from "../monitor/settings";
import { merchantSettingFields } from "../payments/settingFields";

/** The setting in which those of the payment service are nested, where a plugin gets nothing but `checks:`. */
export const MERCHANT = "merchant";

/** What the engine adds to a provider's arguments. */
export const ENGINES_OWN: readonly string[] = ["version", "pluginDownloadURL", "__internal", "__defaults"];

/** The namespaces of the configuration that are ours. */
type Bag = keyof typeof BAGS;

const BAGS = {
  checks: [...Object.keys(settingFields), MERCHANT],
  merchant: Object.keys(merchantSettingFields),
};

/** Whether there is such a setting, or such a thing of the engine's beside the settings. */
export function isSetting(bag: Bag, name: string): boolean {
  return BAGS[bag].includes(name) || (bag === "checks" && ENGINES_OWN.includes(name));
}

/** The sentence about one that there is not. */
export function noSuchSetting(bag: Bag, name: string): string {
  return `${bag}:${name}: there is no such setting; the settings are ${BAGS[bag].join(", ")}`;
}

/** A sentence about each key that is in one of our namespaces and no setting. A project called like one has its own keys there. */
export function unknownSettings(keys: readonly string[], project: string): string[] {
  return keys.flatMap((key) => {
    const [bag = "", ...rest] = key.split(":");
    const name = rest.join(":");
    const isOurs = Object.hasOwn(BAGS, bag) && bag !== project;
    return !isOurs || isSetting(bag as Bag, name) ? [] : [noSuchSetting(bag as Bag, name)];
  });
}

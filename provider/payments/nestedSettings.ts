/**
 * The settings of the payment service where they are nested in those of the monitoring service, as `checks:merchant`: the
 * engine hands one bag of the configuration to a plugin, and its providers have these as an argument. A bag of their own,
 * `merchant:`, is read after that.
 */
import { ChecksError } from "../core/errors";
import type { Values } from "../core/fields";
import {
  argumentPlace,
  type ConfigReader,
  isSecret,
  noSuchSetting,
  type Place,
  parsedJson,
  placeInConfiguration,
} from "../core/settings";
import { merchantSettingFields } from "./settingFields";

const NESTED = "checks:merchant";
const GROUP = { bag: "merchant", fields: merchantSettingFields };

/** A reader of `merchant:` that sees what is nested, and where to set one, when that is not `merchant:` for all of them. */
export function placesOf(config: ConfigReader): { read: ConfigReader; placeOf?: (key: string) => Place } {
  const nested = nestedValues(config);
  // A program in TypeScript tells the plugin also what stands in the bag of their own.
  const isInBag = (key: string) => Boolean(config(`${GROUP.bag}:${key}`));
  const isNested = (key: string) =>
    Object.hasOwn(nested, key) || (config.nestedIn !== undefined && !isInBag(key));
  const read = (name: string) => {
    const key = name.replace(/^merchant:/, "");
    if (!Object.hasOwn(nested, key)) return config(name);
    refuseInexact(`${placeOfAll(config)}.${key}`, nested[key]);
    return asText(nested[key]);
  };
  if (config.nestedIn === undefined && Object.keys(nested).length === 0) return { read };
  return {
    read,
    placeOf: (key) => (isNested(key) ? nestedPlace(config, key) : placeInConfiguration(GROUP, key)),
  };
}

/** The nested settings. @throws {ChecksError} for what is no map, or has a setting that there is not; no value is quoted. */
function nestedValues(config: ConfigReader): Values {
  const given = config(NESTED);
  if (given === undefined) return {};
  const values = parsedJson(given);
  if (typeof values !== "object" || values === null || Array.isArray(values)) {
    throw new ChecksError({
      subject: "configuration",
      property: placeOfAll(config),
      reason: "must be a map of the settings of the payment service",
      remedy: `Set them one by one, for example ${nestedPlace(config, "url").how}`,
    });
  }
  const stranger = Object.keys(values).find((key) => !Object.hasOwn(merchantSettingFields, key));
  if (stranger === undefined) return values as Values;
  throw new ChecksError({
    subject: "configuration",
    property: `${placeOfAll(config)}.${stranger}`,
    reason: noSuchSetting(merchantSettingFields),
  });
}

function placeOfAll({ nestedIn }: ConfigReader): string {
  return nestedIn === "arguments" ? "merchant" : NESTED;
}

function nestedPlace(config: ConfigReader, key: string): Place {
  const name = `${placeOfAll(config)}.${key}`;
  if (config.nestedIn === "arguments") return argumentPlace(name);
  const secret = isSecret(merchantSettingFields[key as keyof typeof merchantSettingFields])
    ? "--secret "
    : "";
  return { name, how: `with \`pulumi config set --path ${secret}${name}\`` };
}

/** `pulumi config set --path` and YAML make a number of whatever has only digits: the last ones of a long id are lost by now. */
function refuseInexact(property: string, value: unknown): void {
  if (typeof value !== "number" || Math.abs(value) <= Number.MAX_SAFE_INTEGER) return;
  throw new ChecksError({
    subject: "configuration",
    property,
    reason: "has more digits than a number can hold",
    remedy: "Put it in quotes, for example in Pulumi.<stack>.yaml",
  });
}

/** Values with parts become JSON, as in a namespace of their own. */
function asText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** How the payment service is configured: its settings, with the words of the profile and of the document in place. */
import { ChecksError } from "../core/errors";
import { type Values, withoutUndefined } from "../core/fields";
import {
  type ConfigReader,
  environmentName,
  givenBy,
  nameInCall,
  noSuchSetting,
  type Place,
  placeInConfiguration,
  readGroup,
  type SettingsOf,
} from "../core/settings";
import { placesOf } from "./nestedSettings";
import { DOCUMENTED_WORDS, profiles } from "./profiles";
import { type GivenSettings, merchantSettingFields } from "./settingFields";
import { DOCUMENTED_IDS } from "./transaction/namedSets";

type Documented = keyof typeof DOCUMENTED_WORDS | keyof typeof DOCUMENTED_IDS;

/** All settings, with the profile's and the document's words in place. */
export type MerchantSettings = Omit<GivenSettings, Documented> & {
  [K in Documented]: NonNullable<GivenSettings[K]>;
} & {
  /** Where one of them is to be set, when that is not under `merchant:`. */
  placeOf?: (key: string) => Place;
  /** Which of them the call itself gives. */
  ofCall?: readonly string[];
  /** The variables that give some of them. */
  variables?: Readonly<Record<string, string>>;
  /** Access tokens from logins that the service has refused since. */
  refusedTokens?: readonly string[];
};

/** Settings as a program gives them in a call: they go before the environment and the configuration. */
export type MerchantOptions = SettingsOf<typeof merchantSettingFields>;

/** Reads all settings; every wrong one is named, without its value. */
export function readMerchantSettings(
  config: ConfigReader,
  environment: NodeJS.ProcessEnv = process.env,
  explicit: MerchantOptions = {},
): MerchantSettings {
  refuseUnknown(explicit);
  const { read, placeOf } = placesOf(config);
  const group = { bag: "merchant", fields: merchantSettingFields, ...(placeOf && { placeOf }) };
  const given = readGroup(group, read, environment, explicit);
  const ofCall = withoutUndefined(explicit);
  const variables = Object.keys(merchantSettingFields).flatMap((key) => {
    const variable = givenBy(key, environment, "merchant");
    return variable === undefined || Object.hasOwn(ofCall, key) ? [] : [[key, variable]];
  });
  const profile = profiles[given.profile];
  const settings = {
    ...DOCUMENTED_WORDS,
    ...profile,
    ...withoutUndefined(given),
    ...(config.nestedIn && { placeOf }),
    ...(Object.keys(explicit).length > 0 && { ofCall: Object.keys(ofCall) }),
    ...(variables.length > 0 && { variables: Object.fromEntries(variables) }),
  } as MerchantSettings;
  for (const key of Object.keys(DOCUMENTED_IDS) as (keyof typeof DOCUMENTED_IDS)[]) {
    settings[key] = { ...profile[key], ...given[key], ...DOCUMENTED_IDS[key] };
  }
  refuseAmbiguity(settings, "sentViaEmail", "sentViaSms");
  refuseAmbiguity(settings, "packageModeSandbox", "packageModeLive");
  return settings;
}

/** A setting that an operation cannot do without, beside those that have a default. */
export type NeededSetting = keyof typeof REASONS | keyof typeof NOT_SHOWN;

/**
 * The value of a setting.
 * @throws {ChecksError} when neither the settings nor the profile have it, naming the setting.
 */
export function requireSetting<K extends NeededSetting>(
  settings: MerchantSettings,
  key: K,
): NonNullable<MerchantSettings[K]> {
  const value = settings[key];
  if (value !== undefined) return value as NonNullable<MerchantSettings[K]>;
  const { name, how, isArgument } = placeIn(settings, key);
  throw new ChecksError({
    subject: "configuration",
    property: name,
    reason: `is not set; ${reasonOf(settings, key)}`,
    remedy: `Set it ${how}${isArgument ? "" : ` or ${environmentName(key, "merchant")}`}`,
  });
}

/** Where a setting of this run is to be set. */
export function placeIn({ placeOf }: Pick<MerchantSettings, "placeOf">, key: string): Place {
  const bag = { bag: "merchant", fields: merchantSettingFields };
  return placeOf?.(key) ?? placeInConfiguration(bag, key);
}

/** What gives a setting, for messages: the call, a variable of the environment, or else where it is to be set. */
export function sourceOf(
  settings: Pick<MerchantSettings, "ofCall" | "placeOf" | "variables">,
  key: string,
): string {
  if (settings.ofCall?.includes(key)) return `${nameInCall(key)} of the call`;
  return settings.variables?.[key] ?? placeIn(settings, key).name;
}

/** What must stand in no message, whoever repeats it. */
export function secretsOf({ accessToken, refusedTokens = [], secretKey }: MerchantSettings): string[] {
  return [accessToken, secretKey, ...refusedTokens].filter((secret) => secret !== undefined);
}

/** Why nothing stands in for a missing setting. */
const REASONS = {
  url: "it is the address of the merchant operations",
  sdkAuthUrl: "it is the address of the SDK token operation",
  accessToken: "it authorizes the merchant operations",
  serviceId: "it is the merchant's id at the service",
  secretKey: "it is the test key or the live key from the merchant dashboard",
  domain: "it is the domain that is registered for the key",
} as const;

/** What a setting says that neither the service's documentation nor the profile shows. */
const NOT_SHOWN = {
  loginPath: "how to log in",
  serviceIdField: "which field carries the merchant's id",
  refundField: "which field of a refund carries the transaction number",
  sentViaEmail: "which sentvia means e-mail",
  sentViaSms: "which sentvia means SMS",
  packageModeSandbox: "which PackageMode means sandbox",
  packageModeLive: "which PackageMode means live",
} as const;

function reasonOf(settings: MerchantSettings, key: NeededSetting): string {
  if (key in REASONS) return REASONS[key as keyof typeof REASONS];
  const what = NOT_SHOWN[key as keyof typeof NOT_SHOWN];
  return `the service's documentation does not show ${what}, and neither does ${placeIn(settings, "profile").name}`;
}

/** Two meanings of one value cannot both be right. */
function refuseAmbiguity(settings: MerchantSettings, one: NeededSetting, other: NeededSetting): void {
  if (settings[one] === undefined || settings[one] !== settings[other]) return;
  throw new ChecksError({
    subject: "configuration",
    property: sourceOf(settings, one),
    reason: `must not mean the same as ${sourceOf(settings, other)}`,
    remedy: "Set both, or neither to use the profile's",
  });
}

function refuseUnknown(explicit: Values): void {
  const unknown = Object.keys(explicit).find((key) => !Object.hasOwn(merchantSettingFields, key));
  if (unknown === undefined) return;
  throw new ChecksError({
    subject: "configuration",
    property: nameInCall(unknown),
    reason: noSuchSetting(merchantSettingFields),
  });
}

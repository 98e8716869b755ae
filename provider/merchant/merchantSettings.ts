/** What can be configured of the payment service under `merchant:`, and what a profile adds to it. */
import { z } from "zod";
import { ChecksError } from "../errors";
import type { Values } from "../fields";
import {
  address,
  type ConfigReader,
  environmentName,
  nested,
  readGroup,
  secretKey,
  settingFields,
  yesOrNo,
} from "../settings";
import { DOCUMENTED_IDS } from "./namedSets";
import { DOCUMENTED_WORDS, PROFILES, profiles } from "./profiles";

const word = z
  .string({ error: "must be a name" })
  .trim()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, { error: "must be a name of letters, digits and underscores" });

const headerText = z
  .string()
  .trim()
  .regex(/^[\x20-\x7e]+$/, { error: "must consist of one or more visible ASCII characters" });

const channelNumber = z
  .union([z.literal(["3", "4"]).transform(Number), z.literal([3, 4])], { error: "must be 3 or 4" })
  .optional();

const packageMode = z.enum(["debug", "release"], { error: 'must be "debug" or "release"' }).optional();

const names = nested(
  z
    .record(z.string().regex(/^\d+$/), z.string().min(1), { error: 'must be a map such as {"5": "Pending"}' })
    .optional(),
);

/** The settings under `merchant:`. Each can be given in the environment as `MERCHANT_` and its name. */
export const merchantSettingFields = {
  /** Whose names to use for what the interface's document does not show: `neutral` knows none, `sadad` those of that service. Each of them can be set by itself below. */
  profile: z.enum(PROFILES, { error: `must be one of ${PROFILES.join(", ")}` }).default("neutral"),
  /** Address of the merchant operations (`{base_url}`). */
  url: address.optional(),
  /** Address of the SDK token operation (`{sdk_auth_url}`). */
  sdkAuthUrl: address.optional(),
  /** Access token of the merchant operations. A secret: `pulumi config set --secret merchant:accessToken`. */
  accessToken: secretKey.optional(),
  /** The merchant's id at the service, for SDK tokens. */
  serviceId: headerText.optional(),
  /** The test key (sandbox) or live key (production), for SDK tokens. A secret. */
  secretKey: secretKey.optional(),
  /** The domain that is registered for that key. */
  domain: headerText.optional(),
  /** Header `Origin` when a transaction is read. Default: scheme and host of `merchant:url`. */
  origin: headerText.optional(),
  /** Header `User-Agent`, which identifies the calling application. */
  userAgent: headerText.default("pulumi-checks"),
  /** Field of a token request that carries the merchant's id. */
  serviceIdField: word.optional(),
  /** Field of a refund request that carries the transaction number. */
  refundField: z
    .enum(["transactionno", "transactionnumber"], {
      error: 'must be "transactionno" or "transactionnumber"',
    })
    .optional(),
  /** The `sentvia` that means e-mail: 3 or 4. */
  sentViaEmail: channelNumber,
  /** The `sentvia` that means SMS: 3 or 4. */
  sentViaSms: channelNumber,
  /** The `PackageMode` that means sandbox: `debug` or `release`. */
  packageModeSandbox: packageMode,
  /** The `PackageMode` that means live: `debug` or `release`. */
  packageModeLive: packageMode,
  /** Where getTransaction carries the number: `body` (as the document has it, in a GET) or `query`. */
  transactionNumberIn: z.enum(["body", "query"], { error: 'must be "body" or "query"' }).optional(),
  /** Field of a receiver that carries its member id; the document's word is `ServiceId`. */
  memberIdField: word.optional(),
  /** The `PaymentType` of the service's own wallet; the document's word is `servicePay`. */
  walletPaymentType: word.optional(),
  /** The screen's parameter for the wallet's merchant id; the document's word is `walletMerchantID`. */
  walletMerchantIdParameter: word.optional(),
  /** The screen's parameter for the wallet's merchant name; the document's word is `walletMerchantName`. */
  walletMerchantNameParameter: word.optional(),
  /** Names of further status ids, `{"5": "Pending"}`. 3 is Success. */
  statusIds: names,
  /** Names of further mode ids. 1 is Credit Card. */
  modeIds: names,
  /** Names of further entity ids. 1 is Invoice. */
  entityIds: names,
  /** true if you know that a refund shows on the refunded transaction (`isRefund`). Only then does a transaction without the mark prove, after an unclear answer, that nothing was refunded. */
  refundShows: yesOrNo.default(false),
  /** Allows `http://` to other machines; keys then travel unencrypted. */
  allowHttp: settingFields.allowHttp,
  /** Most requests in any minute to one host. No limit when not set. */
  requestsPerMinute: settingFields.requestsPerMinute,
  /** Most requests in flight at once to one host. */
  concurrency: settingFields.concurrency,
  /** Seconds until one attempt of a request counts as unanswered. */
  timeoutSeconds: settingFields.timeoutSeconds,
  /** Seconds until a request is given up, attempts and waits together. */
  deadlineSeconds: settingFields.deadlineSeconds,
} as const;

type Given = z.output<z.ZodObject<typeof merchantSettingFields>>;

/** The settings that a profile can give. */
export type MerchantWords = Pick<
  Given,
  | "sdkAuthUrl"
  | "serviceIdField"
  | "refundField"
  | "sentViaEmail"
  | "sentViaSms"
  | "packageModeSandbox"
  | "packageModeLive"
  | "transactionNumberIn"
  | "memberIdField"
  | "walletPaymentType"
  | "walletMerchantIdParameter"
  | "walletMerchantNameParameter"
  | "statusIds"
  | "modeIds"
  | "entityIds"
>;

type Documented = keyof typeof DOCUMENTED_WORDS | keyof typeof DOCUMENTED_IDS;

/** All settings, with the profile's and the document's words in place. */
export type MerchantSettings = Omit<Given, Documented> & { [K in Documented]: NonNullable<Given[K]> };

/** Settings as a program gives them in a call: they go before the environment and the configuration. */
export type MerchantOptions = Partial<z.input<z.ZodObject<typeof merchantSettingFields>>>;

/** Reads all settings; every wrong one is named, without its value. */
export function readMerchantSettings(
  config: ConfigReader,
  environment: NodeJS.ProcessEnv = process.env,
  explicit: MerchantOptions = {},
): MerchantSettings {
  refuseUnknown(explicit);
  const given = readGroup({ bag: "merchant", fields: merchantSettingFields }, config, environment, explicit);
  const profile = profiles[given.profile];
  const settings = { ...DOCUMENTED_WORDS, ...profile, ...present(given) } as MerchantSettings;
  for (const key of Object.keys(DOCUMENTED_IDS) as (keyof typeof DOCUMENTED_IDS)[]) {
    settings[key] = { ...profile[key], ...given[key], ...DOCUMENTED_IDS[key] };
  }
  refuseAmbiguity(settings, "sentViaEmail", "sentViaSms");
  refuseAmbiguity(settings, "packageModeSandbox", "packageModeLive");
  return settings;
}

/** A setting that an operation cannot do without, beside those that have a default. */
export type NeededSetting = keyof typeof REASONS;

/**
 * The value of a setting.
 * @throws {ChecksError} when neither the settings nor the profile have it, naming the setting.
 */
export function needed<K extends NeededSetting>(
  settings: MerchantSettings,
  key: K,
): NonNullable<MerchantSettings[K]> {
  const value = settings[key];
  if (value !== undefined) return value as NonNullable<MerchantSettings[K]>;
  const secret = key === "accessToken" || key === "secretKey" ? "--secret " : "";
  throw new ChecksError({
    subject: "configuration",
    property: `merchant:${key}`,
    reason: `is not set; ${REASONS[key]}`,
    remedy: `Set it with \`pulumi config set ${secret}merchant:${key}\` or ${environmentName(key, "merchant")}`,
  });
}

const NOT_SHOWN = (what: string) =>
  `the service's document does not show ${what}, and merchant:profile does not tell it either`;

/** Why nothing stands in for a missing setting. */
const REASONS = {
  url: "it is the address of the merchant operations",
  sdkAuthUrl: "it is the address of the SDK token operation",
  accessToken: "it authorizes the merchant operations",
  serviceId: "it is the merchant's id at the service",
  secretKey: "it is the test key or the live key from the merchant dashboard",
  domain: "it is the domain that is registered for the key",
  serviceIdField: NOT_SHOWN("which field carries the merchant's id"),
  refundField: NOT_SHOWN("which field of a refund carries the transaction number"),
  sentViaEmail: NOT_SHOWN("which sentvia means e-mail"),
  sentViaSms: NOT_SHOWN("which sentvia means SMS"),
  packageModeSandbox: NOT_SHOWN("which PackageMode means sandbox"),
  packageModeLive: NOT_SHOWN("which PackageMode means live"),
} as const;

/** Two meanings of one value cannot both be right. */
function refuseAmbiguity(settings: MerchantSettings, one: NeededSetting, other: NeededSetting): void {
  if (settings[one] === undefined || settings[one] !== settings[other]) return;
  throw new ChecksError({
    subject: "configuration",
    property: `merchant:${one}`,
    reason: `means the same as merchant:${other}, which cannot be`,
    remedy: "Set both, or neither to use the profile's",
  });
}

function refuseUnknown(explicit: Values): void {
  const unknown = Object.keys(explicit).find((key) => !Object.hasOwn(merchantSettingFields, key));
  if (unknown === undefined) return;
  throw new ChecksError({
    subject: "configuration",
    property: unknown,
    reason: `there is no such setting; there are ${Object.keys(merchantSettingFields).join(", ")}`,
  });
}

function present<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
}

/** The settings under `merchant:`, each declared once. What a profile adds to them is said in `profiles`. */
import { z } from "zod";
import { address, nested, secretKey, yesOrNo } from "../core/settings";
import { clientSettings } from "../http/settings";

/** Names of the profiles. */
const PROFILES = ["neutral", "sadad"] as const;

/** A user and a password travel in the header that is the access token's, in its place. */
const addressWithToken = address.refine((value) => !URL.canParse(value) || !hasCredentials(new URL(value)), {
  error: "must not contain a user or password: the access token is sent instead",
});

function hasCredentials({ username, password }: URL): boolean {
  return username !== "" || password !== "";
}

const word = z
  .string({ error: "must be a name" })
  .trim()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, { error: "must be a name of letters, digits and underscores" });

const headerText = z
  .string({ error: "must be a string" })
  .trim()
  .regex(/^[\x20-\x7e]+$/, { error: "must consist of one or more visible ASCII characters" });

const channelNumber = z
  .union([z.literal(["3", "4"]).transform(Number), z.literal([3, 4])], { error: "must be 3 or 4" })
  .optional();

const packageMode = z.enum(["debug", "release"], { error: 'must be "debug" or "release"' }).optional();

const PATH = { error: "must be a path such as /api/userbusinesses/login" };

const NAME_OF_ID = { error: "must be the name of this id" };

const names = nested(
  z
    .record(z.string().regex(/^\d+$/), z.string(NAME_OF_ID).min(1, NAME_OF_ID), {
      error: 'must be a map such as {"5": "Pending"}',
    })
    .optional(),
);

/** The settings under `merchant:`. Each can be given in the environment as `MERCHANT_` and its name. */
export const merchantSettingFields = {
  /** Whose names to use for what the service's document leaves open: `neutral` has none, `sadad` has those of that service. Each name can also be set below. */
  profile: z.enum(PROFILES, { error: `must be one of ${PROFILES.join(", ")}` }).default("neutral"),
  /** Address of the merchant operations (`{base_url}`), without user and password. */
  url: addressWithToken.optional(),
  /** The former `url` of a service that moved to a new address: refunds recorded under it count as refunds at `url`. */
  formerUrl: addressWithToken.optional(),
  /** Address of the SDK token operation (`{sdk_auth_url}`). */
  sdkAuthUrl: address.optional(),
  /** Access token of the merchant operations. A secret: `pulumi config set --secret merchant:accessToken`. */
  accessToken: secretKey.optional(),
  /** true asks the service for an access token with `serviceId`, `secretKey` and `domain`, unless `merchant:accessToken` is set: once in each process that needs one, and again when the service rejects the token. The token is kept in memory only. */
  login: yesOrNo.default(false),
  /** Path of the operation that issues an access token, below `merchant:url`. */
  loginPath: z
    .string(PATH)
    .regex(/^\/[\w./-]+$/, PATH)
    .optional(),
  /** The merchant's id at the service, for SDK tokens and to log in. */
  serviceId: headerText.optional(),
  /** The test key (sandbox) or live key (production), for SDK tokens and to log in. A secret. */
  secretKey: secretKey.optional(),
  /** The domain that is registered for that key. */
  domain: headerText.optional(),
  /** Header `Origin` when a transaction is read. Default: scheme and host of `merchant:url`. */
  origin: headerText.optional(),
  /** Header `User-Agent`, which identifies the calling application. */
  userAgent: headerText.default("pulumi-checks"),
  /** Field of a token request that carries the merchant's id. */
  serviceIdField: word.optional(),
  /** Field of a refund request that carries the transaction number: `transactionno` or `transactionnumber`. */
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
  /** The screen's parameter for the wallet's merchant id; the document's word is `"walletMerchantID"`. */
  walletMerchantIdParameter: word.optional(),
  /** The screen's parameter for the wallet's merchant name; the document's word is `"walletMerchantName"`. */
  walletMerchantNameParameter: word.optional(),
  /** Names of further status ids, `{"5": "Pending"}`. 3 is Success. */
  statusIds: names,
  /** Names of further mode ids. 1 is Credit Card. */
  modeIds: names,
  /** Names of further entity ids. 1 is Invoice. */
  entityIds: names,
  /** true if you know that the service marks a refunded transaction (`isRefund`). Only then does a transaction without the mark prove, after an unclear answer, that nothing was refunded. */
  refundShows: yesOrNo.default(false),
  ...clientSettings,
} as const;

/** What is given of the settings, before the profile fills in its words. */
export type GivenSettings = z.output<z.ZodObject<typeof merchantSettingFields>>;

/** The settings that a profile can give. */
export type MerchantWords = Pick<
  GivenSettings,
  | "sdkAuthUrl"
  | "loginPath"
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

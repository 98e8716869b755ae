/** The fields of a payments configuration: the only place where each is named. */
import { z } from "zod";
import { fieldMeta, filledText, flag, produced, type ValuesOf } from "../../core/fields";
import type { StateOf } from "../../core/resource";
import { secretKey } from "../../core/settings";
import { duration } from "../duration";
import { type Screen, screenInput } from "../screen/screen";
import { triggers } from "../triggers";

/** What a program says about a payments configuration. */
export const paymentsConfigFields = {
  /** `sandbox` (test key, no money moves) or `production` (live key). */
  environment: z
    .enum(["sandbox", "production"], { error: 'must be "sandbox" or "production"' })
    .register(fieldMeta, { managed: "always" }),
  /** The merchant's id at the service. Default: `merchant:serviceId`. */
  serviceId: filledText("must not be empty; leave it out to use merchant:serviceId")
    .optional()
    .register(fieldMeta, { managed: "always" }),
  /** The test key or live key. A secret. Default: `merchant:secretKey`. */
  secretKey: secretKey.optional().register(fieldMeta, { managed: "always", secret: true }),
  /** The domain registered for the key. Default: `merchant:domain`. */
  domain: filledText("must not be empty; leave it out to use merchant:domain")
    .optional()
    .register(fieldMeta, { managed: "always" }),
  /** Any values: when one changes, a new token is requested. */
  triggers: triggers(),
  /** Age of the token after which the next `up` gets a new one: seconds, or a text such as `12h` or `30d`; in TypeScript `days(30)`, too. Never when not set: how long a token lives is not documented. */
  rotateAfter: duration().optional().register(fieldMeta, { managed: "always" }),
  /** Keeps the previous token in `previousAccessToken`, for apps that still use it. */
  keepPrevious: flag().default(false).register(fieldMeta, { managed: "always" }),
  /** The payment screen's parameters that are the same for every order. */
  screen: screenInput
    .transform((screen) => screen as Screen)
    .optional()
    .register(fieldMeta, { managed: "always" }),
} as const;

/** What the service and the run add. */
export const paymentsConfigOutputs = {
  /** The token for the mobile SDK. A secret. */
  accessToken: produced(z.string(), { secret: true }),
  /** The previous token, with `keepPrevious`. A secret. */
  previousAccessToken: produced(z.string().optional(), { secret: true }),
  /** When the token was issued, in UNIX seconds. */
  issuedAt: produced(z.number(), { secret: false, unit: "seconds" }),
  /** When the token is due for renewal by the next `up`, in UNIX seconds. Absent without `rotateAfter`. */
  rotateAt: produced(z.number().optional(), { secret: false, unit: "seconds" }),
} as const;

/** What the state keeps beside that. */
export const paymentsConfigInternals = {
  /** A fingerprint of what the token was issued for, the key among it. */
  __issuedFor: produced(z.string(), { secret: true }),
  /** Address of the service that issued it. Absent in states of earlier versions. */
  __issuedBy: produced(z.string().optional(), { secret: false }),
} as const;

/** The inputs after validation, with defaults in place. */
export type PaymentsConfigInputs = ValuesOf<typeof paymentsConfigFields>;

/** A payments configuration in the state. */
export type PaymentsConfigState = StateOf<
  typeof paymentsConfigFields,
  typeof paymentsConfigOutputs,
  typeof paymentsConfigInternals
>;

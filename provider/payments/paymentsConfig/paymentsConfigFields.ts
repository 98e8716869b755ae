/** The fields of a payments configuration: the only place where each is named. */
import { z } from "zod";
import { fieldMeta, flag, produced, text, type ValuesOf } from "../../core/fields";
import type { StateOf } from "../../core/resource";
import { secretKey } from "../../core/settings";
import { duration } from "../duration";
import { type Screen, screenInput } from "../screen/screen";
import { triggers } from "../triggers";

/** What a program says about a payments configuration. */
export const paymentsConfigFields = {
  /** `sandbox`, where no money moves, with the test key, or `production` with the live key. */
  environment: z
    .enum(["sandbox", "production"], { error: 'must be "sandbox" or "production"' })
    .register(fieldMeta, { managed: "always" }),
  /** The merchant's id at the service. Default: `merchant:serviceId`. */
  serviceId: text()
    .min(1, { error: "must not be empty; leave it out to use merchant:serviceId" })
    .optional()
    .register(fieldMeta, { managed: "always" }),
  /** The test key or live key. A secret. Default: `merchant:secretKey`. */
  secretKey: secretKey.optional().register(fieldMeta, { managed: "always", secret: true }),
  /** The domain registered for the key. Default: `merchant:domain`. */
  domain: text()
    .min(1, { error: "must not be empty; leave it out to use merchant:domain" })
    .optional()
    .register(fieldMeta, { managed: "always" }),
  /** Any values; a change of them requests a new token. */
  triggers: triggers(),
  /** Age of the token from which on the next `up` gets a new one: seconds, `days(30)`, or a text such as `12h`. Never when not set, because the lifetime of a token is not documented. */
  rotateAfter: duration().optional().register(fieldMeta, { managed: "always" }),
  /** Keeps the previous token in `previousAccessToken`, for apps that still use it. */
  keepPrevious: flag().default(false).register(fieldMeta, { managed: "always" }),
  /** The payment screen's parameters that are the same for each order. */
  screen: screenInput
    .transform((screen) => screen as Screen)
    .optional()
    .register(fieldMeta, { managed: "always" }),
} as const;

/** What the service and the run add. */
export const paymentsConfigOutputs = {
  /** The token for the mobile SDK. A secret. */
  accessToken: produced(z.string(), { secret: true }),
  /** The token before `accessToken`, if `keepPrevious` is set. A secret. */
  previousAccessToken: produced(z.string().optional(), { secret: true }),
  /** When the token was issued, in UNIX seconds. */
  issuedAt: produced(z.number(), { secret: false, unit: "seconds" }),
  /** When an `up` starts to get a new token, in UNIX seconds. Absent without `rotateAfter`. */
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

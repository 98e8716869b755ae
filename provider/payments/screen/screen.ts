/**
 * The payment screen of the mobile SDK: the parameters that are the same for each order, those that belong to one
 * order, and the rules between them (merchant-api.md, Client SDK payment screen).
 */
import { z } from "zod";
import { ChecksError } from "../../core/errors";
import { filledText, flag, type Given, text, withoutUndefined } from "../../core/fields";
import type { Problem } from "../../core/resource";
import { isUnknown } from "../../core/unknown";
import type { Environment } from "../api";
import { emailAddress } from "../emailAddress";
import { type MerchantSettings, requireSetting, sourceOf } from "../settings";

/** What sandbox uses in place of a merchant of the wallet. */
export const SANDBOX_WALLET = { id: "123456789", name: "Merchant_Name" } as const;

const COLOR = { error: "must be a colour as #RRGGBB or, with its opacity first, #AARRGGBB" };
const color = z.string(COLOR).regex(/^#([0-9A-Fa-f]{2})?[0-9A-Fa-f]{6}$/, COLOR);

/** The parameters that are the same for each order. All are optional. */
export const screenFields = {
  /** `sandbox` or `live`. Default: the mode of the environment; the other mode is refused. */
  packageMode: z.enum(["sandbox", "live"], { error: 'must be "sandbox" or "live"' }),
  /** true offers the two mobile wallet payment methods of the platform vendors. Default: false. */
  isWalletEnabled: flag(),
  /** Payment types to offer: `creditCard`, `debitCard`, `servicePay` (the service's own wallet). Default: `[]`, which shows all. */
  paymentTypes: z
    .array(
      z.enum(["creditCard", "debitCard", "servicePay"], {
        error: "must be creditCard, debitCard or servicePay",
      }),
      { error: "must be a list of creditCard, debitCard and servicePay" },
    )
    .refine((types) => new Set(types).size === types.length, { error: "names a payment type twice" }),
  /** App or brand logo: the path of an asset of the app. */
  image: filledText(),
  /** Brand name shown on the payment screen. */
  titleText: text(),
  /** Background of the Pay button, `#RRGGBB` or `#AARRGGBB`. */
  paymentButtonColor: color,
  /** Text colour of the Pay button. */
  paymentButtonTextColor: color,
  /** Overall theme colour. */
  themeColor: color,
  /** Merchant id from the wallet's vendor, in live mode with the wallet. Sandbox has the constant 123456789. */
  walletMerchantID: filledText(),
  /** Registered merchant name, in live mode. Sandbox has the constant Merchant_Name. */
  walletMerchantName: filledText(),
} as const;

/** What a program says about the screen. */
export const screenInput = z.strictObject(screenFields, { error: screenError }).partial();
export type ScreenInput = z.output<typeof screenInput>;

/** Outside of a resource no environment says which mode it is. */
const screenOfMode = screenInput.extend({ packageMode: screenFields.packageMode });

function screenError({ code, keys }: { code?: string; keys?: string[] }): string {
  if (code !== "unrecognized_keys") return "must be an object";
  return `there is no parameter ${keys?.join(", ")}; the parameters are ${Object.keys(screenFields).join(", ")}. The app gives what belongs to one order`;
}

/** The screen with everything that follows from the environment in place. */
export interface Screen extends ScreenInput {
  packageMode: "sandbox" | "live";
  isWalletEnabled: boolean;
  paymentTypes: NonNullable<ScreenInput["paymentTypes"]>;
}

/** A screen outside of a resource: its mode stands in it, and the rest has its defaults. */
export type ScreenOfMode = Given<ScreenInput> & Pick<Screen, "packageMode">;

/** The rules between the parameters; nothing here mixes sandbox and live. */
export function screenProblems(environment: Environment, screen: ScreenInput): Problem[] {
  const sandbox = environment === "sandbox";
  const problem = (key: keyof ScreenInput, reason: string) => ({ property: `screen.${key}`, reason });
  const problems: Problem[] = [];
  if (screen.packageMode !== undefined && screen.packageMode !== modeOf(environment)) {
    problems.push(
      problem(
        "packageMode",
        sandbox
          ? "is live, but the token comes from a test key (environment sandbox); remove it or change the environment"
          : "is sandbox, but the token comes from a live key (environment production); remove it or change the environment",
      ),
    );
  }
  const wallet = [
    ["walletMerchantID", SANDBOX_WALLET.id],
    ["walletMerchantName", SANDBOX_WALLET.name],
  ] as const;
  for (const [key, constant] of wallet) {
    const given = screen[key];
    if (sandbox && given !== undefined && given !== constant)
      problems.push(problem(key, `must be the constant ${constant} in sandbox; remove it`));
    if (!sandbox && given === constant)
      problems.push(problem(key, `is the constant of sandbox, but the environment is production`));
  }
  if (!sandbox && screen.isWalletEnabled === true && screen.walletMerchantID === undefined) {
    problems.push(
      problem("walletMerchantID", "is required in production with the wallet: its vendor's console shows it"),
    );
  }
  if (!sandbox && screen.walletMerchantName === undefined) {
    problems.push(problem("walletMerchantName", "is required in production: the registered merchant name"));
  }
  return problems;
}

/** The screen completed, before it is validated. Values that are not known yet pass through. */
export function completeScreen(environment: unknown, screen: object): object {
  if (isUnknown(environment)) return screen;
  const sandbox = { walletMerchantID: SANDBOX_WALLET.id, walletMerchantName: SANDBOX_WALLET.name };
  return {
    packageMode: modeOf(environment),
    isWalletEnabled: false,
    paymentTypes: [],
    ...(environment === "sandbox" && sandbox),
    ...screen,
  };
}

/** Parameters under the names that the SDK has for them, colours still as text. */
export type ScreenConstants = Record<string, string | boolean | string[]>;

/**
 * The screen in the words of the service's SDK, in the order of its document. Never holds a token.
 * @throws {ChecksError} when something is wrong with it, or a setting that it needs is missing.
 */
export function screenConstants(given: ScreenOfMode, settings: MerchantSettings): ScreenConstants {
  const screen = checkedScreen(given);
  refuseTakenNames(settings);
  const { walletPaymentType, walletMerchantIdParameter, walletMerchantNameParameter } = settings;
  const constants: ScreenConstants = {};
  for (const key of Object.keys(screenFields) as (keyof typeof screenFields)[]) {
    const value = screen[key];
    if (value === undefined) continue;
    if (key === "packageMode") {
      constants.packageMode = requireSetting(
        settings,
        value === "sandbox" ? "packageModeSandbox" : "packageModeLive",
      );
    } else if (key === "paymentTypes") {
      constants.paymentTypes = screen.paymentTypes.map((type) =>
        type === "servicePay" ? walletPaymentType : type,
      );
    } else if (key === "walletMerchantID") constants[walletMerchantIdParameter] = value as string;
    else if (key === "walletMerchantName") constants[walletMerchantNameParameter] = value as string;
    else constants[key] = value;
  }
  return constants;
}

/** Each value needs a name of its own, or one would stand in the place of another: of the token, or of the order's id. */
function refuseTakenNames(settings: MerchantSettings): void {
  const { walletMerchantID: _, walletMerchantName: __, ...others } = screenFields;
  const taken = new Set([...Object.keys(others), ...Object.keys(orderFields)]);
  for (const key of ["walletMerchantIdParameter", "walletMerchantNameParameter"] as const) {
    const name = settings[key];
    if (taken.has(name)) {
      throw new ChecksError({
        subject: "configuration",
        property: sourceOf(settings, key),
        reason: `${name} is the name of another parameter of the payment screen`,
        remedy: "Set the name that the SDK's documentation shows",
      });
    }
    taken.add(name);
  }
}

/**
 * A screen that no resource has checked and completed: a program, or a server, may have written it itself, and put what
 * belongs to one order beside it, which no constant holds.
 */
function checkedScreen(given: ScreenOfMode): Screen {
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw new ChecksError({ subject: "payment screen", reason: "must be an object with its parameters" });
  const environment = given.packageMode === "live" ? "production" : "sandbox";
  const own = Object.fromEntries(Object.entries(given).filter(([key]) => !Object.hasOwn(orderFields, key)));
  const { packageMode, ...others } = withoutUndefined(own);
  const parsed = screenOfMode.safeParse(completeScreen(environment, { ...others, packageMode }));
  const problems = parsed.success ? screenProblems(environment, parsed.data) : [];
  const reason = parsed.success ? problems.map(reasonOf).join("; ") : issuesOf(parsed.error);
  if (reason !== "") throw new ChecksError({ subject: "payment screen", reason });
  return parsed.data as Screen;
}

function reasonOf({ property, reason }: Problem): string {
  return `${property.replace("screen.", "")}: ${reason}`;
}

function issuesOf({ issues }: z.ZodError): string {
  return issues.map(({ path, message }) => [...path, message].join(": ")).join("; ");
}

/** The parameters that belong to one order; the app has them at run time. */
export const orderFields = {
  /** Must be unique. */
  orderId: filledText(),
  /** Product details, each a map of texts. */
  productDetail: z
    .array(z.record(z.string(), z.string({ error: "must be a text" }), { error: "must be a map of texts" }), {
      error: "must be a list of maps of texts",
    })
    .default([]),
  /** The customer's name. */
  customerName: filledText(),
  /** Order amount, above 0. */
  amount: z
    .number({ error: "must be a number above 0" })
    .refine((amount) => Number.isFinite(amount) && amount > 0, { error: "must be a number above 0" }),
  /** The customer's e-mail address. */
  email: emailAddress(),
  /** The customer's mobile number. */
  mobile: filledText(),
  /** The token of the SDK token operation. A secret. */
  token: filledText(),
} as const;

const orderInput = z.strictObject(orderFields, { error: orderError });

function orderError({ code, keys }: { code?: string; keys?: string[] }): string {
  if (code !== "unrecognized_keys") return "the order must be an object with its parameters";
  return `there is no parameter ${keys?.join(", ")} of an order; those are ${Object.keys(orderFields).join(", ")}`;
}

/** What the app gives for one order. */
export type Order = z.input<typeof orderInput>;

/** All parameters of the payment screen for one order. Holds the token: a secret. */
export function screenParameters(screen: ScreenOfMode, order: Order, settings: MerchantSettings) {
  const parsed = orderInput.safeParse(order);
  if (parsed.success) return { ...parsed.data, ...screenConstants(screen, settings) };
  throw new ChecksError({ subject: "payment screen", reason: issuesOf(parsed.error) });
}

function modeOf(environment: unknown): Screen["packageMode"] {
  return environment === "sandbox" ? "sandbox" : "live";
}

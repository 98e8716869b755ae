import type { SettingsOf } from "../../provider/core/settings";
import { merchantNow } from "../../provider/payments/merchant";
import * as core from "../../provider/payments/screen/screen";
import { exportScreen as exported, type ScreenFormat } from "../../provider/payments/screen/screenExport";
import { type MerchantSettings, readMerchantSettings } from "../../provider/payments/settings";
import { isRun } from "../program/engineRun";
import { inOneLine } from "../program/runError";
import { programSession } from "../program/session";
import type { MerchantOptions } from "./merchantOptions";

/** The payment screen outside of a `PaymentsConfig`. Only `packageMode` is required. */
export interface ScreenArgs extends SettingsOf<typeof core.screenFields> {
  /** `sandbox` or `live`. */
  packageMode: "sandbox" | "live";
}

/**
 * The screen's parameters that are the same for each order, as a file for an app: JSON, Dart or TypeScript constants.
 * The app adds the token at run time; no file ever contains one.
 *
 * ```ts
 * import { writeFileSync } from "node:fs";
 * import { payments } from "pulumi-checks";
 *
 * const screen: payments.ScreenArgs = { packageMode: "sandbox", paymentTypes: ["creditCard"] };
 * writeFileSync("payment_screen.dart", payments.exportScreen(screen, "dart"));
 * ```
 *
 * Its `packageMode` completes it: in sandbox with the constants of the wallet. What it leaves out has its default.
 * @throws {ChecksError} of one line with all that is wrong with the screen, or when a setting that names something of the
 * SDK is missing; in a Pulumi program {pulumi.RunError}.
 */
export function exportScreen(screen: ScreenArgs, format: ScreenFormat, settings?: MerchantOptions): string {
  return refusedInWords(() => exported(core.screenConstants(screen, settingsOf(settings)), format));
}

/** The same in the words of an explicit provider: as there, nothing that is not among its settings comes from elsewhere. */
export function exportScreenApart(
  screen: core.Screen,
  format: ScreenFormat,
  settings: MerchantOptions,
): string {
  const nothing = Object.assign(() => undefined, { nestedIn: "arguments" as const });
  return refusedInWords(() =>
    exported(core.screenConstants(screen, readMerchantSettings(nothing, {}, settings)), format),
  );
}

/**
 * All parameters of the payment screen for one order, checked, under the names that the SDK has for them. For a server
 * that hands them to the app.
 *
 * ```ts
 * function parametersFor(order: payments.Order, screen: payments.ScreenArgs) {
 *   return payments.screenParameters(screen, order);
 * }
 * ```
 *
 * They contain the token, which is a secret.
 * @throws {ChecksError} of one line with all that is wrong with the screen or the order; in a Pulumi program
 * {pulumi.RunError}.
 */
export function screenParameters(screen: ScreenArgs, order: core.Order, settings?: MerchantOptions) {
  return refusedInWords(() => core.screenParameters(screen, order, settingsOf(settings)));
}

/** Makes something of a screen. In a Pulumi program any other error would be shown as an unhandled exception. */
function refusedInWords<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw isRun() ? inOneLine(error) : error;
  }
}

function settingsOf(settings: MerchantOptions | undefined): MerchantSettings {
  return merchantNow(programSession(), settings).settings;
}

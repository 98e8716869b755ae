import * as pulumi from "@pulumi/pulumi";
import { KeyUse } from "../../provider/payments/paymentsConfig/keyUse";
import type {
  paymentsConfigFields,
  paymentsConfigOutputs,
} from "../../provider/payments/paymentsConfig/paymentsConfigFields";
import { completeScreen, type Screen } from "../../provider/payments/screen/screen";
import type { ScreenFormat } from "../../provider/payments/screen/screenExport";
import { explicitProvider } from "../program/host";
import { perRun } from "../program/perRun";
import type { ArgsOf, OutputsOf } from "../program/resourceClass";
import { runError } from "../program/runError";
import type { MerchantOptions } from "./merchantOptions";
import { PaymentsResource } from "./paymentsResource";
import { exportScreen, exportScreenApart } from "./screen";

/** What a program says about a payments configuration. Only `environment` is required. */
export interface PaymentsConfigArgs extends ArgsOf<typeof paymentsConfigFields> {}

export interface PaymentsConfig
  extends OutputsOf<typeof paymentsConfigFields>,
    OutputsOf<typeof paymentsConfigOutputs> {}

/**
 * A token for the mobile SDK, kept as a secret, and the parameters of its payment screen.
 *
 * ```ts
 * const config = new payments.PaymentsConfig("shop", {
 *   environment: "sandbox",
 *   serviceId: "7654321",
 *   domain: "shop.example.com",
 *   rotateAfter: days(30),
 *   screen: { titleText: "Corner Shop", themeColor: "#0F4C81" },
 * });
 *
 * export const token = config.accessToken; // a secret
 * export const dart = config.exportScreen("dart");
 * ```
 *
 * Only an `up` requests the token, with `POST {sdk_auth_url}/api-v5/userbusinesses/getsdktoken` in sandbox and `api-v4`
 * in production; a preview or a refresh requests none. An update gets a new token when `triggers` or what the token was
 * issued for changes, or when `rotateAfter` has passed (the preview says so). Destroying the resource forgets the token;
 * the service has no operation to withdraw it.
 */
export class PaymentsConfig extends PaymentsResource {
  readonly #isApart: boolean;

  constructor(name: string, args: PaymentsConfigArgs, options?: pulumi.CustomResourceOptions) {
    super("paymentsConfig", name, args, options);
    this.#isApart = explicitProvider("paymentsConfig", options) !== undefined;
    refuseOneKeyForBoth(name, args, this.#isApart);
  }

  /**
   * `screen` as a file for an app; see `payments.exportScreen`. Where the resource has an explicit provider, `settings` are
   * those of that one's `merchant` that name something of the SDK.
   */
  exportScreen(format: ScreenFormat, settings?: MerchantOptions): pulumi.Output<string> {
    if (this.#isApart && settings === undefined) throw runError(wordsMissing(format));
    const own = this.#isApart ? settings : undefined;
    // A preview that does not know the environment yet does not know the screen's mode either.
    return pulumi.all([this.environment, this.screen]).apply(([environment, given]) => {
      if (given === undefined) throw runError("exportScreen: this PaymentsConfig has no `screen`");
      const screen = completeScreen(environment, given) as Screen;
      return own ? exportScreenApart(screen, format, own) : exportScreen(screen, format, settings);
    });
  }
}

function wordsMissing(format: ScreenFormat): string {
  return `exportScreen: this PaymentsConfig has a provider of its own, whose settings are not the stack's. Give those, as in exportScreen(${JSON.stringify(format)}, { profile: "sadad" })`;
}

const keyUseOfRun = perRun(() => new KeyUse());

/** What a provider of its own is configured with, is for that provider to judge. */
function refuseOneKeyForBoth(
  name: string,
  { environment, secretKey }: PaymentsConfigArgs,
  isApart: boolean,
): void {
  const keyUse = keyUseOfRun();
  pulumi.all([environment, secretKey]).apply(([known, key]) => {
    if (isApart && key === undefined) return;
    const problem = keyUse.problem(name, known, key);
    if (problem !== undefined) throw runError(`PaymentsConfig "${name}": secretKey: ${problem}.`);
  });
}

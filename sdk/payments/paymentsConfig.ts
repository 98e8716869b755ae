import * as pulumi from "@pulumi/pulumi";
import { ChecksError } from "../../provider/errors";
import type { ScreenFormat } from "../../provider/merchant/screenExport";
import { paymentsConfig } from "../../provider/resources/paymentsConfig";
import {
  type paymentsConfigFields,
  paymentsConfigOutputs,
} from "../../provider/resources/paymentsConfigFields";
import { perRun } from "../perRun";
import { type ArgsOf, type OutputsOf, ProvidedResource } from "../resourceClass";
import { runError } from "../runError";
import { exportScreen } from "./screen";

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
 * The token is asked for by an `up` only, with `POST {sdk_auth_url}/api-v5/userbusinesses/getsdktoken` in sandbox and
 * `api-v4` in production; a preview or a refresh asks for none. A new one, by an update, when `triggers` or what it was
 * issued for changes, or `rotateAfter` has passed (the preview says so). Destroying it forgets the token, which the
 * service has no operation to withdraw.
 */
export class PaymentsConfig extends ProvidedResource {
  constructor(name: string, args: PaymentsConfigArgs, options?: pulumi.CustomResourceOptions) {
    super(paymentsConfig, paymentsConfigOutputs, name, args, options);
    refuseOneKeyForBoth(name, args);
  }

  /** `screen` as a file for an app; see `payments.exportScreen`. */
  exportScreen(format: ScreenFormat): pulumi.Output<string> {
    return this.screen.apply((screen) => {
      if (screen === undefined) throw runError("exportScreen: this PaymentsConfig has no `screen`");
      try {
        return exportScreen(screen, format);
      } catch (error) {
        throw error instanceof ChecksError ? runError(error.message) : error;
      }
    });
  }
}

/** Who uses which key; the keys stay in memory. */
const usersOfRun = perRun(() => new Map<string | symbol, { name: string; environment: string }>());

/** `merchant:secretKey`, whatever it is. */
const OF_THE_SETTINGS = Symbol("merchant:secretKey");

/** A test key is no live key. */
function refuseOneKeyForBoth(name: string, { environment, secretKey }: PaymentsConfigArgs): void {
  const users = usersOfRun();
  pulumi.all([environment, secretKey]).apply(([ofThis, given]) => {
    const key = given ?? OF_THE_SETTINGS;
    const user = users.get(key) ?? { name, environment: ofThis };
    users.set(key, user);
    if (user.environment === ofThis) return;
    throw runError(
      `PaymentsConfig "${name}": secretKey: "${user.name}" uses the same key for ${user.environment}. A test key belongs to sandbox, a live key to production.`,
    );
  });
}

import * as pulumi from "@pulumi/pulumi";
import type { SettingsOf } from "../provider/core/settings";
import { isDefaultName, refusedName } from "../provider/hosts/providerName";
import type { settingFields } from "../provider/monitor/settings";
import type { merchantSettingFields } from "../provider/payments/settingFields";
import { noteArguments } from "./program/hiddenInputs";
import type { InputsOf } from "./program/invoke";
import { runError } from "./program/runError";

/** The settings of the payment service; each may be an output. */
interface MerchantArgs extends InputsOf<SettingsOf<typeof merchantSettingFields>> {}

/** Where the monitoring service is, its API keys, and the defaults of its checks. All are optional. */
export interface ProviderArgs extends InputsOf<SettingsOf<Omit<typeof settingFields, "host">>> {
  /** The settings of the payment service, a secret as a whole. When it is set, `MERCHANT_…` in the environment is ignored. */
  merchant?: pulumi.Input<MerchantArgs> | undefined;
}

/** Settings that hold keys. */
const SECRETS: readonly string[] = ["apiKey", "projects", "merchant"];

/**
 * The native plugin with settings of its own, for programs that use several services or keys.
 *
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import { Check, payments, Provider } from "pulumi-checks";
 *
 * const config = new pulumi.Config();
 * const eu = new Provider("eu", { url: "https://eu.example.com", apiKey: config.requireSecret("euKey") });
 * new Check("nightly-backup", { slug: "nightly-backup" }, { provider: eu });
 *
 * const shop = new Provider("shop", {
 *   merchant: { profile: "sadad", url: "https://api.example.com", accessToken: config.requireSecret("merchantToken") },
 * });
 * new payments.Refund("refund-T-1001", { transactionNumber: "T-1001" }, { provider: shop });
 * ```
 *
 * Its arguments take precedence over the environment (`CHECKS_URL`, `CHECKS_API_KEY`); the stack's configuration is only
 * for the default provider. The names `default` and `default_…` belong to the engine and are refused. The plugin serves
 * resources with an explicit provider, whatever `checks:host` says.
 */
export class Provider extends pulumi.ProviderResource {
  constructor(name: string, args: ProviderArgs = {}, options?: pulumi.ResourceOptions) {
    if (isDefaultName(name)) throw runError(refusedName(name));
    // In JavaScript they may be null.
    const texts = Object.fromEntries(Object.entries(args ?? {}).map(textOf));
    super("checks", name, texts, options);
    noteArguments(this, texts);
  }
}

/** Arguments of a provider travel as text; what has parts as JSON. */
function textOf([key, value]: [string, unknown]): [string, pulumi.Output<string | undefined>] {
  const text = (pulumi.output(value) as pulumi.Output<unknown>).apply((given) => {
    // Null is what is not set: as a text it would be a key of four letters.
    if (given === undefined || given === null) return undefined;
    return typeof given === "string" ? given : JSON.stringify(given);
  });
  return [key, SECRETS.includes(key) ? pulumi.secret(text) : text];
}

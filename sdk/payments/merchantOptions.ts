import type { SettingsOf } from "../../provider/core/settings";
import type { merchantSettingFields } from "../../provider/payments/settingFields";

/**
 * Settings of the payment service as a program gives them in a call: they go before the environment and the
 * configuration.
 */
export interface MerchantOptions extends SettingsOf<typeof merchantSettingFields> {}

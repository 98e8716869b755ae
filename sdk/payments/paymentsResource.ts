import * as pulumi from "@pulumi/pulumi";
import { PROGRAM_SETTINGS } from "../../provider/core/runNotes";
import { type DefinitionName, definitions } from "../../provider/hosts/definitions";
import { merchantSettingFields } from "../../provider/payments/settingFields";
import { explicitProvider, hostOf } from "../program/host";
import { refuseNoArgs } from "../program/refusal";
import { ProvidedResource } from "../program/resourceClass";
import { runError } from "../program/runError";
import { programSession } from "../program/session";

/** A resource of the payment service. For the native plugin it sends the stack's settings under `merchant:`. */
export abstract class PaymentsResource extends ProvidedResource {
  constructor(
    servedAs: DefinitionName,
    name: string,
    args: object,
    options: pulumi.CustomResourceOptions | undefined,
  ) {
    refuseLookUp(servedAs, name, options);
    refuseNoArgs(`${definitions[servedAs].kind} "${name}"`, args);
    super(servedAs, name, { ...args, ...toldSettings(servedAs, options) }, options);
  }
}

/**
 * Refuses the options `id` and `import`. The first would silently make a row of something that was never created, with no
 * token and no invoice sent; who gives the second wants no request, and must not be advised to declare what makes one.
 */
export function refuseLookUp(
  servedAs: DefinitionName,
  name: string,
  options: pulumi.CustomResourceOptions | undefined,
): void {
  const option = (["id", "import"] as const).find((one) => options?.[one] !== undefined);
  if (option === undefined) return;
  const which = `${definitions[servedAs].kind} ${JSON.stringify(name)}`;
  throw runError(
    `${which}: the option ${option} does not work here, because the service has nothing to look up. Remove it.`,
  );
}

/** The engine hands a plugin the configuration under `checks:` alone. An explicit provider has arguments of its own. */
function toldSettings(servedAs: DefinitionName, options: pulumi.CustomResourceOptions | undefined): object {
  const explicit = explicitProvider(servedAs, options);
  if (explicit !== undefined || hostOf(explicit) !== "plugin") return {};
  const { config } = programSession();
  const entries = Object.keys(merchantSettingFields).flatMap((key) => {
    const value = config(`merchant:${key}`);
    return value === undefined ? [] : [[`merchant:${key}`, value]];
  });
  return entries.length === 0 ? {} : { [PROGRAM_SETTINGS]: pulumi.secret(Object.fromEntries(entries)) };
}

/** Which host serves a resource of the program. */
import * as pulumi from "@pulumi/pulumi";
import { ChecksError } from "../../provider/core/errors";
import { type DefinitionName, definitions, type Host, typeOf } from "../../provider/hosts/definitions";
import { PROVIDER_TYPE } from "../../provider/hosts/providerName";
import { monitorOf } from "../../provider/monitor/monitor";
import { runError } from "./runError";
import { programSession } from "./session";

/** The explicit provider of a resource, from its own options or those of a parent. */
export function explicitProvider(
  servedAs: DefinitionName,
  options: pulumi.CustomResourceOptions | undefined,
): pulumi.ProviderResource | undefined {
  const { provider, parent } = options ?? {};
  if (provider !== undefined) refuseOther(servedAs, provider);
  return provider ?? parent?.getProvider(typeOf("plugin", servedAs));
}

/** Components pass the provider of their other resources to all of them; the engine would use that one for a check. */
function refuseOther(servedAs: DefinitionName, provider: pulumi.ProviderResource): void {
  const type = (provider as { __pulumiType?: string }).__pulumiType ?? PROVIDER_TYPE;
  if (type === PROVIDER_TYPE) return;
  const { kind } = definitions[servedAs];
  const other = type.split(":").at(-1);
  throw runError(
    `${kind}: provider: belongs to ${other}, but a ${kind} takes a Provider of pulumi-checks or none. Remove the option; a resource below a component gets its provider from its parent`,
  );
}

/** The scope in which a slug belongs to one check of the program: a project, and the explicit provider if there is one. */
export function realmOf(
  provider: pulumi.ProviderResource | undefined,
  project: pulumi.Input<string | undefined>,
): pulumi.Input<string | undefined> {
  return provider ? pulumi.all([provider.urn, project]).apply((parts) => JSON.stringify(parts)) : project;
}

/** The native plugin for resources with an explicit provider, and for all where `checks:host` or `CHECKS_HOST` says so. */
export function hostOf(explicit: pulumi.ProviderResource | undefined): Host {
  return explicit ? "plugin" : configuredHost();
}

function configuredHost(): Host {
  try {
    return monitorOf(programSession()).serviceSettings().host;
  } catch (error) {
    // A wrong setting: the provider refuses the resource itself for it.
    if (error instanceof ChecksError) return "dynamic";
    throw error;
  }
}

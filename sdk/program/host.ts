/** Which host serves a resource of the program. */
import * as pulumi from "@pulumi/pulumi";
import { ChecksError } from "../../provider/core/errors";
import { type DefinitionName, type Host, typeOf } from "../../provider/hosts/definitions";
import { monitorOf } from "../../provider/monitor/monitor";
import { programSession } from "./session";

/** The provider that a resource of the program names, itself or by a parent. */
export function explicitProvider(
  servedAs: DefinitionName,
  options: pulumi.CustomResourceOptions | undefined,
): pulumi.ProviderResource | undefined {
  return options?.provider ?? options?.parent?.getProvider(typeOf("plugin", servedAs));
}

/** Within what a slug is one check's in the program: a project, of an explicit provider where there is one. */
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
    return monitorOf(programSession()).configured().host;
  } catch (error) {
    // A wrong setting: the provider refuses the resource itself for it.
    if (error instanceof ChecksError) return "dynamic";
    throw error;
  }
}

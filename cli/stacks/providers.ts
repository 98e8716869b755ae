/** Explicit providers of a state. Their arguments, not the stack's configuration, say where their resources are. */
import { ChecksError } from "../../provider/core/errors";
import { type Configuration, configurationOf } from "../../provider/hosts/plugin/configuration";
import { isDefaultName, PROVIDER_TYPE } from "../../provider/hosts/providerName";
import { nameIn, typeIn } from "../../provider/hosts/urnParts";
import { connect, type ProjectConnection } from "../../provider/monitor/connection";
import { readSettings } from "../../provider/monitor/settings";
import { DEFAULT_PROJECT } from "../../provider/monitor/sharedFields";
import { visible } from "../render/visible";
import { originOf, type ReadValues, valuesOf } from "./row";

/** A provider resource with settings of its own. */
export interface ExplicitProvider {
  /** The URN by which its resources refer to it. */
  urn: string;
  /** Its name in the program. */
  name: string;
  /** `project/stack`. */
  stack: string;
  /** Its arguments; absent if the state does not contain it. */
  args?: ReadValues;
}

/**
 * The URN of the explicit provider in a row's reference (`URN::ID`); undefined for a provider with the stack's
 * settings.
 */
export function explicitProviderIn(reference: string | undefined): string | undefined {
  const urn = reference?.slice(0, Math.max(reference.lastIndexOf("::"), 0));
  return urn !== undefined && typeIn(urn) === PROVIDER_TYPE && !isDefaultName(nameIn(urn)) ? urn : undefined;
}

/** A provider with its inputs from the state, if it is there. */
export function providerBy(urn: string, inputs: Record<string, unknown> | undefined): ExplicitProvider {
  const { resource, stack } = originOf({ urn });
  return { urn, name: resource, stack, ...(inputs && { args: valuesOf(inputs) }) };
}

/** The name of a project, with its explicit provider if it has one. */
export function projectLabel(project: string, provider: Pick<ExplicitProvider, "name"> | undefined): string {
  if (provider === undefined) return project;
  const ofProvider = `provider ${visible(provider.name)}`;
  return project === DEFAULT_PROJECT ? ofProvider : `${project} of ${ofProvider}`;
}

/**
 * The settings of an explicit provider. As in the plugin, its arguments override the environment.
 * @throws {ChecksError} if its arguments cannot be read.
 */
export function configurationBy(provider: ExplicitProvider): Pick<Configuration, "read" | "environment"> {
  return configurationOf(provider.name, readableArgs(provider));
}

/**
 * The address and the key of an explicit provider's project.
 * @throws {ChecksError} if its arguments cannot be read, or are incomplete.
 */
export function connectionOf(provider: ExplicitProvider, project: string | undefined): ProjectConnection {
  const { read, environment } = configurationBy(provider);
  try {
    const connection = connect(readSettings(read, environment), project, environment, read.nestedIn);
    const reason = `the service refused the API key of the ${subjectOf(provider)}`;
    const refused = { reason, remedy: CORRECT, remedyOfRead: CORRECT };
    return { ...connection, refusals: { ...connection.refusals, 401: refused } };
  } catch (error) {
    throw error instanceof ChecksError
      ? error.about({ subject: subjectOf(provider), remedy: CORRECT })
      : error;
  }
}

function subjectOf({ name, stack }: ExplicitProvider): string {
  return `provider ${JSON.stringify(name)} of stack ${stack}`;
}

const CORRECT = "Correct the arguments of the provider in the program, and run `pulumi up`";

/** Prefix of the payment service's settings, which no command uses. */
const UNUSED = "merchant";

function readableArgs(provider: ExplicitProvider): ReadValues["values"] {
  const { args } = provider;
  const subject = subjectOf(provider);
  if (!args) {
    throw new ChecksError({
      subject,
      reason: "the state does not have it, so it is not known where its checks are",
      remedy: "Run `pulumi up`, or export the state again",
    });
  }
  const sealed = [...args.sealed].filter((key) => key !== UNUSED);
  if (sealed.length === 0) return args.values;
  throw new ChecksError({
    subject,
    reason: `its arguments cannot be read (${sealed.join(", ")}): they are encrypted in the state, so its checks cannot be looked up`,
    remedy:
      "Let `pulumi stack export --show-secrets` decrypt the state, or give --state an export that it made",
  });
}

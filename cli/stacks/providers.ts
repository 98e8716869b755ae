/** Explicit providers of a state: their resources live where the arguments of their own say, and not the stack's configuration. */
import { ChecksError } from "../../provider/core/errors";
import { type Configuration, configurationOf } from "../../provider/hosts/plugin/configuration";
import { isDefaultName, PROVIDER_TYPE } from "../../provider/hosts/providerName";
import { nameIn, typeIn } from "../../provider/hosts/urnParts";
import { connect, type ProjectConnection } from "../../provider/monitor/connection";
import { readSettings } from "../../provider/monitor/settings";
import { DEFAULT_PROJECT } from "../../provider/monitor/sharedFields";
import { visible } from "../render/visible";
import { madeBy, type ReadValues, valuesOf } from "./row";

/** A provider resource with settings of its own. */
export interface ExplicitProvider {
  /** By which its resources refer to it. */
  urn: string;
  /** Its name in the program. */
  name: string;
  /** `project/stack`. */
  stack: string;
  /** Its arguments; absent where the state does not have it. */
  args?: ReadValues;
}

/** The URN of the explicit provider to which a row refers (`URN::ID`); undefined for a provider with the stack's settings. */
export function explicitIn(reference: string | undefined): string | undefined {
  const urn = reference?.slice(0, Math.max(reference.lastIndexOf("::"), 0));
  return urn !== undefined && typeIn(urn) === PROVIDER_TYPE && !isDefaultName(nameIn(urn)) ? urn : undefined;
}

/** A provider as the state has it; `inputs` are absent where it does not. */
export function providerBy(urn: string, inputs: Record<string, unknown> | undefined): ExplicitProvider {
  const { resource, stack } = madeBy({ urn });
  return { urn, name: resource, stack, ...(inputs && { args: valuesOf(inputs) }) };
}

/** What a project is called that may be one of an explicit provider. */
export function projectLabel(project: string, provider: Pick<ExplicitProvider, "name"> | undefined): string {
  if (provider === undefined) return project;
  const ofProvider = `provider ${visible(provider.name)}`;
  return project === DEFAULT_PROJECT ? ofProvider : `${project} of ${ofProvider}`;
}

/**
 * The settings of an explicit provider: as the plugin finds them, its arguments before the environment.
 * @throws {ChecksError} where its arguments cannot be read.
 */
export function configurationBy(provider: ExplicitProvider): Pick<Configuration, "read" | "environment"> {
  return configurationOf(provider.name, readable(provider));
}

/**
 * Where a project of an explicit provider is, and the key to it.
 * @throws {ChecksError} where its arguments cannot be read, or say too little.
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

/** Settings of the payment service, which no command asks. */
const UNUSED = "merchant";

function readable(provider: ExplicitProvider): ReadValues["values"] {
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

/**
 * `checks:payments:Refund`: what a program in any language declares to refund a transaction. It is the two rows that
 * `provider/payments/refund` needs, registered in their order and with the options on which their promise rests; a
 * program in TypeScript registers the same rows by itself.
 */
import type * as proto from "@pulumi/pulumi/proto/provider_pb";
import { ChecksError } from "../../core/errors";
import type { Values } from "../../core/fields";
import { RUN_NOTE } from "../../core/runNotes";
import { isUnknown, UNKNOWN } from "../../core/unknown";
import { refund } from "../../payments/refund/refund";
import { refundFields, refundOutputs } from "../../payments/refund/refundFields";
import { pluginTypes } from "../definitions";
import { noteName, refundProblem, refundStateIn } from "../refundRows";
import { stackReference } from "../stackReference";
import { labelOf, nameIn } from "../urnParts";
import type { Constructed } from "./component";
import { type Struct, struct } from "./grpc";
import { argumentsOf, markSecrets, propertiesOf } from "./properties";
import { type RefundAliases, refundAliases } from "./refundAliases";
import { ResourceMonitor } from "./resourceMonitor";
import { type Placed, urnAsAlias, urnBelow } from "./urns";

/** What a program says and gets; the rows behind it are none of its business. */
export const refundComponent = {
  token: "checks:payments:Refund",
  kind: refund.kind,
  fields: refundFields,
  outputs: { transactionNumber: refundFields.transactionNumber, ...refundOutputs },
} as const;

/** Makes refunds for one provider resource during one run. */
export class RefundComponent {
  /** Which component refunds which transaction. */
  private readonly owners = new Map<string, string>();

  /** `provider` is the reference under which the engine knows this very process, where it tells that. */
  constructor(private readonly provider: string | undefined) {}

  async construct(request: proto.ConstructRequest): Promise<Constructed> {
    const { values, secrets } = argumentsOf(request.getInputs());
    const inputs = checkedInputs(request.getName(), values);
    const monitor = new ResourceMonitor(request.getMonitorendpoint());
    try {
      const place = placeOf(request);
      const former = request.getAliasesList().map((alias) => urnAsAlias(alias, place));
      const aliases = refundAliases(former, String(inputs.transactionNumber));
      const protect = request.getProtect() ?? false;
      const { urn } = await monitor.register({
        ...place,
        type: refundComponent.token,
        protect,
        aliases: aliases.component,
      });
      this.claim(urn, inputs.transactionNumber);
      const sources = sourcesOf(request);
      const rest = { protect, urn, aliases, sources, secrets };
      const { state, children } = isUnknown(inputs.transactionNumber)
        ? { state: struct(unknownOutputs(inputs)), children: [] }
        : await this.rows(monitor, request, inputs, rest);
      await monitor.finish(urn, state);
      return { urn, state: state.toJavaScript() as Values, children };
    } finally {
      monitor.close();
    }
  }

  /** Registers the note first, which the engine writes into the state; then the resource that requests the refund under it. */
  private async rows(
    monitor: ResourceMonitor,
    request: proto.ConstructRequest,
    inputs: Values,
    { protect, urn, aliases, sources, secrets }: Rest,
  ) {
    const name = request.getName();
    const number = String(inputs.transactionNumber);
    const own = urnBelow(urn, pluginTypes.refund, name);
    const before = refundStateIn(await monitor.rowsOf(stackOf(request)), [own, ...aliases.rows], number);
    const note = noteFor(request);
    const provider = this.provider ?? request.getProvidersMap().get("checks");
    if (provider === undefined) throw tooOld(name);
    const noted = await monitor.register({
      type: pluginTypes.refundAttempt,
      // The same for each transaction, wherever its refund is declared: the engine lets one of them be.
      name: noteName(number),
      parent: "",
      protect,
      aliases: aliases.notes,
      custom: {
        provider,
        properties: markSecrets(
          { ...inputs, recordedBy: labelOf(urn), formerly: aliases.formerly, before, ...note },
          secrets,
        ),
        dependencies: sources,
      },
    });
    const attempt = propertiesOf(noted.properties).values.attempt ?? UNKNOWN;
    const asked = await monitor.register({
      type: pluginTypes.refund,
      name,
      parent: urn,
      protect,
      aliases: aliases.rows,
      custom: {
        provider,
        properties: markSecrets({ transactionNumber: number, attempt, ...note }, secrets),
        dependencies: { transactionNumber: sources.transactionNumber, attempt: [noted.urn] },
      },
    });
    return { state: outputsOf(asked.properties, number, secrets), children: [asked.urn] };
  }

  /** Two refunds of one transaction in one program. */
  private claim(urn: string, transactionNumber: unknown): void {
    if (typeof transactionNumber !== "string" || isUnknown(transactionNumber)) return;
    const owner = this.owners.get(transactionNumber) ?? urn;
    if (owner === urn) return void this.owners.set(transactionNumber, urn);
    throw new ChecksError({
      subject: `Refund ${JSON.stringify(nameIn(urn))}`,
      property: "transactionNumber",
      reason: `the Refund ${JSON.stringify(nameIn(owner))} of this program has the same`,
      remedy: "Remove one of them",
    });
  }
}

/** Rows of another provider would belong to another merchant. */
function tooOld(name: string): ChecksError {
  return new ChecksError({
    subject: `Refund ${JSON.stringify(name)}`,
    reason: "this version of Pulumi does not tell the plugin which provider it serves",
    remedy: "Use a newer version of Pulumi",
  });
}

/** What both rows share with the component. */
interface Rest {
  protect: boolean;
  urn: string;
  aliases: RefundAliases;
  /** For each input the resources that it comes from. */
  sources: Sources;
  secrets: ReadonlySet<string>;
}

/** URNs by input. */
type Sources = Record<keyof typeof refundFields, readonly string[]>;

/** The inputs, if they are valid; values that are not known yet are not checked. */
function checkedInputs(name: string, given: Values): Values {
  const reason = refundProblem(given);
  if (reason === undefined) return given;
  throw new ChecksError({ subject: `Refund ${JSON.stringify(name)}`, reason });
}

function stackOf(request: proto.ConstructRequest): string {
  const [organization, project] = [request.getOrganization(), request.getProject()];
  return stackReference({ organization, project, stack: request.getStack() });
}

function placeOf(request: proto.ConstructRequest): Placed {
  return {
    project: request.getProject(),
    stack: request.getStack(),
    type: request.getType(),
    name: request.getName(),
    parent: request.getParent(),
  };
}

/** For each input, and for the whole, the resources that have to be there before. */
function sourcesOf(request: proto.ConstructRequest): Sources {
  const of = (key: keyof typeof refundFields) =>
    request.getInputdependenciesMap().get(key)?.getUrnsList() ?? [];
  return {
    transactionNumber: [...of("transactionNumber"), ...request.getDependenciesList()],
    askAgainAfter: of("askAgainAfter"),
  };
}

/** What the program in TypeScript says of a run beside its inputs. */
function noteFor(request: proto.ConstructRequest): Values {
  const stack = `${request.getProject()}/${request.getStack()}`;
  return { [RUN_NOTE]: { name: request.getName(), stack, preview: request.getDryrun() } };
}

/** What the component has as outputs: those of the row, without what is between the rows. */
function outputsOf(row: Struct, transactionNumber: string, secrets: ReadonlySet<string>): Struct {
  const { values } = propertiesOf(row);
  const keys = Object.keys(refundOutputs).filter((key) => values[key] !== undefined);
  return markSecrets(
    { transactionNumber, ...Object.fromEntries(keys.map((key) => [key, values[key]])) },
    secrets,
  );
}

function unknownOutputs({ transactionNumber }: Values): Values {
  return {
    ...Object.fromEntries(Object.keys(refundOutputs).map((key) => [key, UNKNOWN])),
    transactionNumber,
  };
}

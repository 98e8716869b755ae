import * as pulumi from "@pulumi/pulumi";
import { typeOf } from "../../provider/hosts/definitions";
import { noteName, refundStateIn } from "../../provider/hosts/refundRows";
import { labelOf } from "../../provider/hosts/urnParts";
import type { Attempt, refundFields } from "../../provider/payments/refund/refundFields";
import { whenKnown } from "../program/engineRun";
import { explicitProvider } from "../program/host";
import type { ArgsOf } from "../program/resourceClass";
import { runError } from "../program/runError";
import { areRowsListed, stackRows } from "../program/stackRows";
import { PaymentsResource } from "./paymentsResource";

/** A record is known by these types on both hosts, so that a stack can move from one to the other. */
const REFUND = typeOf("dynamic", "refund");
const ATTEMPT = typeOf("dynamic", "refundAttempt");
/** What an alias that is a whole URN may have as the type of a `Refund`. */
const SERVED = [REFUND, typeOf("plugin", "refund")];

type Args = ArgsOf<typeof refundFields>;

/** The note in the state that a refund is about to be requested. `Refund` makes it; it is of no use by itself. */
class RefundAttempt extends PaymentsResource {
  declare readonly attempt: pulumi.Output<Attempt>;

  constructor(name: string, args: object, options: pulumi.CustomResourceOptions) {
    super("refundAttempt", name, args, options);
  }
}

/**
 * The attempt under which the `Refund` of this name may send its request. Its resource is named after the transaction
 * and not after the `Refund`, so that a refund finds the note of its transaction under any name.
 */
export function attemptOf(
  name: string,
  args: Args,
  options: pulumi.CustomResourceOptions,
): pulumi.Output<Attempt> {
  const { parent, aliases = [], ...rest } = options;
  // It has no parent from which to take it.
  const provider = explicitProvider("refund", options);
  const urns = (type: string) => aliases.map((alias) => urnOf(alias, { name, type, parent }));
  const own = pulumi.createUrn(name, REFUND, parent);
  const onPlugin = pulumi.createUrn(name, typeOf("plugin", "refund"), parent);
  const recordedBy = labelAlone(own);
  const former = SERVED.flatMap(urns);
  const formerly = urns(REFUND).map(labelAlone);
  const make = (transactionNumber: string) => {
    refuseNoText(name, transactionNumber);
    return new RefundAttempt(
      noteName(transactionNumber),
      { ...args, recordedBy, formerly, before: stateOf([onPlugin, own, ...former], transactionNumber) },
      // Earlier versions named it as the `Refund`.
      {
        ...rest,
        ...(provider && { provider }),
        aliases: [pulumi.createUrn(name, ATTEMPT, parent), ...urns(ATTEMPT)],
      },
    ).attempt;
  };
  const { transactionNumber } = args;
  return typeof transactionNumber === "string"
    ? make(transactionNumber)
    : pulumi.output(transactionNumber).apply(make);
}

/** The types ask for a text; JavaScript, and a setting that is not there, do not. The note is named before it is checked. */
function refuseNoText(name: string, transactionNumber: unknown): void {
  if (typeof transactionNumber === "string") return;
  const reason = transactionNumber === undefined ? "is required" : "must be a string";
  throw runError(`Refund ${JSON.stringify(name)}: transactionNumber: ${reason}.`);
}

/** The rows that aliases of a `Refund` mean if the dynamic host served them. */
export function dynamicAliases(
  name: string,
  { parent, aliases = [] }: pulumi.CustomResourceOptions,
): pulumi.Output<string>[] {
  return aliases.map((alias) => urnOf(alias, { name, type: REFUND, parent }));
}

/** What the state has of a `Refund`, whose row has one of these URNs, and of the transaction. */
function stateOf(own: pulumi.Output<string>[], transactionNumber: string) {
  return pulumi.all(own.map(withoutDependencies)).apply(async (urns) => {
    if (!(await areRowsListed())) throw runError(unlisted(transactionNumber));
    const rows = [...(await stackRows())].map(([urn, { values }]) => [urn, values] as const);
    return refundStateIn(new Map(rows), urns, transactionNumber);
  });
}

/** Without the list, a note that waits for its replacement would go unnoticed. */
function unlisted(transactionNumber: string): string {
  return `refund of ${transactionNumber}: not refunded: the engine does not list the stack's resources, so it is not known whether an earlier run requested it. Run again`;
}

/** What an alias leaves out is as the resource has it. */
interface Own {
  name: string;
  type: string;
  parent: pulumi.Resource | undefined;
}

/** The URN that an alias of a `Refund` means, for the resource of this type. */
function urnOf(alias: pulumi.Input<string | pulumi.Alias>, own: Own): pulumi.Output<string> {
  if (pulumi.Output.isInstance(alias) || alias instanceof Promise) {
    return pulumi.output(alias as pulumi.Input<string>).apply((known) => urnOf(known, own));
  }
  if (typeof alias === "string") {
    return pulumi.output(SERVED.reduce((urn, type) => urn.replace(`${type}::`, `${own.type}::`), alias));
  }
  const { name = own.name, project, stack } = alias as pulumi.Alias;
  const parent = Object.hasOwn(alias, "parent") ? (alias as pulumi.Alias).parent : own.parent;
  return pulumi
    .all([name, project, stack])
    .apply(([called, ofProject, ofStack]) => pulumi.createUrn(called, own.type, parent, ofProject, ofStack));
}

/** The URN's label, with nothing that it comes from. */
function labelAlone(urn: pulumi.Output<string>): pulumi.Output<string> {
  return withoutDependencies(urn).apply(labelOf);
}

/**
 * A URN without what it comes from. That may be a component, which stands for all of its children: the note would wait for
 * the `Refund` that waits for the note.
 */
function withoutDependencies(urn: pulumi.Output<string>): pulumi.Output<string> {
  return pulumi.output(whenKnown(urn) as Promise<string>);
}

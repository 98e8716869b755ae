import type * as pulumi from "@pulumi/pulumi";
import { refundAttempt as definition } from "../../provider/resources/refundAttempt";
import { type Attempt, attempt, type refundFields } from "../../provider/resources/refundFields";
import { type ArgsOf, ProvidedResource } from "../resourceClass";

/** The note in the state that a refund is about to be asked for. Made by `Refund`; of no use by itself. */
export class RefundAttempt extends ProvidedResource {
  declare readonly attempt: pulumi.Output<Attempt>;

  constructor(name: string, args: ArgsOf<typeof refundFields>, options?: pulumi.CustomResourceOptions) {
    super(definition, { attempt }, name, args, options);
  }
}

/** Options of a `Refund` for its attempt: aliases that name the type of the one name that of the other. */
export function optionsOfAttempt(options: pulumi.CustomResourceOptions): pulumi.CustomResourceOptions {
  const { aliases = [], ...rest } = options;
  const [refund, note] = ["Refund", "RefundAttempt"].map((kind) => `pulumi-nodejs:dynamic/checks:${kind}::`);
  return {
    ...rest,
    aliases: aliases.map((alias) =>
      typeof alias === "string" ? alias.replace(`${refund}`, `${note}`) : alias,
    ),
  };
}

import * as pulumi from "@pulumi/pulumi";
import { channelAssignment } from "../provider/resources/channelAssignment";
import {
  type channelAssignmentFields,
  channelAssignmentOutputs,
} from "../provider/resources/channelAssignmentFields";
import { Check } from "./check";
import { checkKey, claimChannels } from "./programChannels";
import { type ArgsOf, type OutputsOf, ProvidedResource } from "./resourceClass";

/** What a program says about a channel assignment. `check` and `channels` are required. */
export interface ChannelAssignmentArgs extends Omit<ArgsOf<typeof channelAssignmentFields>, "check"> {
  /** The check whose channels these are: a `Check` of the program, or the UUID or slug of any check. Changing it makes a new assignment. */
  check: Check | pulumi.Input<string>;
}

export interface ChannelAssignment
  extends OutputsOf<typeof channelAssignmentFields>,
    OutputsOf<typeof channelAssignmentOutputs> {}

/**
 * Channels of a check, for teams that own channels apart from checks.
 *
 * ```ts
 * import { ChannelAssignment, Check } from "pulumi-checks";
 *
 * const backup = new Check("nightly-backup", { slug: "nightly-backup", schedule: "30 2 * * *" });
 *
 * new ChannelAssignment("nightly-backup-pager", { check: backup, channels: ["Pager"] });
 * new ChannelAssignment("reports", { check: "weekly-report", channels: "*", mode: "exclusive" });
 * ```
 *
 * An additive assignment (the default) attaches its channels and leaves all others alone, so that a check can have
 * several; an exclusive one makes its channels the only ones. Removing an assignment detaches its channels, except
 * those that another assignment of the program wants. Reads and writes `channels` with
 * `GET` and `POST /api/v3/checks/<uuid>`.
 *
 * @throws {pulumi.RunError} in the preview, when the check names `channels` itself or two assignments of one check
 * are not both additive.
 */
export class ChannelAssignment extends ProvidedResource {
  constructor(name: string, args: ChannelAssignmentArgs, options?: pulumi.CustomResourceOptions) {
    const { check, ...rest } = args;
    const given = check instanceof Check ? check : undefined;
    // The id, unlike outputs, stays known in a preview that updates the check.
    const inputs = given
      ? { project: given.declared.project, ...rest, check: given.id }
      : { ...rest, check: check as pulumi.Input<string> };
    super(channelAssignment, channelAssignmentOutputs, name, inputs, options);
    const resource = `ChannelAssignment "${name}"`;
    const claim = pulumi.output(args.mode).apply((mode) => ({ resource, kind: mode ?? "additive" }) as const);
    claimChannels(checkKey(inputs.project, inputs.check), claim);
    // Others may name the check by its slug.
    if (given) claimChannels(given.declared.key, claim);
  }
}

import * as pulumi from "@pulumi/pulumi";
import { check } from "../provider/resources/check";
import { type checkFields, checkOutputs } from "../provider/resources/checkFields";
import { checkKey, claimChannels } from "./programChannels";
import { claimSlug } from "./programSlugs";
import { type ArgsOf, type OutputsOf, ProvidedResource } from "./resourceClass";

/** What a program says about a check. Only `slug` is required. */
export interface CheckArgs extends ArgsOf<typeof checkFields> {}

export interface Check extends OutputsOf<typeof checkFields>, OutputsOf<typeof checkOutputs> {}

/**
 * A monitored periodic job. It is pinged by the job, and is down when the pings stop.
 *
 * ```ts
 * import { Check, hours } from "pulumi-checks";
 *
 * const backup = new Check("nightly-backup", {
 *   slug: "nightly-backup",
 *   tags: ["prod", "db"],
 *   schedule: "30 2 * * *",
 *   tz: "Europe/Riga",
 *   grace: hours(1),
 * });
 *
 * export const pingUrl = backup.pingUrl; // a secret
 * ```
 *
 * Created, or adopted by its slug, with `POST /api/v3/checks/`; every field that is not named has the service's
 * default, except `channels` and `paused`, which are left as they are.
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: see the interface
export class Check extends ProvidedResource {
  /** What the program said that identifies the check: known in previews, unlike outputs. @internal */
  readonly declared: { project: pulumi.Input<string | undefined>; key: pulumi.Output<string> };

  constructor(name: string, args: CheckArgs, options?: pulumi.CustomResourceOptions) {
    super(check, checkOutputs, name, args, options);
    claimSlug(name, args);
    this.declared = { project: args.project, key: checkKey(args.project, args.slug) };
    const channels = pulumi
      .output(args.channels)
      .apply((named) =>
        named === undefined ? undefined : { resource: `Check "${name}"`, kind: "own" as const },
      );
    for (const key of [this.declared.key, checkKey(args.project, this.id)]) claimChannels(key, channels);
  }
}

import * as pulumi from "@pulumi/pulumi";
import { whenDoneInProgram } from "../../provider/core/patience";
import type {
  channelAssignmentFields,
  channelAssignmentOutputs,
} from "../../provider/monitor/channelAssignment/channelAssignmentFields";
import { isUuid } from "../../provider/monitor/uuid";
import { isKnown, sourcesOf, whenKnown } from "../program/engineRun";
import { explicitProvider, realmOf } from "../program/host";
import { refuseNoArgs, refuseNoValues } from "../program/refusal";
import { type ArgsOf, type OutputsOf, ProvidedResource } from "../program/resourceClass";
import { channelsOfOthers } from "./channelsOfOthers";
import { Check } from "./check";
import {
  type Claim,
  checkKey,
  claimChannels,
  type DeclaredCheck,
  declaredOf,
  noteAssigned,
  noteNamed,
  whenDeclared,
} from "./programChannels";
import { madeHere, programChecks } from "./programChecks";

/** What a program says about a channel assignment. `check` and `channels` are required. */
export interface ChannelAssignmentArgs extends Omit<ArgsOf<typeof channelAssignmentFields>, "check"> {
  /** The check that gets the channels: a `Check` of the program, or the UUID or slug of any check. Changing it makes a new assignment. */
  check: Check | pulumi.Input<string>;
}

export interface ChannelAssignment
  extends OutputsOf<typeof channelAssignmentFields>,
    OutputsOf<typeof channelAssignmentOutputs> {}

/**
 * Channels of a check, for teams that own channels but not checks.
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
 * An additive assignment (the default) attaches its channels and leaves all others alone, so a check can have several
 * assignments; an exclusive one makes its channels the only ones. Removing an assignment detaches its channels, except
 * those that another assignment of the program wants. An assignment that names a check of the program by its slug waits
 * until that check exists. Reads and writes `channels` with `GET` and `POST /api/v3/checks/<uuid>`.
 *
 * @throws {pulumi.RunError} in the preview, when the check names `channels` itself or two assignments of one check
 * are not both additive.
 */
export class ChannelAssignment extends ProvidedResource {
  constructor(name: string, args: ChannelAssignmentArgs, options?: pulumi.CustomResourceOptions) {
    refuseNoArgs(`ChannelAssignment "${name}"`, args);
    const { check, project, ...rest } = args;
    const provider = explicitProvider("channelAssignment", options);
    const ofProgram =
      check instanceof Check ? declaredOf(check) : checkOfOutput({ check, project }, provider);
    const inputs = {
      project: project ?? ofProgram?.project,
      ...rest,
      check: check instanceof Check ? check.id : knownInPreview(check),
    };
    refuseNoValues(`ChannelAssignment "${name}"`, inputs);
    const claim = assignmentClaim(`ChannelAssignment "${name}"`, args);
    const realm = realmOf(provider, inputs.project);
    const key = checkKey(realm, inputs.check);
    noteNamed(key);
    const claims = [claimChannels(key, claim)];
    // Others may name the check by its slug.
    if (ofProgram) {
      noteAssigned(ofProgram);
      claims.push(claimChannels(ofProgram.key, claim));
    }
    super("channelAssignment", name, inputs, options, {
      admitted: () => Promise.all(claims.map((isAdmitted) => isAdmitted())),
      noted: async (_origin, row) => {
        if (!(check instanceof Check)) await whenCheckIsThere(inputs, provider, row?.values.check);
        return {
          ...(row && { rowUrn: row.urn, otherChannels: await channelsOfOthers(row) }),
          isOfProgram: await isOfProgram(inputs, provider),
        };
      },
    });
  }
}

/**
 * A check's `uuid` is its `id`, which, unlike its other outputs, stays known in a preview that updates the check. Otherwise
 * the preview would not know the assignment again under another name, and show that it is deleted and made anew.
 */
function knownInPreview(check: pulumi.Input<string>): pulumi.Input<string> {
  const source = checkWithOutput(check, ["uuid"]);
  if (source === undefined || !pulumi.runtime.isDryRun()) return check;
  return pulumi.output(isKnown(check)).apply((known) => pulumi.output(known ? check : source.id));
}

/** The check of the program that has an output as one of these. */
function checkWithOutput(output: pulumi.Input<string>, keys: readonly string[]): Check | undefined {
  return sourcesOf(output).find(
    (one): one is Check =>
      one instanceof Check && keys.some((key) => Object.getOwnPropertyDescriptor(one, key)?.value === output),
  );
}

/**
 * The check of the program whose own `id`, `uuid` or `slug` names the check. The output tells that before it has a value,
 * which it gets only once the check is written, in an `up`, and not at all in the preview of a new one.
 */
function checkOfOutput(
  { check, project }: Named,
  provider: pulumi.ProviderResource | undefined,
): DeclaredCheck | undefined {
  const source = checkWithOutput(check, ["id", "uuid", "slug"]);
  const declared = source && declaredOf(source);
  if (declared?.provider !== provider) return undefined;
  // Another project may have another check with this slug.
  return project === undefined || project === declared?.project ? declared : undefined;
}

/**
 * The check that an assignment names by its slug may be one that this very program makes, or gives that slug: nothing else
 * tells the engine that it comes first. `known` is the name by which the assignment's row has found its check already, which
 * may give that to another one: nobody waits again for what the program does not say plainly.
 */
async function whenCheckIsThere(
  inputs: Named,
  provider: pulumi.ProviderResource | undefined,
  known: unknown,
): Promise<void> {
  const wanted = await namedBySlug(inputs, provider);
  if (wanted === undefined) return;
  const { plain } = programChecks().look("slug", wanted, wanted.slug);
  if (wanted.slug === known ? plain === undefined : pulumi.runtime.isDryRun()) return;
  // That check reports its own failures.
  await whenDoneInProgram(whenKnown(madeHere(programChecks(), wanted)).catch(() => undefined));
}

/** How an assignment names its check. */
interface Named {
  check: pulumi.Input<string>;
  project?: pulumi.Input<string | undefined>;
}

/** The check for which an assignment gives a slug; undefined where it gives a UUID, or a preview does not know. */
async function namedBySlug({ check, project }: Named, provider: pulumi.ProviderResource | undefined) {
  const [slug, inProject] = [await whenKnown(check), await whenKnown(project)];
  if (typeof slug !== "string" || isUuid(slug)) return undefined;
  return { slug, project: inProject, provider };
}

/** True where the program makes the check that an assignment names by its slug, or may do so. It is asked in previews. */
async function isOfProgram(
  inputs: Named,
  provider: pulumi.ProviderResource | undefined,
): Promise<true | undefined> {
  if (!pulumi.runtime.isDryRun()) return undefined;
  const wanted = await namedBySlug(inputs, provider);
  if (wanted === undefined) return undefined;
  await whenDeclared();
  const { plain, open } = programChecks().look("slug", wanted, wanted.slug);
  return plain !== undefined || open.length > 0 ? true : undefined;
}

/** What an assignment claims; undefined where a preview does not know its mode. */
async function assignmentClaim(
  resource: string,
  { mode }: ChannelAssignmentArgs,
): Promise<Claim | undefined> {
  if (!(await isKnown(mode))) return undefined;
  return { resource, kind: (await whenKnown(mode)) ?? "additive" };
}

import * as pulumi from "@pulumi/pulumi";
import { ChecksError } from "../../provider/core/errors";
import type { checkFields, checkOutputs } from "../../provider/monitor/check/checkFields";
import { ASSIGNED, mergeDefaults, OF_PROGRAM } from "../../provider/monitor/check/configuredCheck";
import { monitorOf } from "../../provider/monitor/monitor";
import { type CheckDefaults, channelsFor, checkDefaultsOf } from "../../provider/monitor/settings";
import { isUuid } from "../../provider/monitor/uuid";
import { isKnown, isPlain, whenKnown } from "../program/engineRun";
import { explicitProvider, realmOf } from "../program/host";
import { refuseNoArgs, refuseNoValues } from "../program/refusal";
import { type ArgsOf, callMethod, type OutputsOf, ProvidedResource } from "../program/resourceClass";
import { runError } from "../program/runError";
import { programSession } from "../program/session";
import type { StackRow } from "../program/stackRows";
import { heldInState, heldWithSlug } from "./heldChecks";
import { type Claim, checkKey, claimChannels, isAssigned, noteDeclared } from "./programChannels";
import { programChecks } from "./programChecks";
import { claimSlug } from "./programSlugs";
import { programDefaults } from "./withDefaults";

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
 * It is created, or adopted by its slug, with `POST /api/v3/checks/`. A field that is not set gets its default from the
 * configuration or the service, except `channels`, `paused` and the fields that the README's table names: those stay as
 * they are.
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: see the interface
export class Check extends ProvidedResource {
  /**
   * Reads a check without managing it: it is read in each run, and never written or deleted. Use it for what takes a
   * `Check`, such as a `ChannelAssignment`; for the status of a check use `getCheck`.
   *
   * ```ts
   * import { ChannelAssignment, Check, getCheckOutput } from "pulumi-checks";
   *
   * const backup = Check.get("backup", "803f680d-e89b-492b-82ef-2be7b774a92d");
   * new ChannelAssignment("backup-pager", { check: backup, channels: ["Pager"] });
   *
   * const report = Check.get("report", getCheckOutput({ slug: "report", project: "eu" }).uuid.apply(String), {
   *   project: "eu",
   * });
   * ```
   *
   * Reads `GET /api/v3/checks/<uuid>`, with a read-write key.
   *
   * @param id UUID of the check.
   * @param state `project`: the named project of the configuration that the check is in. Default: the default project.
   * @throws {pulumi.RunError} when `id` is not a UUID. The run fails when there is no such check, or when it has no
   * slug.
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state: Pick<CheckArgs, "project"> = {},
    options?: pulumi.CustomResourceOptions,
  ): Check {
    const isKnown = id === undefined || typeof id === "string";
    const uuid = isKnown ? refuseNoUuid(name, id) : pulumi.output(id).apply((one) => refuseNoUuid(name, one));
    return new Check(name, state as CheckArgs, { ...options, id: uuid });
  }

  /**
   * Pauses the check after it was written, in each `up` of a program that calls this, for example while its job is being
   * moved. The state does not record it; to keep a check paused, declare `paused`. In unit tests with mocks it does
   * nothing.
   *
   * ```ts
   * import * as pulumi from "@pulumi/pulumi";
   * import { Check } from "pulumi-checks";
   *
   * const backup = new Check("nightly-backup", { slug: "nightly-backup" });
   * if (new pulumi.Config().getBoolean("maintenance")) backup.pause();
   * else backup.resume();
   * ```
   *
   * `POST /api/v3/checks/<uuid>/pause`. The run fails when the check declares `paused`. `pulumi refresh` and `pulumi
   * destroy` with `--run-program` run the program, and so they also pause the check; the native plugin leaves alone the
   * checks that a run does not include, as `pulumi destroy` includes none until it deletes them.
   */
  pause(): pulumi.Output<void> {
    return callMethod(this, "pause");
  }

  /** Resumes the check after it was written, if it is paused, in the runs in which `pause` pauses it. `POST /api/v3/checks/<uuid>/resume`. */
  resume(): pulumi.Output<void> {
    return callMethod(this, "resume");
  }

  constructor(name: string, args: CheckArgs, options?: pulumi.CustomResourceOptions) {
    refuseNoArgs(`Check "${name}"`, args);
    refuseNoValues(`Check "${name}"`, args);
    const provider = explicitProvider("check", options);
    const realm = realmOf(provider, args.project);
    if (options?.id !== undefined) {
      super("check", name, args, options);
      noteDeclared(this, { project: args.project, provider, key: checkKey(realm, options.id) });
      return;
    }
    const declared = { project: args.project, provider, key: checkKey(realm, args.slug) };
    const assigned = isAssigned(declared);
    const claim = channelClaim(name, args, assigned, provider !== undefined);
    claimChannels(declared.key, claim);
    const ofProgram = programDefaults();
    const internal = { [ASSIGNED]: assigned, ...(ofProgram && { [OF_PROGRAM]: ofProgram }) };
    const labels = withDefaultTags(args, provider !== undefined);
    let former: Promise<StackRow | undefined> | undefined;
    super("check", name, { ...args, ...internal }, options, {
      formerly: (row) => {
        former = row;
      },
      sent: { ...withoutDeprecated(args), ...internal },
      // Each provider guards its own slugs; only the engine knows which one `ignoreChanges` keeps.
      ...(!provider && !isSlugKept(options) && { admitted: claimSlug(name, args) }),
      knownAs: (id) => void claimChannels(checkKey(realm, id), claim),
      noted: async (origin, row) => {
        const held =
          origin === "kept"
            ? row && (await heldWithSlug(args, row))
            : await heldInState(provider ? "moved" : origin);
        return { ...(held !== undefined && { held }), isAssigned: (await assigned) === true };
      },
    });
    programChecks().add(labels, () => this.uuid, { former, provider });
    noteDeclared(this, declared);
    claimChannels(checkKey(realm, this.id), claim);
  }
}

/** An Output, too, may come without one: that of a look-up with a read-only key, which sees no UUIDs. */
function refuseNoUuid(name: string, id: unknown): string {
  if (typeof id === "string" && isUuid(id)) return id;
  throw runError(
    `Check.get "${name}": id: must be the UUID of a check. If you know its slug, use \`getCheckOutput({ slug }).uuid\`, which needs a read-write key`,
  );
}

function isSlugKept({ ignoreChanges = [] }: pulumi.CustomResourceOptions = {}): boolean {
  return ignoreChanges.some((path) => path === "slug" || path === "*");
}

/** How a check itself sets its channels; undefined when a preview does not know. */
async function channelClaim(
  name: string,
  { channels, project, tags }: CheckArgs,
  assigned: Promise<true | undefined>,
  isApart: boolean,
): Promise<Claim | undefined> {
  const resource = `Check "${name}"`;
  if (!(await isKnown(channels))) return undefined;
  if ((await whenKnown(channels)) !== undefined) return { resource, kind: "own" };
  if ((await assigned) || !(await isKnown(project))) return undefined;
  const own = (await isKnown(tags)) ? await whenKnown(tags) : [];
  const ofOthers = hasDefaultChannels(
    await whenKnown(project),
    own as readonly string[] | undefined,
    isApart,
  );
  return ofOthers ? { resource, kind: "default" } : undefined;
}

/** Whether a check that names no channels gets some by default. */
function hasDefaultChannels(
  project: string | undefined,
  tags: readonly string[] | undefined,
  isApart: boolean,
): boolean {
  const defaults = defaultsFor(project, isApart);
  // Anything but a list is refused by the provider.
  const own = Array.isArray(tags) ? (tags as readonly string[]) : undefined;
  return channelsFor(defaults, own ?? defaults.tags ?? []) !== undefined;
}

/**
 * Moves deprecated keywords that may be a secret to their present names: the engine knows secrets by the name of a
 * property, and would lose track of one under another name. Values that the provider refuses stay as they are.
 */
function withoutDeprecated(args: CheckArgs): CheckArgs {
  const { subject, subjectFail, ...rest } = args;
  if (isPlain([subject, subjectFail]) || rest.filterSubject !== undefined) return args;
  if (subject !== undefined && rest.successKw !== undefined) return args;
  if (subjectFail !== undefined && rest.failureKw !== undefined) return args;
  const [successKw, failureKw] = [subject ?? rest.successKw, subjectFail ?? rest.failureKw];
  const filterSubject = pulumi
    .all([successKw, failureKw].map((keywords) => pulumi.output(keywords)))
    .apply((all) => all.some((keywords) => keywords !== undefined && keywords.length > 0));
  return { ...rest, successKw, failureKw, filterSubject };
}

/** What look-ups compare with a check, including its default tags; computed only when a look-up needs it. */
function withDefaultTags({ slug, tags, project }: CheckArgs, isApart: boolean): CheckArgs {
  const all = (own: readonly string[] | undefined, inProject: string | undefined) =>
    own ?? defaultsFor(inProject, isApart).tags ?? [];
  return {
    slug,
    project,
    get tags() {
      if (isPlain([tags, project])) return all(tags as string[] | undefined, project as string | undefined);
      return pulumi.all([pulumi.output(tags), project]).apply(([own, inProject]) => all(own, inProject));
    },
  };
}

/** The defaults of the program and of the configuration; an explicit provider does not have the latter. */
function defaultsFor(project: string | undefined, isApart: boolean): CheckDefaults {
  try {
    const configured = isApart ? {} : checkDefaultsOf(monitorOf(programSession()).serviceSettings(), project);
    return mergeDefaults(programDefaults() ?? {}, configured);
  } catch (error) {
    // A wrong setting: the provider refuses the check itself for it.
    if (error instanceof ChecksError) return {};
    throw error;
  }
}

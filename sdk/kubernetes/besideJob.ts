/** The options of resources that are made next to a job of the program: the job's own options about its place and its deletion apply to them, too. */
import { setImmediate } from "node:timers/promises";
import type * as pulumi from "@pulumi/pulumi";
import type { CheckArgs } from "../monitor/check";
import { whenKnown } from "../program/engineRun";
import { aliasesAt, formerPlaces } from "../program/formerPlaces";
import { resourceAt } from "../program/resourceAt";
import { placeAt } from "../program/urn";
import type { JobCheckArgs } from "./jobCheck";
import { type Beside, CHECK_ANNOTATION, secretNameOf } from "./monitoring";

/**
 * Derives them from the job's options, as a transform gets them, from what is declared of its check, and from whether the
 * job has a name of its own.
 */
export async function besideJob(
  opts: pulumi.CustomResourceOptions,
  said: JobCheckArgs = {},
  isNamed = false,
): Promise<Beside> {
  const { provider, version, pluginDownloadURL, dependsOn, deletedWith, protect, retainOnDelete } = opts;
  const before = await formerPlaces(opts);
  const both: pulumi.CustomResourceOptions = {
    ...(await parentOf(opts)),
    // A job that stays must still be watched and ping.
    ...(protect && { protect }),
    ...(retainOnDelete && { retainOnDelete }),
  };
  return {
    check: { ...both, aliases: aliasesAt(before, (name) => name), ...ignoredOf(opts, said) },
    secret: {
      ...both,
      aliases: aliasesAt(before, secretNameOf),
      ...ignoring(ignoredAmong(opts, PLACING).filter((place) => isNamed || place !== "metadata.name")),
      ...(dependsOn && { dependsOn }),
      ...(deletedWith && { deletedWith }),
      ...(provider && { provider }),
      ...(version !== undefined && { version }),
      ...(pluginDownloadURL !== undefined && { pluginDownloadURL }),
    },
  };
}

type JobFields = Pick<
  CheckArgs,
  "name" | "slug" | "schedule" | "timeout" | "tz" | "paused" | "manualResume" | "grace"
>;

/** Which parts of a job declare which fields of its check. */
const SAYING: Readonly<Record<string, readonly (keyof JobFields)[]>> = {
  "metadata.name": ["name"],
  [`metadata.annotations["${CHECK_ANNOTATION}"]`]: ["slug"],
  "spec.schedule": ["schedule", "timeout"],
  "spec.timeZone": ["tz"],
  "spec.suspend": ["paused", "manualResume"],
  "spec.startingDeadlineSeconds": ["grace"],
  "spec.jobTemplate.spec.activeDeadlineSeconds": ["grace"],
};

/** Which parts of a job tell where its Secret is: a job that names another one runs without pings. */
const PLACING: Readonly<Record<string, readonly string[]>> = {
  "metadata.name": ["metadata.name"],
  "metadata.namespace": ["metadata.namespace"],
  "spec.jobTemplate.spec.template.spec.containers[*].env": ["metadata.name"],
};

/** Fields that `ignoreChanges` keeps on the job are also kept on its check; `said` is what is declared of the check itself. */
function ignoredOf(opts: pulumi.ResourceOptions, said: JobCheckArgs): pulumi.ResourceOptions {
  return ignoring(
    ignoredAmong(opts, SAYING).filter((field) => said[field as keyof JobCheckArgs] === undefined),
  );
}

/** What the parts of a job that `ignoreChanges` keeps declare. */
function ignoredAmong<T extends string>(
  { ignoreChanges = [] }: pulumi.ResourceOptions,
  parts: Readonly<Record<string, readonly T[]>>,
): T[] {
  const paths = ignoreChanges.map(keysOf);
  return Object.entries(parts).flatMap(([part, own]) =>
    paths.some((path) => isAround(path, keysOf(part))) ? own : [],
  );
}

function ignoring(fields: readonly string[]): pulumi.ResourceOptions {
  return fields.length > 0 ? { ignoreChanges: [...new Set(fields)] } : {};
}

/** `spec.suspend`, `spec["suspend"]` and `["spec"].suspend` are the same to the engine. */
function keysOf(path: string): string[] {
  return path
    .replace(/\["?([^"\]]+)"?\]/g, ".$1")
    .replace(/^\./, "")
    .split(".");
}

/** Whether a path leads to a part, or to what it is in; `*` in either stands for any key. */
function isAround(path: readonly string[], part: readonly string[]): boolean {
  const meets = (key: string, other: string | undefined) => key === "*" || other === "*" || key === other;
  return path.length <= part.length && path.every((key, index) => meets(key, part[index]));
}

async function parentOf({ parent }: pulumi.ResourceOptions): Promise<{ parent?: pulumi.Resource }> {
  const urn = parent && (await whenKnown(parent.urn));
  if (!urn || urn.includes("::pulumi:pulumi:Stack::")) return {};
  // With options that the program itself set on it, such as the provider of its checks.
  const own = resourceAt(urn);
  if (own && (await isMade(own))) return { parent: own };
  placeAt(parent, urn);
  return { parent };
}

/** A chart is created in another process, and only after its jobs: waiting for it there would never end. */
async function isMade({ urn }: pulumi.Resource): Promise<boolean> {
  return Promise.race([whenKnown(urn).then(() => true), setImmediate(false)]);
}

/** The options of resources that are made next to a job of the program: the job's own options about its place and its deletion apply to them, too. */
import { setImmediate } from "node:timers/promises";
import type * as pulumi from "@pulumi/pulumi";
import type { CheckArgs } from "../monitor/check";
import { whenKnown } from "../program/engineRun";
import { aliasesAt, formerPlaces } from "../program/formerPlaces";
import { resourceAt } from "../program/resourceAt";
import { placeAt } from "../program/urn";
import type { JobCheckArgs } from "./jobCheck";
import { type Beside, secretNameOf } from "./monitoring";

/** Derives them from the job's options, as a transform gets them, and from what is declared of its check. */
export async function besideJob(
  opts: pulumi.CustomResourceOptions,
  said: JobCheckArgs = {},
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
      ...(dependsOn && { dependsOn }),
      ...(deletedWith && { deletedWith }),
      ...(provider && { provider }),
      ...(version !== undefined && { version }),
      ...(pluginDownloadURL !== undefined && { pluginDownloadURL }),
    },
  };
}

type JobTimes = Pick<CheckArgs, "schedule" | "timeout" | "tz" | "paused" | "manualResume" | "grace">;

/** Which parts of a job declare which fields of its check. */
const SAYING: Readonly<Record<string, readonly (keyof JobTimes)[]>> = {
  "spec.schedule": ["schedule", "timeout"],
  "spec.timeZone": ["tz"],
  "spec.suspend": ["paused", "manualResume"],
  "spec.startingDeadlineSeconds": ["grace"],
  "spec.jobTemplate.spec.activeDeadlineSeconds": ["grace"],
};

/** Fields that `ignoreChanges` keeps on the job are also kept on its check; `said` is what is declared of the check itself. */
function ignoredOf(
  { ignoreChanges = [] }: pulumi.ResourceOptions,
  said: JobCheckArgs,
): pulumi.ResourceOptions {
  const paths = ignoreChanges.map(keysOf);
  const fields = Object.entries(SAYING).flatMap(([part, own]) =>
    paths.some((path) => isAround(path, keysOf(part))) ? own : [],
  );
  const own = fields.filter((field) => said[field as keyof JobCheckArgs] === undefined);
  return own.length > 0 ? { ignoreChanges: [...new Set(own)] } : {};
}

/** `spec.suspend`, `spec["suspend"]` and `["spec"].suspend` are the same to the engine. */
function keysOf(path: string): string[] {
  return path
    .replace(/\["?([^"\]]+)"?\]/g, ".$1")
    .replace(/^\./, "")
    .split(".");
}

/** Whether a path leads to a part, or to what it is in; `*` in it stands for any key. */
function isAround(path: readonly string[], part: readonly string[]): boolean {
  return path.length <= part.length && path.every((key, index) => key === "*" || key === part[index]);
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

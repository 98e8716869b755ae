/** The options of what is made beside a job of the program: what the job's own say of its place and its end holds for that, too. */
import { setImmediate } from "node:timers/promises";
import type * as pulumi from "@pulumi/pulumi";
import type { CheckArgs } from "../monitor/check";
import { whenKnown } from "../program/engineRun";
import { aliasesAt, formerPlaces } from "../program/formerPlaces";
import { resourceAt } from "../program/resourceAt";
import { placeAt } from "../program/urn";
import type { JobCheckArgs } from "./jobCheck";
import { type Beside, secretNameOf } from "./monitoring";

/** By the job's options, as a transform is told them, and what is said of its check. */
export async function besideJob(
  opts: pulumi.CustomResourceOptions,
  said: JobCheckArgs = {},
): Promise<Beside> {
  const { provider, version, pluginDownloadURL, dependsOn, deletedWith, protect, retainOnDelete } = opts;
  const before = await formerPlaces(opts);
  const both: pulumi.CustomResourceOptions = {
    ...(await parentOf(opts)),
    // A job that stays is still to be watched, and to ping.
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

/** Where a job says what of its check. */
const SAYING: Readonly<Record<string, readonly (keyof JobTimes)[]>> = {
  "spec.schedule": ["schedule", "timeout"],
  "spec.timeZone": ["tz"],
  "spec.suspend": ["paused", "manualResume"],
  "spec.startingDeadlineSeconds": ["grace"],
  "spec.jobTemplate.spec.activeDeadlineSeconds": ["grace"],
};

/** What the job keeps although its program says something else, its check keeps; `said` is said of the check itself. */
function ignoredOf(
  { ignoreChanges = [] }: pulumi.ResourceOptions,
  said: JobCheckArgs,
): pulumi.ResourceOptions {
  const paths = ignoreChanges.map((path) => path.replace(/\["?([^"\]]+)"?\]/g, ".$1"));
  const fields = Object.entries(SAYING).flatMap(([path, own]) =>
    paths.some((one) => one === "*" || `${path}.`.startsWith(`${one}.`)) ? own : [],
  );
  const own = fields.filter((field) => said[field as keyof JobCheckArgs] === undefined);
  return own.length > 0 ? { ignoreChanges: [...new Set(own)] } : {};
}

async function parentOf({ parent }: pulumi.ResourceOptions): Promise<{ parent?: pulumi.Resource }> {
  const urn = parent && (await whenKnown(parent.urn));
  if (!urn || urn.includes("::pulumi:pulumi:Stack::")) return {};
  // With what the program itself says of it, as the provider of its checks.
  const own = resourceAt(urn);
  if (own && (await isMade(own))) return { parent: own };
  placeAt(parent, urn);
  return { parent };
}

/** A chart is made in another process, and not before its jobs are: who waits for it there waits for ever. */
async function isMade({ urn }: pulumi.Resource): Promise<boolean> {
  return Promise.race([whenKnown(urn).then(() => true), setImmediate(false)]);
}

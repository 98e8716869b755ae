/** The options of what is made beside a job of the program: what the job's own say of its place and its end holds for that, too. */
import type * as pulumi from "@pulumi/pulumi";
import { whenKnown } from "../program/engineRun";
import { aliasesAt, formerPlaces } from "../program/formerPlaces";
import { placeAt } from "../program/urn";
import { type Beside, secretNameOf } from "./monitoring";

/** By the job's options, as a transform is told them. */
export async function besideJob(opts: pulumi.CustomResourceOptions): Promise<Beside> {
  const { provider, version, pluginDownloadURL, dependsOn, deletedWith, protect, retainOnDelete } = opts;
  const before = await formerPlaces(opts);
  const both: pulumi.CustomResourceOptions = {
    ...(await parentOf(opts)),
    // A job that stays is still to be watched, and to ping.
    ...(protect && { protect }),
    ...(retainOnDelete && { retainOnDelete }),
  };
  return {
    check: { ...both, aliases: aliasesAt(before, (name) => name) },
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

async function parentOf({ parent }: pulumi.ResourceOptions): Promise<{ parent?: pulumi.Resource }> {
  const urn = parent && (await whenKnown(parent.urn));
  if (!urn || urn.includes("::pulumi:pulumi:Stack::")) return {};
  placeAt(parent, urn);
  return { parent };
}

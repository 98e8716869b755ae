/** Patches of Kustomize: they look like the resource that they change, which is declared elsewhere. */
import { posix } from "node:path";
import { parseDocument } from "yaml";
import { z } from "zod";
import type { JobFile, JobsRead } from "./job";
import { valueIn } from "./yamlValue";

const kustomization = z.looseObject({
  patches: z.array(z.looseObject({ path: z.string().optional() })).nullish(),
  patchesStrategicMerge: z.array(z.string()).nullish(),
});

/** The files that the kustomizations among some files name as patches. */
export function patchesAmong(files: readonly JobFile[]): ReadonlySet<string> {
  return new Set(files.filter(({ file }) => KUSTOMIZATION.test(file)).flatMap(patchesOf));
}

const KUSTOMIZATION = /(?:^|\/)kustomization\.ya?ml$/;

function patchesOf({ file, text }: JobFile): string[] {
  if (!text.includes("patches")) return [];
  const document = parseDocument(text, { logLevel: "error" });
  const { patches, patchesStrategicMerge } = kustomization.safeParse(valueIn(document, document)).data ?? {};
  // A patch that stands in the kustomization itself is no path, and becomes the name of no file.
  const paths = [...(patches ?? []).map(({ path }) => path), ...(patchesStrategicMerge ?? [])];
  return paths.flatMap((path) => (path ? posix.join(posix.dirname(file), path) : []));
}

/** A CronJob with a schedule in a patch is no job of its own: its other parts, and often its name, are those of its base. */
export function withoutPatches({ jobs, problems }: JobsRead): JobsRead {
  const patches = [...jobs, ...problems].map(({ file, line }) => ({
    file,
    ...(line !== undefined && { line }),
    reason:
      "is a patch of Kustomize, not a manifest: give what it makes (`kubectl kustomize`), or read the stack",
  }));
  return { jobs: [], problems: patches };
}

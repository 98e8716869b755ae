/** Kubernetes CronJobs, in manifests and as resources. */
import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseAllDocuments,
  type YAMLMap,
} from "yaml";
import { z } from "zod";
import { convertKubernetes } from "../schedulers";
import type { Job, JobProblem, JobsRead, Place } from "./job";
import { marksAmong } from "./marks";
import { NO_ANCHOR, notYaml, valueIn } from "./yamlValue";

const seconds = z.number().nonnegative().nullish();

/** Kubernetes reads YAML 1.1, in which these words without quotes are booleans, too. */
const OLD_BOOLEANS = new Map([
  ...["y", "Y", "yes", "Yes", "YES", "on", "On", "ON"].map((word) => [word, true] as const),
  ...["n", "N", "no", "No", "NO", "off", "Off", "OFF"].map((word) => [word, false] as const),
]);
const flag = z.preprocess((given) => OLD_BOOLEANS.get(String(given)) ?? given, z.boolean().nullish());

/** The fields of a CronJob that say when it runs. */
const cronJob = z.looseObject({
  metadata: z
    .looseObject({
      name: z.string().optional(),
      generateName: z.string().optional(),
      annotations: z.record(z.string(), z.unknown()).nullish(),
    })
    .nullish(),
  spec: z.looseObject({
    schedule: z.string(),
    timeZone: z.string().nullish(),
    suspend: flag,
    startingDeadlineSeconds: seconds,
    jobTemplate: z
      .looseObject({ spec: z.looseObject({ activeDeadlineSeconds: seconds }).nullish() })
      .nullish(),
  }),
});

/** Pulumi's annotation on resources to whose name it added random letters. */
const AUTONAMED = "pulumi.com/autonamed";

/** The job of a CronJob. `resource` is the name in the program, used if the engine made the CronJob's name. */
export function jobOfCronJob(given: unknown, place: Place, resource?: string): Job | JobProblem {
  const parsed = cronJob.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return {
      ...place,
      reason: `is a CronJob that cannot be read: ${issue?.path.join(".")}: ${issue?.message}`,
    };
  }
  const { metadata, spec } = parsed.data;
  const annotations = metadata?.annotations ?? undefined;
  const isAutonamed = annotations?.[AUTONAMED] === "true" || metadata?.name === undefined;
  // With `kubectl create`, the API server adds random letters to the latter.
  const name = (isAutonamed ? resource : undefined) ?? metadata?.name ?? metadata?.generateName;
  if (name === undefined) return { ...place, reason: "is a CronJob without a name" };
  const deadline = deadlineOf(spec);
  const { schedule } = spec;
  const timeZone = spec.timeZone ?? undefined;
  return {
    name,
    scheduler: "kubernetes",
    schedule,
    ...(timeZone !== undefined && { timeZone }),
    ...(deadline !== undefined && { deadline }),
    ...(spec.suspend === true && { suspended: true as const }),
    ...marksAmong(annotations),
    times: convertKubernetes({
      schedule,
      ...(timeZone !== undefined && { timeZone }),
      ...(deadline !== undefined && { grace: deadline }),
    }),
    ...place,
  };
}

/** A run may start late and then take its time. How late it may start matters only if the run time is limited. */
function deadlineOf({
  startingDeadlineSeconds,
  jobTemplate,
}: z.output<typeof cronJob>["spec"]): number | undefined {
  const active = jobTemplate?.spec?.activeDeadlineSeconds ?? undefined;
  return active === undefined ? undefined : Math.ceil(active + (startingDeadlineSeconds ?? 0));
}

/** Reads a file of manifests. Ignores everything but CronJobs, and skips files without that word. */
export function jobsInManifests(text: string, file: string): JobsRead {
  const read: JobsRead = { jobs: [], problems: [] };
  if (!/\bCronJob(?:List)?\b/.test(text)) return read;
  const lines = new LineCounter();
  const isTemplate = text.includes("{{");
  for (const document of parseAllDocuments(text, { lineCounter: lines, logLevel: "error", merge: true })) {
    const [error] = document.errors;
    if (error) {
      // Others name them in their texts only, such as alerts for CronJobs in the template of a chart.
      if (!DECLARES.test(text)) break;
      const reason = isTemplate ? TEMPLATE : notYaml(error);
      read.problems.push({ file, line: error.linePos?.[0].line ?? 1, reason });
      break;
    }
    for (const manifest of manifestsIn(document.contents, document)) {
      const value = valueIn(manifest, document);
      const place = { file, line: lineOf(manifest, lines) };
      if (value === undefined) read.problems.push({ ...place, reason: NO_ANCHOR });
      if (value === undefined || isPatch(value) || isOfOtherGroup(value)) continue;
      const job = jobOfCronJob(value, place);
      if ("reason" in job ? isTemplate || hasParameter(value) : isUnfilled(job)) {
        read.problems.push({ ...place, reason: TEMPLATE });
      } else if ("reason" in job) read.problems.push(job);
      else read.jobs.push(job);
    }
  }
  return read;
}

/** A line that says what a resource is, in YAML or JSON, also one that is not YAML as a whole. */
const DECLARES = /(?:^|[\s{,"'])kind["']?\s*:.*\bCronJob/m;

const TEMPLATE =
  "is a template, not a manifest: give what it makes (`helm template`, `oc process` and the like), or read the stack";

/** `{{ .Values.schedule }}` of Helm, and `${SCHEDULE}` of OpenShift, Flux and `envsubst`. */
const PARAMETER = /\{\{|\$\{/;

/** Whether a template's values are missing: in quotes they are YAML, and other parts of a manifest may hold braces. */
function isUnfilled({ name, schedule, timeZone, slug }: Job): boolean {
  return [name, schedule, timeZone, slug].some((text) => text !== undefined && PARAMETER.test(text));
}

/** The same for a manifest that is no job, as its `suspend` is such a text. */
function hasParameter(value: unknown): boolean {
  const { spec } = value as { spec?: object | null };
  return Object.values(spec ?? {}).some((one) => typeof one === "string" && PARAMETER.test(one));
}

/** Where a resource that holds others has them: a list, and a template of OpenShift. */
function heldIn(kind: unknown): string | undefined {
  if (kind === "Template") return "objects";
  return typeof kind === "string" && kind.endsWith("List") ? "items" : undefined;
}

/** The CronJobs of a document, including those in a list of resources. Any part may stand elsewhere, behind an anchor. */
function manifestsIn(contents: unknown, document: Document.Parsed, listed?: string): YAMLMap[] {
  const node = isAlias(contents) ? contents.resolve(document) : contents;
  if (!isMap(node)) return [];
  // What refers to an anchor that is not there has no value; that is told later, about the CronJob itself.
  const { kind = listed } = (valueIn(node, document) ?? { kind: node.get("kind") }) as { kind?: unknown };
  if (kind === "CronJob") return [node];
  const held = heldIn(kind);
  if (held === undefined) return [];
  const items: unknown = node.get(held, true);
  const list = isAlias(items) ? items.resolve(document) : items;
  return isSeq(list) ? list.items.flatMap((item) => manifestsIn(item, document, itemOf(kind))) : [];
}

/** What the items of a list are that do not say so themselves, as the API server gives them. */
function itemOf(list: unknown): string | undefined {
  return typeof list === "string" && /.List$/.test(list) ? list.slice(0, -"List".length) : undefined;
}

/** Without a schedule, the manifest patches a CronJob defined elsewhere, as with Kustomize. */
function isPatch(value: unknown): boolean {
  const { spec } = value as { spec?: { schedule?: unknown } | null };
  return spec?.schedule === undefined;
}

/** Kinds of other API groups may have the name, as the example of Kubebuilder's tutorial has; Kubernetes runs no job of theirs. */
function isOfOtherGroup(value: unknown): boolean {
  const { apiVersion } = value as { apiVersion?: unknown };
  return typeof apiVersion === "string" && /^(?!batch\/)[\w.-]+\/\w+$/.test(apiVersion);
}

/** The line of the schedule, else of the manifest's start. */
function lineOf(manifest: YAMLMap, lines: LineCounter): number {
  const spec = manifest.get("spec");
  const key = isMap(spec)
    ? spec.items.find((pair) => isScalar(pair.key) && pair.key.value === "schedule")?.key
    : undefined;
  const range = isScalar(key) ? key.range : manifest.range;
  return range ? lines.linePos(range[0]).line : 1;
}

/**
 * What a drift run found, as data: the JSON output is this and nothing else, and every other output is made from it.
 * The version goes up when something in it changes its meaning or goes away; new parts do not raise it.
 */
import { z } from "zod";
import { ExitCode } from "../exitCode";

/** The version of the report's shape. */
export const REPORT_VERSION = 1;

/** What a finding can be. */
export const FINDING_CLASSES = ["changed", "missing", "unmanaged", "operational"] as const;
export type FindingClass = (typeof FINDING_CLASSES)[number];

/** What can be amiss with a check that is as declared. */
export const CONDITIONS = ["paused", "neverPinged", "down", "alertsNobody"] as const;
export type Condition = (typeof CONDITIONS)[number];

/** A check, named without anything that could ping it: the UUID and the URLs made of it are left out. */
const checkName = z.object({
  slug: z.string(),
  name: z.string(),
  tags: z.array(z.string()),
  /** Named project of the configuration; `default` for the one without a name. */
  project: z.string(),
  /** What a read-only key sees in place of the UUID. */
  uniqueKey: z.string(),
  /** `new`, `up`, `grace`, `down` or `paused`; absent when the check is not on the service. */
  status: z.string().optional(),
  /** ISO 8601; null when it was never pinged. */
  lastPing: z.string().nullable().optional(),
});
export type CheckName = z.output<typeof checkName>;

/** The resource that declares a check. */
const declaration = z.object({
  /** `project/stack`. */
  stack: z.string(),
  /** `Check`, for example. */
  kind: z.string(),
  /** Its name in the program. */
  resource: z.string(),
  /** Where in the program it is made, relative to where the command ran; absent when the engine does not know. */
  file: z.string().optional(),
  line: z.number().optional(),
});
export type Declaration = z.output<typeof declaration>;

/** A value as the SDK spells it; absent: not set. `[secret]` and `[unknown]` stand for values not to be told, or not known before `up`. */
const value = z.json().optional();

const changedField = z.object({
  /** Name of the field in the SDK. */
  field: z.string(),
  /** What the program says. With `--state-only`: what it said at the last `up`. */
  declared: value,
  /** What the last `up` wrote. */
  applied: value,
  /** What the service has. */
  live: value,
});
export type ChangedField = z.output<typeof changedField>;

const changed = z.object({
  class: z.literal("changed"),
  check: checkName,
  declaredBy: declaration,
  fields: z.array(changedField),
});
const missing = z.object({ class: z.literal("missing"), check: checkName, declaredBy: declaration });
const unmanaged = z.object({ class: z.literal("unmanaged"), check: checkName });
const operational = z.object({
  class: z.literal("operational"),
  check: checkName,
  declaredBy: declaration,
  condition: z.enum(CONDITIONS),
  /** ISO 8601: since when at least; for `neverPinged` when the first ping was due. */
  since: z.string().optional(),
});

const finding = z.discriminatedUnion("class", [changed, missing, unmanaged, operational]);
export type Finding = z.output<typeof finding>;
export type FindingOf<C extends FindingClass> = Extract<Finding, { class: C }>;

/** Why a finding does not count. */
const ignoring = z.object({ reason: z.string(), until: z.string().optional() });

const count = z.int().nonnegative();

/** The whole result of a run. */
export const driftReport = z.object({
  schema: z.literal("pulumi-checks/drift"),
  version: z.literal(REPORT_VERSION),
  /** ISO 8601. */
  at: z.string(),
  /** What "declared" is: what the program says now, or what the state says it said. */
  declaredFrom: z.enum(["program", "state"]),
  stacks: z.array(
    z.object({
      name: z.string(),
      /** The resources that were compared. */
      checks: z.array(z.object({ resource: z.string(), kind: z.string(), slug: z.string() })),
    }),
  ),
  counts: z.object({
    /** Checks on the service, in all projects that were listed. */
    live: count,
    /** Resources that were compared. */
    compared: count,
    changed: count,
    missing: count,
    unmanaged: count,
    operational: count,
    ignored: count,
    pending: count,
  }),
  findings: z.array(finding),
  /** Findings that the ignore file takes out; they do not count. */
  ignored: z.array(z.object({ finding, because: ignoring })),
  /** What the program says differently since the last `up`. No drift: `pulumi up` will do it. */
  pending: z.array(z.object({ declaredBy: declaration, change: z.enum(["create", "update", "delete"]) })),
  /** What could not be read. Not empty: nothing found does not mean clean. */
  problems: z.array(z.string()),
  /** Things to know that change nothing. */
  notes: z.array(z.string()),
});
export type DriftReport = z.output<typeof driftReport>;

/** `clean`; `findings` when there is drift; `incomplete` when something could not be read, whatever was found. */
export function exitCodeOf({ findings, problems }: DriftReport): number {
  if (problems.length > 0) return ExitCode.incomplete;
  return findings.length > 0 ? ExitCode.findings : ExitCode.clean;
}

/** The findings of one class, in the order of the report. */
export function ofClass<C extends FindingClass>(findings: readonly Finding[], wanted: C): FindingOf<C>[] {
  return findings.filter((one): one is FindingOf<C> => one.class === wanted);
}

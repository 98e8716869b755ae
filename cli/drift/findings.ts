/**
 * What a drift run found, as data: the JSON output is exactly this, and every other output is made from it. The version
 * goes up when a part changes its meaning or is removed; new parts do not raise it.
 */

import { z } from "zod";
import { ExitCode } from "../command";

export { SECRET } from "../stacks/row";

/** The version of the report's shape. */
export const REPORT_VERSION = 1;

/** What a finding can be. */
export const FINDING_CLASSES = [
  "changed",
  "missing",
  "duplicate",
  "unmanaged",
  "operational",
  "advice",
] as const;
export type FindingClass = (typeof FINDING_CLASSES)[number];

/** What can be amiss with a check that is as declared. */
export const CONDITIONS = [
  "paused",
  "neverPinged",
  "down",
  "alertsNobody",
  "handedOver",
  "inMaintenance",
  "maintenanceLeftOver",
] as const;
export type Condition = (typeof CONDITIONS)[number];

/** Conditions that a new stack, or one that is being divided, may well have: worth a word, but no drift. */
export const ADVICE: readonly Condition[] = ["neverPinged", "alertsNobody", "handedOver", "inMaintenance"];

/** What makes a run end with `findings`: classes, or single conditions. */
export const FAIL_ON = [...FINDING_CLASSES, ...CONDITIONS] as const;
export type FailOn = (typeof FAIL_ON)[number];

/** Everything but advice. */
export const FAIL_ON_DRIFT: readonly FailOn[] = FINDING_CLASSES.filter((of) => of !== "advice");

/**
 * A check, named without anything that could ping it: the UUID and the URLs made of it are left out. `[secret]` stands
 * for a slug, a name, tags or a project that a stack keeps secret.
 */
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
  /** ISO 8601; null when it was never pinged; absent when it was, and the service has forgotten it, as after a resume. */
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
  /** ISO 8601: since when at least; for `neverPinged` when the first ping was due, for a maintenance when it began. */
  since: z.string().optional(),
  /** For `handedOver`: the stack whose stamp is on the check, `project/stack`. */
  owner: z.string().optional(),
  /** For `inMaintenance` and `maintenanceLeftOver`: its name, until when it was meant to last (ISO 8601), and why. */
  maintenance: z.object({ id: z.string(), until: z.string(), reason: z.string() }).optional(),
});

const advice = operational.extend({ class: z.literal("advice") });
const duplicate = z.object({
  class: z.literal("duplicate"),
  check: checkName,
  declaredBy: declaration,
  /** The other checks of the project with this slug; `declaredBy` is absent for those that no stack declares. */
  others: z.array(z.object({ check: checkName, declaredBy: declaration.optional() })),
});

const finding = z.discriminatedUnion("class", [changed, missing, duplicate, unmanaged, operational, advice]);
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
      /** The resources that were looked at. */
      checks: z.array(
        z.object({
          resource: z.string(),
          kind: z.string(),
          slug: z.string(),
          /** Named project of the configuration; absent for the one without a name. */
          project: z.string().optional(),
          /** What a read-only key sees in place of its check's UUID: two components may have resources of one name. */
          uniqueKey: z.string().optional(),
          /** It differs, and whether it was changed could not be told: it was not compared, and a problem says why. */
          unclear: z.literal(true).optional(),
        }),
      ),
    }),
  ),
  counts: z.object({
    /** Checks on the service, in all projects that were listed. */
    live: count,
    /** Resources that were compared. */
    compared: count,
    changed: count,
    missing: count,
    duplicate: count.optional(),
    unmanaged: count,
    operational: count,
    advice: count.optional(),
    ignored: count,
    pending: count,
  }),
  findings: z.array(finding),
  /** Findings that the ignore file takes out; they do not count. */
  ignored: z.array(z.object({ finding, because: ignoring })),
  /** What the program says differently since the last `up`. No drift: `pulumi up` will do it. */
  pending: z.array(z.object({ declaredBy: declaration, change: z.enum(["create", "update", "delete"]) })),
  /** What the run's keys do not show, by project. With `--strict` the run is incomplete then. */
  unseen: z
    .array(
      z.object({
        project: z.string(),
        /** Names of fields in the SDK. */
        fields: z.array(z.string()),
        /** Resources that declare one of them. */
        resources: count,
      }),
    )
    .optional(),
  /** What makes the run end with 2; absent: everything but advice. */
  failOn: z.array(z.enum(FAIL_ON)).optional(),
  /** The stacks as they were asked for, from the root of the repository: the same in every run of a job. */
  scope: z.string().optional(),
  /** What to do next, for each class that was found. */
  next: z.array(z.object({ class: z.enum(FINDING_CLASSES), step: z.string() })).optional(),
  /** What could not be read. If it is not empty, finding nothing does not mean clean. */
  problems: z.array(z.string()),
  /** Things to know that change nothing. */
  notes: z.array(z.string()),
});
export type DriftReport = z.output<typeof driftReport>;

/** `clean`; `findings` when there is what the run fails on; `incomplete` when something could not be read, whatever was found. */
export function exitCodeOf({ findings, problems, failOn }: DriftReport): number {
  if (problems.length > 0) return ExitCode.incomplete;
  return findings.some((one) => failsOn(one, failOn)) ? ExitCode.findings : ExitCode.clean;
}

function failsOn(one: Finding, failOn: readonly FailOn[] = FAIL_ON_DRIFT): boolean {
  return failOn.includes(one.class) || ("condition" in one && failOn.includes(one.condition));
}

/** The findings without advice, which is no drift. */
export function driftIn({ findings }: Pick<DriftReport, "findings">): Finding[] {
  return findings.filter((one) => one.class !== "advice");
}

/** Whether somebody should be told: of drift, of what the run fails on, of what could not be read. */
export function isWorthTelling(report: DriftReport): boolean {
  return driftIn(report).length > 0 || exitCodeOf(report) !== ExitCode.clean;
}

/** The findings of one class, in the order of the report. */
export function ofClass<C extends FindingClass>(findings: readonly Finding[], wanted: C): FindingOf<C>[] {
  return findings.filter((one): one is FindingOf<C> => one.class === wanted);
}

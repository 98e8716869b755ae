/**
 * The result of a drift run as data. The JSON output is exactly this, and all other formats derive from it. Raise the
 * version if a part is removed or changes its meaning, not for new parts.
 */

import { z } from "zod";
import { ExitCode } from "../command";

export { SECRET } from "../stacks/row";

export const REPORT_VERSION = 1;

export const FINDING_CLASSES = [
  "changed",
  "missing",
  "duplicate",
  "unmanaged",
  "operational",
  "advice",
] as const;
export type FindingClass = (typeof FINDING_CLASSES)[number];

/** What can be wrong with a check that matches its declaration. */
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

/** Conditions that are normal for a new stack, or one being split: worth mentioning, but no drift. */
export const ADVICE: readonly Condition[] = ["neverPinged", "alertsNobody", "handedOver", "inMaintenance"];

/** What can make a run exit with `findings`: classes, or single conditions. */
export const FAIL_ON = [...FINDING_CLASSES, ...CONDITIONS] as const;
export type FailOn = (typeof FAIL_ON)[number];

/** Everything but advice. */
export const FAIL_ON_DRIFT: readonly FailOn[] = FINDING_CLASSES.filter((of) => of !== "advice");

/**
 * A check, identified without anything that could ping it: no UUID, and no URLs, which contain it. `[secret]` replaces
 * a slug, name, tag or project that a stack keeps secret.
 */
const checkName = z.object({
  slug: z.string(),
  name: z.string(),
  tags: z.array(z.string()),
  /** Named project of the configuration; `default` for the unnamed one. */
  project: z.string(),
  /** What a read-only key shows instead of the UUID. */
  uniqueKey: z.string(),
  /** `new`, `up`, `grace`, `down` or `paused`; absent if the check is not on the service. */
  status: z.string().optional(),
  /** ISO 8601; null if it was never pinged; absent if the service has forgotten the ping, as after a resume. */
  lastPing: z.string().nullable().optional(),
});
export type CheckName = z.output<typeof checkName>;

const declaration = z.object({
  /** `project/stack`. */
  stack: z.string(),
  /** `Check`, for example. */
  kind: z.string(),
  /** The resource's name in the program. */
  resource: z.string(),
  /** Source position, relative to the working directory; absent if the engine does not know it. */
  file: z.string().optional(),
  line: z.number().optional(),
});
export type Declaration = z.output<typeof declaration>;

/**
 * A value as the SDK spells it; absent if not set. `[secret]` replaces secrets, `[unknown]` what is only known after
 * `up`.
 */
const value = z.json().optional();

const changedField = z.object({
  /** The field's name in the SDK. */
  field: z.string(),
  /** The program's value; with `--state-only`, the program's value at the last `up`. */
  declared: value,
  /** The value that the last `up` wrote. */
  applied: value,
  /** The value on the service. */
  live: value,
  /** For channels: those of `declared` that the project does not have any more; absent if it has all of them. */
  gone: z.array(z.string()).optional(),
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
  /**
   * ISO 8601: it has lasted at least since then. For `neverPinged`, when the first ping was due; for a maintenance,
   * when it began.
   */
  since: z.string().optional(),
  /** For `handedOver`: the stack whose stamp the check has, as `project/stack`. */
  owner: z.string().optional(),
  /** For `inMaintenance` and `maintenanceLeftOver`: its id, its planned end (ISO 8601), and the reason. */
  maintenance: z.object({ id: z.string(), until: z.string(), reason: z.string() }).optional(),
});

const advice = operational.extend({ class: z.literal("advice") });
const duplicate = z.object({
  class: z.literal("duplicate"),
  check: checkName,
  declaredBy: declaration,
  /** The project's other checks with this slug. `declaredBy` is absent if no stack declares the check. */
  others: z.array(z.object({ check: checkName, declaredBy: declaration.optional() })),
});

const finding = z.discriminatedUnion("class", [changed, missing, duplicate, unmanaged, operational, advice]);
export type Finding = z.output<typeof finding>;
export type FindingOf<C extends FindingClass> = Extract<Finding, { class: C }>;

const ignoring = z.object({ reason: z.string(), until: z.string().optional() });

const count = z.int().nonnegative();

export const driftReport = z.object({
  schema: z.literal("pulumi-checks/drift"),
  version: z.literal(REPORT_VERSION),
  /** ISO 8601. */
  at: z.string(),
  /** Whether declared values come from the program as it is now, or from the last `up` in the state. */
  declaredFrom: z.enum(["program", "state"]),
  stacks: z.array(
    z.object({
      name: z.string(),
      /** The compared resources. */
      checks: z.array(
        z.object({
          resource: z.string(),
          kind: z.string(),
          slug: z.string(),
          /** Named project of the configuration; absent for the unnamed one. */
          project: z.string().optional(),
          /**
           * What a read-only key shows instead of the check's UUID. Tells apart resources with the same name in two
           * components.
           */
          uniqueKey: z.string().optional(),
          /**
           * It differs, but was not compared, because it is unknown whether somebody changed it. `problems` has the
           * reason.
           */
          unclear: z.literal(true).optional(),
        }),
      ),
    }),
  ),
  counts: z.object({
    /** Checks on the service, in all listed projects. */
    live: count,
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
  /** Findings that the ignore file covers. They do not count. */
  ignored: z.array(z.object({ finding, because: ignoring })),
  /**
   * Changes of the program since the last `up`. No drift, because `pulumi up` will apply them. What it forgets stays on the
   * service (`retainOnDelete`).
   */
  pending: z.array(
    z.object({ declaredBy: declaration, change: z.enum(["create", "update", "delete", "forget"]) }),
  ),
  /** What the run's keys do not show, by project. With `--strict` it makes the run incomplete. */
  unseen: z
    .array(
      z.object({
        project: z.string(),
        /** Names of the hidden fields in the SDK. */
        fields: z.array(z.string()),
        /** Resources that declare at least one of these fields. */
        resources: count,
      }),
    )
    .optional(),
  /** What makes the run exit with 2; absent means everything but advice. */
  failOn: z.array(z.enum(FAIL_ON)).optional(),
  /** The compared stacks, relative to the repository's root, so that every run of a job has the same scope. */
  scope: z.string().optional(),
  /** What to do next, for each class found. */
  next: z.array(z.object({ class: z.enum(FINDING_CLASSES), step: z.string() })).optional(),
  /** What could not be read. Unless this is empty, no findings does not mean clean. */
  problems: z.array(z.string()),
  /** Remarks that do not affect the result. */
  notes: z.array(z.string()),
});
export type DriftReport = z.output<typeof driftReport>;

/**
 * `findings` if there is anything the run fails on; `incomplete`, whatever was found, if something could not be read.
 */
export function exitCodeOf({ findings, problems, failOn }: DriftReport): number {
  if (problems.length > 0) return ExitCode.incomplete;
  return findings.some((one) => failsOn(one, failOn)) ? ExitCode.findings : ExitCode.clean;
}

function failsOn(one: Finding, failOn: readonly FailOn[] = FAIL_ON_DRIFT): boolean {
  return failOn.includes(one.class) || ("condition" in one && failOn.includes(one.condition));
}

/** The findings except advice, which is no drift. */
export function driftIn({ findings }: Pick<DriftReport, "findings">): Finding[] {
  return findings.filter((one) => one.class !== "advice");
}

/** Whether to notify somebody: there is drift, something that fails the run, or something unreadable. */
export function isWorthTelling(report: DriftReport): boolean {
  return driftIn(report).length > 0 || exitCodeOf(report) !== ExitCode.clean;
}

/** The findings of one class, in the report's order. */
export function ofClass<C extends FindingClass>(findings: readonly Finding[], wanted: C): FindingOf<C>[] {
  return findings.filter((one): one is FindingOf<C> => one.class === wanted);
}

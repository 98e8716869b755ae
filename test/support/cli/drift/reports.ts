/** Reports for the tests of the formats. */
import type { DriftReport, Finding } from "../../../../cli/drift/findings";

const declaredBy = {
  stack: "jobs/prod",
  kind: "Check",
  resource: "backup",
  file: "infra/index.ts",
  line: 12,
};

const check = (slug: string, more: Partial<Finding["check"]> = {}) => ({
  slug,
  name: "",
  tags: [],
  project: "default",
  uniqueKey: "0123456789abcdef0123456789abcdef01234567",
  status: "up",
  lastPing: "2026-05-09T22:15:00+00:00",
  ...more,
});

const FINDINGS: Finding[] = [
  {
    class: "changed",
    check: check("nightly-backup", { name: "Nightly backup", tags: ["prod", "db"] }),
    declaredBy,
    fields: [
      { field: "grace", declared: 7200, applied: 3600, live: 60 },
      { field: "tags", declared: ["prod"], applied: ["prod"], live: ["prod", "db"] },
      { field: "schedule", declared: "30 2 * * *", applied: "30 2 * * *" },
      { field: "desc", declared: "[secret]", applied: "[secret]", live: "[secret]" },
    ],
  },
  { class: "missing", check: check("queue"), declaredBy: { ...declaredBy, resource: "queue", line: 20 } },
  {
    class: "unmanaged",
    check: check("", { name: "made | by *hand* `x` <b>&</b> @everyone", status: "new", lastPing: null }),
  },
  {
    class: "operational",
    condition: "paused",
    check: check("mail", { status: "paused" }),
    declaredBy: { stack: "jobs/prod", kind: "Check", resource: "mail" },
  },
  {
    class: "operational",
    condition: "down",
    since: "2026-05-01T03:30:00.000Z",
    check: check("nightly-backup", { name: "Nightly backup", tags: ["prod", "db"] }),
    declaredBy,
  },
  {
    class: "duplicate",
    check: check("twin"),
    declaredBy: { ...declaredBy, resource: "twin", line: 50 },
    others: [
      { check: check("twin", { uniqueKey: "f".repeat(40), status: "new", lastPing: null }) },
      {
        check: check("twin", { uniqueKey: "e".repeat(40) }),
        declaredBy: { stack: "jobs/dev", kind: "Check", resource: "twin" },
      },
    ],
  },
  {
    class: "advice",
    condition: "alertsNobody",
    check: check("lonely", { status: "new" }),
    declaredBy: { ...declaredBy, resource: "lonely", line: 60 },
  },
];

/** A report of these findings. */
export function reportOf(findings: Finding[], more: Partial<DriftReport> = {}): DriftReport {
  const count = (of: Finding["class"]) => findings.filter((finding) => finding.class === of).length;
  return {
    schema: "pulumi-checks/drift",
    version: 1,
    at: "2026-05-10T05:17:00.000Z",
    declaredFrom: "program",
    stacks: [
      {
        name: "jobs/prod",
        checks: ["backup", "queue", "mail", "report"].map((resource) => ({
          resource,
          kind: "Check",
          slug: resource,
        })),
      },
    ],
    counts: {
      live: 4,
      compared: 4,
      changed: count("changed"),
      missing: count("missing"),
      unmanaged: count("unmanaged"),
      operational: count("operational"),
      duplicate: count("duplicate"),
      advice: count("advice"),
      ignored: more.ignored?.length ?? 0,
      pending: more.pending?.length ?? 0,
    },
    findings,
    ignored: [],
    pending: [],
    problems: [],
    notes: [],
    ...more,
  };
}

/** Nothing to complain about. */
export const CLEAN = reportOf([]);

/** Something of everything. */
export const DRIFTED = reportOf(FINDINGS, {
  ignored: [
    {
      finding: {
        class: "advice",
        condition: "alertsNobody",
        check: check("report"),
        declaredBy: { ...declaredBy, resource: "report", line: 31 },
      },
      because: { reason: "read by people, OPS-17", until: "2026-12-31" },
    },
  ],
  pending: [{ declaredBy: { ...declaredBy, resource: "new", line: 40 }, change: "create" }],
  problems: ['project "billing": the service refused the API key'],
  notes: ["ignored until 2026-05-01, which has passed: old (OPS-3)"],
});

/** Far more findings than a comment can hold. */
export function manyFindings(count: number): DriftReport {
  const classes = ["changed", "missing", "unmanaged", "operational"] as const;
  return reportOf(
    Array.from({ length: count }, (_, index): Finding => {
      const one = check(`check-${index}`, { name: `🦑 ${"long ".repeat(20)}${index}` });
      const by = { ...declaredBy, resource: `check-${index}`, line: index };
      const of = classes[index % classes.length];
      if (of === "unmanaged") return { class: of, check: one };
      if (of === "missing") return { class: of, check: one, declaredBy: by };
      if (of === "operational") return { class: of, check: one, declaredBy: by, condition: "paused" };
      const field = {
        field: "desc",
        declared: "a".repeat(500),
        applied: "b".repeat(500),
        live: "🦑|`".repeat(200),
      };
      return { class: "changed", check: one, declaredBy: by, fields: [field, { field: "grace", live: 60 }] };
    }),
  );
}

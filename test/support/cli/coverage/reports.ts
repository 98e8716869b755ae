/** Reports to be shown. */
import type { CoverageReport, Gap } from "../../../../cli/coverage/report";

/** A report in which nothing is amiss, but for what is given. */
export function reportOf(gaps: readonly Gap[], more: Partial<CoverageReport> = {}): CoverageReport {
  const jobs = gaps.flatMap(({ job }) => (job ? [{ ...job, standing: "gap" as const, checks: [] }] : []));
  const needed = jobs.length + 1;
  const fine = { ...JOB, name: "fine", slug: "fine", standing: "covered" as const, checks: ["fine"] };
  return {
    schema: "pulumi-checks/coverage",
    version: 1,
    at: "2026-11-22T10:00:00.000Z",
    percent: 100 / needed,
    counts: { jobs: needed, needed, covered: 1, checks: 1 },
    jobs: [...jobs, fine],
    gaps: [...gaps],
    ignored: [],
    problems: [],
    notes: [],
    ...more,
  };
}

const JOB = {
  name: "backup",
  scheduler: "kubernetes",
  schedule: "30 2 * * *",
  timeZone: "Europe/Riga",
  slug: "backup",
  file: "deploy/jobs.yaml",
  line: 11,
} as const;

/** A gap of each kind; `name` is what jobs and checks are called, `says` what is said of them. */
export function gapsOfEachKind(name = "backup", says = "no check has the slug backup"): Gap[] {
  const job = { ...JOB, name };
  const check = { label: name, project: "default", uniqueKey: "k", file: "index.ts", line: 3 };
  return [
    { gap: "noCheck", job, says },
    { gap: "schedule", job, check, says },
    { gap: "grace", job, check, says },
    { gap: "neverPinged", job, check, says },
    { gap: "unclear", job, check, says },
    { gap: "noJob", check, says },
  ];
}

/** Puts a report together from what was found. */
import type { Classified } from "./classify";
import { type DriftReport, FINDING_CLASSES, ofClass, REPORT_VERSION } from "./findings";
import type { IgnoreEntry } from "./ignoreFile";
import type { DriftRequest } from "./run";
import { sift } from "./sift";

/** What goes into a report beside the findings. */
export interface Parts
  extends Classified,
    Pick<DriftReport, "declaredFrom" | "stacks" | "pending" | "notes"> {
  /** Checks on the service. */
  live: number;
  /** What could not be read. */
  failures: readonly string[];
}

/** The report: findings of the classes asked for, without those that the ignore file covers. */
export function assemble({ classes, tags, ignore, now }: DriftRequest, parts: Parts): DriftReport {
  const problems = [...new Set([...parts.failures, ...parts.problems])];
  const wanted = parts.findings.filter((finding) => classes.includes(finding.class));
  const sawAll = problems.length === 0 && classes.length === FINDING_CLASSES.length && tags.length === 0;
  const lookedAt = ({ stack }: IgnoreEntry) =>
    sawAll && (stack === undefined || parts.stacks.some(({ name }) => name === stack));
  const at = new Date(now).toISOString();
  const { findings, ignored, notes } = sift(wanted, ignore, at.slice(0, 10), lookedAt);
  return {
    schema: "pulumi-checks/drift",
    version: REPORT_VERSION,
    at,
    declaredFrom: parts.declaredFrom,
    stacks: parts.stacks,
    counts: {
      live: parts.live,
      compared: parts.stacks.reduce((sum, { checks }) => sum + checks.length, 0),
      changed: ofClass(findings, "changed").length,
      missing: ofClass(findings, "missing").length,
      unmanaged: ofClass(findings, "unmanaged").length,
      operational: ofClass(findings, "operational").length,
      ignored: ignored.length,
      pending: parts.pending.length,
    },
    findings,
    ignored,
    pending: parts.pending,
    problems,
    notes: [...parts.notes, ...notes],
  };
}

/**
 * What a declaration means for its check. On resources and in manifests annotations or tags, `pulumi-checks/check` with
 * the check's slug (which `MonitoredCronJob` writes itself) and `pulumi-checks/monitor: "false"` for a job that is to
 * have none. In files the same as a comment, `# pulumi-checks check: nightly-backup`, and of a cloud's schedule, which
 * may have no tags, as a line of its description.
 */
import type { Job } from "./job";

/** What the marks of one job say. */
export type Marks = Pick<Job, "slug" | "unmonitored">;

/** Also as annotations and tags are written, which is how reports name them. */
const COMMENT = /^\s*(?:[#;]\s*)?pulumi-checks(?:\s+|\/)(check|monitor)\s*:\s*(["']?)(\S+?)\2\s*$/;

/** The line of a comment or a description that names the check. */
export function checkMark(slug: string): string {
  return `pulumi-checks check: ${slug}`;
}

/** What a line of comment says; undefined when it says something else. */
export function markIn(line: string): Marks | undefined {
  const [, what, , value] = COMMENT.exec(line) ?? [];
  if (what === undefined) return undefined;
  return what === "check" ? marksOf(value, undefined) : marksOf(undefined, value);
}

/** What all comments of a file say that holds one job. */
export function marksIn(text: string): Marks {
  return Object.assign({}, ...text.split(/\r?\n/).map((line) => markIn(line) ?? {}));
}

/** What annotations or tags say. */
export function marksAmong(labels: Readonly<Record<string, unknown>> | undefined): Marks {
  return marksOf(labels?.["pulumi-checks/check"], labels?.["pulumi-checks/monitor"]);
}

function marksOf(slug: unknown, monitor: unknown): Marks {
  return {
    ...(typeof slug === "string" && slug !== "" && { slug }),
    ...(monitor === "false" && { unmonitored: true as const }),
  };
}

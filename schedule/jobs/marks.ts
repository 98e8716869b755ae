/**
 * Marks in a job's declaration that concern its check: `pulumi-checks/check` with the check's slug (`MonitoredCronJob`
 * writes it), and `pulumi-checks/monitor: "false"` for a job without a check. They are annotations or tags on resources
 * and in manifests, comments in files (`# pulumi-checks check: nightly-backup`), and a line of the description of a
 * cloud's schedule, which may have no tags.
 */
import type { Job } from "./job";

export type Marks = Pick<Job, "slug" | "unmonitored">;

/**
 * Also accepts the spelling of annotations and tags, because reports use it, and a remark after ` #`. A value that is no
 * slug is one all the same: whoever looks for its check then says so, and does not look for the check of another name.
 */
const COMMENT =
  /^\s*(?:[#;]\s*)?pulumi-checks(?:\s+|\/)(check|monitor)\s*:\s*(["']?)(\S|\S.*?\S)\2(?:\s+#.*)?\s*$/;

/** The line for a comment or a description that names the check. */
export function checkMark(slug: string): string {
  return `pulumi-checks check: ${slug}`;
}

/** The mark in a comment line; undefined if there is none. */
export function markIn(line: string): Marks | undefined {
  const [, what, , value] = COMMENT.exec(line) ?? [];
  if (what === undefined) return undefined;
  return what === "check" ? marksOf(value, undefined) : marksOf(undefined, value);
}

/** The marks in all comments of a file with one job. */
export function marksIn(text: string): Marks {
  return Object.assign({}, ...text.split(/\r?\n/).map((line) => markIn(line) ?? {}));
}

/** The marks among annotations or tags. */
export function marksAmong(labels: Readonly<Record<string, unknown>> | undefined): Marks {
  return marksOf(labels?.["pulumi-checks/check"], labels?.["pulumi-checks/monitor"]);
}

function marksOf(slug: unknown, monitor: unknown): Marks {
  return {
    ...(typeof slug === "string" && slug !== "" && { slug }),
    ...(monitor === "false" && { unmonitored: true as const }),
  };
}

/** Workflows of GitHub, and the job that pings when the others are over. */
import { isMap, isScalar, LineCounter, parseDocument } from "yaml";
import { type Job, type JobFile, jobsInWorkflow, together } from "../../schedule/jobs";
import type { FileJob, JobFileOptions } from "./fileJob";
import { fileJobs } from "./fileJobs";
import { PING_URL, pingCommand } from "./pingUrl";
import { filesAt } from "./readFiles";

const CALL = "jobs.fromGitHubWorkflows";
/** Seconds by which GitHub may start a workflow late: it states no limit, and an hour is common when it is busy. */
const LATE = 3600;

/** GitHub reads no folders below that of its workflows. */
export function workflowJobs(path: string, options: JobFileOptions): FileJob[] {
  const files = filesAt(CALL, path, /\.ya?ml$/);
  const texts = new Map(files.map(({ file, text }) => [file, text]));
  const read = together(files.map(({ file, text }) => jobsInWorkflow(text, file)));
  const scheduler = {
    call: CALL,
    graceOf: ({ deadline = 0 }: Job) => deadline + LATE,
    pingUrlAt: secretName,
    linesOf: ({ file }: Job, secret: string) => pingJob({ file, text: texts.get(file) ?? "" }, secret),
  };
  return fileJobs(scheduler, read, options);
}

function secretName(slug: string): string {
  return `${PING_URL}_${slug.toUpperCase().replaceAll("-", "_")}`;
}

const FAILED = "contains(needs.*.result, 'failure') || contains(needs.*.result, 'cancelled')";

/**
 * A job of its own, as no step of a job runs any more when its machine is gone or its time is over. Runs for pushes and
 * pull requests are not the check's.
 */
function pingJob({ text }: JobFile, secret: string): string[] {
  if (text.includes(secret)) return [];
  const { names, indent } = jobsOf(text);
  const name = names.includes("ping") ? "ping-check" : "ping";
  const rows: [number, string][] = [
    [1, `${name}:`],
    [2, "if: always() && github.event_name == 'schedule'"],
    [2, `needs: [${names.join(", ")}]`],
    [2, "runs-on: ubuntu-latest"],
    [2, "timeout-minutes: 5"],
    [2, "steps:"],
    [3, "- env:"],
    [5, `${PING_URL}: \${{ secrets.${secret} }}`],
    [5, `CHECKS_END: \${{ (${FAILED}) && '/fail' || '' }}`],
    [4, `run: ${pingCommand(`$${PING_URL}$CHECKS_END`)}`],
  ];
  return rows.map(([depth, row]) => `${indent.repeat(depth)}${row}`);
}

/** The names of a workflow's jobs, and how far they are moved in. */
function jobsOf(text: string): { names: string[]; indent: string } {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, logLevel: "error" });
  const jobs: unknown = document.get("jobs");
  const keys = isMap(jobs) ? jobs.items.flatMap(({ key }) => (isScalar(key) ? [key] : [])) : [];
  const at = keys[0]?.range?.[0];
  const column = at === undefined ? 0 : lines.linePos(at).col - 1;
  return { names: keys.map(({ value }) => String(value)), indent: " ".repeat(column || 2) };
}

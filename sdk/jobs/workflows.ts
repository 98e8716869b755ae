/** Workflows of GitHub, and the job that pings when the others are over. */
import { isMap, isScalar, LineCounter, parseDocument } from "yaml";
import { type Job, type JobFile, type JobProblem, jobsInWorkflow, together } from "../../schedule/jobs";
import type { FileJob, JobFileOptions } from "./fileJob";
import { fileJobs } from "./fileJobs";
import { PING_URL, pingCommand } from "./pingUrl";
import { filesAt } from "./readFiles";
import { refuseWrongCall } from "./refuseWrongCall";

const CALL = "jobs.fromGitHubWorkflows";
/** Seconds by which GitHub may start a workflow late: it states no limit, and an hour is common when it is busy. */
const LATE = 3600;

/** GitHub reads no folders below that of its workflows. */
export function workflowJobs(path: string, options: JobFileOptions): FileJob[] {
  refuseWrongCall(CALL, path, options);
  const files = filesAt(CALL, path, /\.ya?ml$/);
  const texts = new Map(files.map(({ file, text }) => [file, text]));
  const { jobs, problems } = together(files.map(({ file, text }) => jobsInWorkflow(text, file)));
  const closed = jobs.flatMap((job) => problemOf(job, texts.get(job.file) ?? "") ?? []);
  const open = jobs.filter(({ file }) => !closed.some((one) => one.file === file));
  const scheduler = {
    call: CALL,
    graceOf: ({ deadline = 0 }: Job) => deadline + LATE,
    pingUrlAt: secretName,
    linesOf: ({ file }: Job, secret: string) => pingJob({ file, text: texts.get(file) ?? "" }, secret),
  };
  return fileJobs(scheduler, { jobs: open, problems: [...problems, ...closed] }, options);
}

/** Lines can only be added to a block mapping; a workflow that pings already may have any form. */
function problemOf({ file, line, name, unmonitored }: Job, text: string): JobProblem | undefined {
  if (unmonitored || text.includes(PING_URL) || jobsOf(text)) return undefined;
  const reason = `${name}: jobs: must have its jobs on lines of their own, not in { }, because the job that pings is added below them`;
  return { file, ...(line !== undefined && { line }), reason };
}

function secretName(slug: string): string {
  return `${PING_URL}_${slug.toUpperCase().replaceAll("-", "_")}`;
}

const FAILED = "contains(needs.*.result, 'failure') || contains(needs.*.result, 'cancelled')";

/**
 * The ping is a job of its own, because no step of a job runs any more when its machine is gone or its time is over.
 * Runs for pushes and pull requests do not count for the check, a failed ping does not fail the run, and `defaults` for
 * steps do not apply to it.
 */
function pingJob({ text }: JobFile, secret: string): string[] {
  const jobs = jobsOf(text);
  // Another workflow's name may begin with it.
  if (new RegExp(`\\b${secret}\\b`).test(text) || !jobs) return [];
  const { names, indent } = jobs;
  const name = freeName(names);
  const rows: [number, string][] = [
    [1, `${name}:`],
    [2, "if: always() && github.event_name == 'schedule'"],
    [2, `needs: [${names.join(", ")}]`],
    [2, "runs-on: ubuntu-latest"],
    [2, "timeout-minutes: 5"],
    [2, "continue-on-error: true"],
    [2, "steps:"],
    [3, "- env:"],
    // All keys of a step begin two spaces after the dash, like the first one, whatever the file's own indent is.
    [3, `    ${PING_URL}: \${{ secrets.${secret} }}`],
    [3, `    CHECKS_END: \${{ (${FAILED}) && '/fail' || '' }}`],
    [3, "  shell: bash"],
    [3, "  working-directory: ${{ github.workspace }}"],
    [3, `  run: ${pingCommand(`$${PING_URL}$CHECKS_END`)}`],
  ];
  return rows.map(([depth, row]) => `${" ".repeat(indent * depth)}${row}`);
}

function freeName(taken: readonly string[]): string {
  let name = taken.includes("ping") ? "ping-check" : "ping";
  for (let count = 2; taken.includes(name); count++) name = `ping-check-${count}`;
  return name;
}

/** The names of a workflow's jobs and their indent; undefined if they are not on lines of their own. */
function jobsOf(text: string): { names: string[]; indent: number } | undefined {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, logLevel: "error" });
  const jobs: unknown = document.get("jobs");
  if (!isMap(jobs) || jobs.flow) return undefined;
  const keys = jobs.items.flatMap(({ key }) => (isScalar(key) ? [key] : []));
  const at = keys[0]?.range?.[0];
  if (at === undefined) return undefined;
  return { names: keys.map(({ value }) => String(value)), indent: lines.linePos(at).col - 1 };
}

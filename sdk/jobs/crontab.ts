/** Crontabs, and their lines as they are when they ping. */
import {
  isNoUser,
  isOpen,
  isSystemCrontab,
  type Job,
  type JobProblem,
  jobsInCrontab,
  partsOf,
  shellAt,
  startOfComment,
  together,
  userOf,
  withoutInput,
} from "../../schedule/jobs";
import type { CrontabFileOptions, FileJob } from "./fileJob";
import { deadlineAndEnding, environmentFile, fileJobs } from "./fileJobs";
import { PING_URL, pingCommand } from "./pingUrl";
import { filesAt } from "./readFiles";
import { refuseWrongCall } from "./refuseWrongCall";

const CALL = "jobs.fromCrontab";

export function crontabJobs(path: string, given: CrontabFileOptions): FileJob[] {
  refuseWrongCall(CALL, path, given);
  const { form, timeZone, ...options } = given;
  const files = filesAt(CALL, path, /^[^.]*[^.~]$/);
  const formOf = (file: string) => form ?? (isSystemCrontab(file) ? "system" : "user");
  const { jobs, problems } = together(
    files.map(({ file, text }) => jobsInCrontab(text, { file, form: formOf(file), timeZone })),
  );
  const texts = new Map(files.map(({ file, text }) => [file, text]));
  const lineOf = ({ file, line = 1 }: JobProblem | Job) =>
    texts.get(file)?.split(/\r?\n/)[line - 1]?.trim() ?? "";
  const strange = jobs.flatMap(
    (job) =>
      userProblemOf(job, lineOf(job), formOf(job.file)) ??
      shellProblemOf(job, texts.get(job.file) ?? "", lineOf(job)) ??
      inputProblemOf(job, lineOf(job), formOf(job.file)) ??
      [],
  );
  const plain = jobs.filter(
    ({ file, line }) => !strange.some((one) => one.file === file && one.line === line),
  );
  const scheduler = {
    call: CALL,
    graceOf: deadlineAndEnding,
    pingUrlAt: environmentFile,
    linesOf: (job: Job, environment: string) => pingingLines(lineOf(job), formOf(job.file), environment),
  };
  // A line whose user is missing has its program at another place.
  const unread = problems.map((one) => userProblemOf(one, lineOf(one), formOf(one.file)) ?? one);
  return fileJobs(scheduler, { jobs: plain, problems: [...unread, ...strange] }, options);
}

/** Its check would be that of a job called like the user, and the line that pings would run a program of that name. */
function userProblemOf(
  { file, line = 1, unmonitored }: Pick<Job, "file" | "line" | "unmonitored">,
  row: string,
  form: "user" | "system",
): JobProblem | undefined {
  const [, command] = partsOf(row, "user");
  if (unmonitored || (form === "system" ? !isNoUser(command) : userOf(command) === undefined))
    return undefined;
  const reason =
    form === "system"
      ? 'has no user before its command; if no line of the file has one, set form: "user"'
      : `has the user ${userOf(command)} before its command; if each line of the file has a user, set form: "system"`;
  return { file, line, reason };
}

/** The brackets and the ping need a shell that reads them as `sh` does; a line that pings already may use any shell. */
function shellProblemOf(
  { file, line = 1, name, unmonitored }: Job,
  text: string,
  row: string,
): JobProblem | undefined {
  const shell = shellAt(text, line);
  if (unmonitored || shell === undefined || row.includes(PING_URL)) return undefined;
  if (/^(?:.*\/)?(?:sh|bash|dash|ash|ksh|zsh)$/.test(shell)) return undefined;
  const reason = `${name}: SHELL=${shell} cannot run the line together with its ping; set SHELL=/bin/sh above it`;
  return { file, line, reason };
}

/**
 * What cron would run ends in the middle of a word, so that no shell could run the line that pings. Its check would wait
 * for a first ping without a word.
 */
function inputProblemOf(
  { file, line = 1, name, unmonitored }: Job,
  row: string,
  form: "user" | "system",
): JobProblem | undefined {
  const [, command] = partsOf(row, form);
  const shell = withoutInput(command);
  if (unmonitored || row.includes(PING_URL) || shell === command || !isOpen(shell)) return undefined;
  const reason = `${name}: its first % is within quotes or a substitution, and cron would end the command there; write \\%`;
  return { file, line, reason };
}

/**
 * The line with its command in brackets, followed by a ping with the command's exit code, which stays the exit code of
 * the line, even if the file with the URL is missing, where `.` alone would end the shell. A shell comment would swallow
 * the bracket, so it moves to a line above; what cron passes to the command as input, from the first `%` on, stays at
 * the end. An `&` at the end of the command goes: what runs in the background is a success to the shell at once, however
 * it ends, and cron waits for no line anyway.
 */
export function pingingLines(line: string, form: "user" | "system", environment: string): string[] {
  if (line.includes(PING_URL)) return [];
  const [, command] = partsOf(line, form);
  const when = line.slice(0, line.length - command.length);
  const shell = withoutInput(command);
  const input = command.slice(shell.length);
  const commentAt = startOfComment(shell);
  const comment = shell.slice(commentAt).trim();
  const ping = `[ -r ${environment} ] && . ${environment}; ${pingCommand(`$${PING_URL}/$s`)}`;
  const own = shell
    .slice(0, commentAt)
    .trim()
    .replace(/\s*(?<![&\\])&$/, "");
  const job = `( ${own} ); s=$?; ${ping}; exit $s`;
  return [...(comment === "" ? [] : [comment]), `${when}${job}${input}`];
}

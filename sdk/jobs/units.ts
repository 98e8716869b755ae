/** Timers of systemd, and what their services get to ping. */
import { existsSync } from "node:fs";
import {
  type Job,
  type JobFile,
  type JobProblem,
  jobsInUnits,
  networkBarOf,
  serviceOf,
  stopLimitOf,
  withDropIns,
} from "../../schedule/jobs";
import type { FileJob, MachineFileOptions } from "./fileJob";
import { deadlineAndEnding, environmentFile, fileJobs } from "./fileJobs";
import { PING_URL, pingCommand } from "./pingUrl";
import { filesIn } from "./readFiles";
import { refuseWrongCall } from "./refuseWrongCall";

const CALL = "jobs.fromSystemd";
/** Attempts of the last ping. While the service is away it takes 18 s at most, because curl begins no attempt after 12 s. */
const END_ATTEMPTS = "-m 5 --retry 2 --retry-connrefused --retry-max-time 10";
/** Seconds that the last ping must be allowed: systemd fails a service whose last command it had to end. */
const END_LIMIT = 20;

export function unitJobs(folder: string, given: MachineFileOptions): FileJob[] {
  refuseWrongCall(CALL, folder, given);
  const { timeZone, ...options } = given;
  const files = filesIn(CALL, folder, /\.(?:timer|service)$/);
  const units = withDropIns([...files, ...dropInsOf(files)]);
  const byName = new Map(units.map((unit) => [unit.file, unit]));
  const { jobs } = jobsInUnits(units, timeZone);
  const monitored = jobs.filter(({ unmonitored }) => !unmonitored);
  const problems = monitored.flatMap((job) => problemOf(job, monitored, byName) ?? []);
  const whole = jobs.filter(({ file }) => !problems.some((one) => one.file === file));
  const scheduler = {
    call: CALL,
    graceOf: deadlineAndEnding,
    pingUrlAt: environmentFile,
    linesOf: ({ file }: Job, environment: string) =>
      pingLines(byName.get(startedBy(file, byName)), environment),
  };
  return fileJobs(scheduler, { jobs: whole, problems }, options);
}

/** What is set beside the units of services, also of those whose own unit is elsewhere. */
function dropInsOf(units: readonly JobFile[]): JobFile[] {
  const services = units.map((unit) => (unit.file.endsWith(".timer") ? serviceOf(unit) : unit.file));
  const folders = [...new Set(services)].map((file) => `${file}.d`).filter((folder) => existsSync(folder));
  return folders.flatMap((folder) => filesIn(CALL, folder, /\.conf$/));
}

type Units = ReadonlyMap<string, JobFile>;

/** The unit file of what a timer starts, whether it exists or not. */
function startedBy(timer: string, units: Units): string {
  return serviceOf(units.get(timer) ?? { file: timer, text: "" });
}

/** Why a job is refused: the units do not say enough, or a ping would be wrong or do harm. */
function problemOf({ file, line }: Job, others: readonly Job[], units: Units): JobProblem | undefined {
  const problem = (reason: string): JobProblem => ({ file, ...(line !== undefined && { line }), reason });
  if (file.endsWith("@.timer")) {
    return problem("is a template, and no file lists its instances; declare a check for each by hand");
  }
  if (existsSync(`${file}.d`)) {
    return problem(`has drop-ins (${file}.d), which are not read; move their settings into the unit itself`);
  }
  const started = startedBy(file, units);
  if (!started.endsWith(".service")) {
    return problem(`starts ${started}, and only a service can ping; name one in Unit`);
  }
  if (/@[^/]*$/.test(started)) {
    return problem(
      `starts ${started}, and all instances ping as their template does; declare a check for each by hand`,
    );
  }
  const other = others.find((one) => one.file !== file && startedBy(one.file, units) === started);
  if (other) {
    return problem(
      `starts ${started}, as ${other.file} does too, so its pings would not show which timer ran; merge the two timers, or give each its own service`,
    );
  }
  const service = units.get(started);
  if (service === undefined || service.text.includes(PING_URL)) return undefined;
  const bar = networkBarOf(service.text);
  if (bar !== undefined) {
    return problem(
      `${started} has ${bar}, so no ping would get out; declare its check by hand, and ping it in services that OnSuccess and OnFailure start`,
    );
  }
  const limit = stopLimitOf(service.text) ?? END_LIMIT;
  if (limit < END_LIMIT) {
    return problem(
      `${started} allows only ${limit} s for its last ping and would fail if that takes longer; set TimeoutStopSec to ${END_LIMIT} s or more`,
    );
  }
  return undefined;
}

/** A run that `ExecCondition` skips has neither begun nor failed, so nothing is told of it. */
const END = `case "$SERVICE_RESULT" in success) end=;; exec-condition) exit;; *) end=/fail;; esac`;

/**
 * systemd itself reads the file with the URL, so only root needs access to it. `$$` leaves the variable to the shell,
 * because everyone can see what systemd puts into a command line. A failed ping does not fail the job. Neither does a
 * missing file; without the `-`, systemd would not start the service then.
 */
function pingLines(service: JobFile | undefined, environment: string): string[] {
  if (service?.text.includes(PING_URL)) return [];
  const shell = (command: string) => `-/bin/sh -c '${command.replaceAll("$", "$$$$")}'`;
  return [
    "[Service]",
    `EnvironmentFile=-${environment}`,
    `ExecStartPre=${shell(pingCommand(`$${PING_URL}/start`, "-m 5"))}`,
    `ExecStopPost=${shell(`${END}; ${pingCommand(`$${PING_URL}$end`, END_ATTEMPTS)}`)}`,
  ];
}

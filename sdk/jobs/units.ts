/** Timers of systemd, and what their services get to ping. */
import { existsSync } from "node:fs";
import {
  type Job,
  type JobFile,
  type JobProblem,
  jobsInUnits,
  serviceOf,
  stopLimitOf,
} from "../../schedule/jobs";
import type { FileJob, MachineFileOptions } from "./fileJob";
import { deadlineAndEnding, environmentFile, fileJobs } from "./fileJobs";
import { PING_URL, pingCommand } from "./pingUrl";
import { filesIn } from "./readFiles";

const CALL = "jobs.fromSystemd";
/** Of the last ping. While the service is away it takes 18 s at most, as curl begins no attempt after 12. */
const END_ATTEMPTS = "-m 5 --retry 2 --retry-max-time 10";
/** Seconds that it must be given: systemd fails a service whose last command it had to end. */
const END_LIMIT = 20;

export function unitJobs(folder: string, { timeZone, ...options }: MachineFileOptions): FileJob[] {
  const units = filesIn(CALL, folder, /\.(?:timer|service)$/);
  const byName = new Map(units.map((unit) => [unit.file, unit]));
  const { jobs } = jobsInUnits(units, timeZone);
  const problems = jobs.flatMap((job) =>
    job.unmonitored ? [] : (problemOf(job, serviceAt(job.file, byName)) ?? []),
  );
  const whole = jobs.filter(({ file }) => !problems.some((one) => one.file === file));
  const scheduler = {
    call: CALL,
    graceOf: deadlineAndEnding,
    pingUrlAt: environmentFile,
    linesOf: ({ file }: Job, environment: string) => pingLines(serviceAt(file, byName), environment),
  };
  return fileJobs(scheduler, { jobs: whole, problems }, options);
}

function serviceAt(timer: string, units: ReadonlyMap<string, JobFile>): JobFile | undefined {
  const unit = units.get(timer);
  return unit && units.get(serviceOf(unit));
}

/** What the unit does not tell alone, and where its ping would do harm. */
function problemOf({ file, line }: Job, service: JobFile | undefined): JobProblem | undefined {
  const place = { file, ...(line !== undefined && { line }) };
  if (file.endsWith("@.timer")) {
    const reason = "is a template, whose instances no file tells; declare the check of each by hand";
    return { ...place, reason };
  }
  if (existsSync(`${file}.d`)) {
    return { ...place, reason: `has drop-ins (${file}.d), which are not read; write what they say into it` };
  }
  const limit = stopLimitOf(service?.text ?? "") ?? END_LIMIT;
  if (service && limit < END_LIMIT && !service.text.includes(PING_URL)) {
    const reason = `${service.file} gives its last ping ${limit} s and would fail when that takes longer; set TimeoutStopSec to ${END_LIMIT} s or more`;
    return { ...place, reason };
  }
  return undefined;
}

/**
 * systemd itself reads the file with the URL, so that only root must be able to. `$$` leaves the variable to the shell:
 * what systemd puts into a command line can be seen by everyone. A ping that fails does not fail the job, and neither does
 * the file when it is missing, at which systemd starts no service without the `-`.
 */
function pingLines(service: JobFile | undefined, environment: string): string[] {
  if (service?.text.includes(PING_URL)) return [];
  const shell = (command: string) => `-/bin/sh -c '${command.replaceAll("$", "$$$$")}'`;
  return [
    "[Service]",
    `EnvironmentFile=-${environment}`,
    `ExecStartPre=${shell(pingCommand(`$${PING_URL}/start`, "-m 5"))}`,
    `ExecStopPost=${shell(`[ "$SERVICE_RESULT" = success ] && end= || end=/fail; ${pingCommand(`$${PING_URL}$end`, END_ATTEMPTS)}`)}`,
  ];
}

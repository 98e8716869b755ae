/** Takes the schedule of a check from its job's own schedule, so that it is written in one place. */
import { ChecksError } from "../../provider/core/errors";
import { SHORTEST } from "../../schedule/limits";
import {
  type CheckTimes,
  type CloudSchedulerJob,
  type Conversion,
  type CrontabLine,
  convertCloudScheduler,
  convertCrontab,
  convertEventBridge,
  convertGitHubActions,
  convertKubernetes,
  convertNomad,
  convertSystemdTimer,
  type EventBridgeSchedule,
  type GitHubWorkflow,
  type KubernetesCronJob,
  type NomadPeriodic,
  type OwnGrace,
  type SystemdTimer,
} from "../../schedule/schedulers";
import { asRunError } from "../program/runError";

export type {
  ByClock,
  ByPeriod,
  CheckTimes,
  CloudSchedulerJob,
  Conversion,
  CrontabLine,
  EventBridgeSchedule,
  GitHubWorkflow,
  KubernetesCronJob,
  NomadPeriodic,
  SystemdTimer,
  WorkflowCron,
} from "../../schedule/schedulers";

/**
 * The schedule of a Kubernetes CronJob: `schedule` and `timeZone` of its `spec`.
 *
 * ```ts
 * const job = { schedule: "30 2 * * 1-5", timeZone: "Europe/Riga" };
 * new Check("backup", { slug: "backup", ...schedules.fromKubernetes(job) });
 * ```
 *
 * Read as robfig/cron 3.0.1 does it: with `?`, names, `@daily`, `@every 1h` and `TZ=`. Without a time zone it is UTC.
 * @throws when a check cannot expect exactly these runs; the message says why, and what to do. `tryKubernetes` does not.
 */
export function fromKubernetes(job: KubernetesCronJob): CheckTimes {
  return times("fromKubernetes", converted(job, convertKubernetes));
}

/** As `fromKubernetes`, but returns the reason instead of throwing it, and adds notes on changes of the clock. */
export function tryKubernetes(job: KubernetesCronJob): Conversion {
  return converted(job, convertKubernetes);
}

/**
 * The schedule of an Amazon EventBridge Scheduler schedule, or of an EventBridge rule (which is in UTC).
 *
 * ```ts
 * const nightly = {
 *   scheduleExpression: "cron(0 3 ? * MON-FRI *)",
 *   scheduleExpressionTimezone: "America/New_York",
 *   flexibleTimeWindow: { mode: "FLEXIBLE", maximumWindowInMinutes: 15 },
 * };
 * new Check("report", { slug: "report", ...schedules.fromEventBridge(nightly) });
 * ```
 *
 * `rate(…)` becomes the check's `timeout`; the flexible window is added to its grace.
 * @throws when a check cannot expect exactly these runs, as for `at(…)`. `tryEventBridge` does not.
 */
export function fromEventBridge(schedule: EventBridgeSchedule): CheckTimes {
  return times("fromEventBridge", converted(schedule, convertEventBridge));
}

/** As `fromEventBridge`, but returns the reason instead of throwing it. */
export function tryEventBridge(schedule: EventBridgeSchedule): Conversion {
  return converted(schedule, convertEventBridge);
}

/**
 * The schedule of a Google Cloud Scheduler job: `schedule` and `timeZone`.
 *
 * ```ts
 * new Check("export", {
 *   slug: "export",
 *   ...schedules.fromCloudScheduler({ schedule: "0 9 1 * SAT", timeZone: "Asia/Tokyo" }),
 * });
 * ```
 *
 * It takes unix-cron, and of App Engine's English `every 5 minutes`, `every 2 hours`, `every day 00:00`, `every mon,fri
 * 09:00`.
 * @throws when a check cannot expect exactly these runs. `tryCloudScheduler` does not.
 */
export function fromCloudScheduler(job: CloudSchedulerJob): CheckTimes {
  return times("fromCloudScheduler", converted(job, convertCloudScheduler));
}

/** As `fromCloudScheduler`, but returns the reason instead of throwing it, and adds notes on changes of the clock. */
export function tryCloudScheduler(job: CloudSchedulerJob): Conversion {
  return converted(job, convertCloudScheduler);
}

/**
 * The schedule of a GitHub Actions workflow: the value of its `on`.
 *
 * ```ts
 * const on = { schedule: [{ cron: "30 5 * * 1,3" }, { cron: "30 17 * * 2,4" }] };
 * new Check("nightly-build", { slug: "nightly-build", ...schedules.fromGitHubActions(on) });
 * ```
 *
 * When GitHub is busy it starts workflows late, without a stated limit: give the check a generous `grace`.
 * @throws when a check cannot expect exactly these runs. `tryGitHubActions` does not.
 */
export function fromGitHubActions(on: GitHubWorkflow): CheckTimes {
  return times("fromGitHubActions", converted(on, convertGitHubActions));
}

/** As `fromGitHubActions`, but returns the reason instead of throwing it, and adds notes on changes of the clock. */
export function tryGitHubActions(on: GitHubWorkflow): Conversion {
  return converted(on, convertGitHubActions);
}

/**
 * The schedule of a systemd timer: the settings of its `[Timer]` section, with a lower-case first letter.
 *
 * ```ts
 * const timer = { onCalendar: "Mon..Fri 02:30", randomizedDelaySec: "15min", timeZone: "Europe/Riga" };
 * new Check("backup", { slug: "backup", ...schedules.fromSystemdTimer(timer) });
 * ```
 *
 * `OnUnitActiveSec` becomes the check's `timeout`; random delays and the accuracy are added to its grace.
 * @throws when a check cannot expect exactly these runs, as for `OnBootSec` alone. `trySystemdTimer` does not.
 */
export function fromSystemdTimer(timer: SystemdTimer): CheckTimes {
  return times("fromSystemdTimer", converted(timer, convertSystemdTimer));
}

/** As `fromSystemdTimer`, but returns the reason instead of throwing it. */
export function trySystemdTimer(timer: SystemdTimer): Conversion {
  return converted(timer, convertSystemdTimer);
}

/**
 * The schedule of a line of a crontab, as Debian's cron and cronie read it.
 *
 * ```ts
 * const line = "30 2 * * 1-5 /usr/local/bin/backup --all";
 * new Check("backup", { slug: "backup", ...schedules.fromCrontab({ line, timeZone: "Europe/Riga" }) });
 * ```
 *
 * `form: "system"` for /etc/crontab and /etc/cron.d. A `CRON_TZ=` above the line sets the time zone.
 * @throws when a check cannot expect exactly these runs, as for `@reboot`. `tryCrontab` does not.
 */
export function fromCrontab(line: CrontabLine): CheckTimes {
  return times("fromCrontab", converted(line, convertCrontab));
}

/** As `fromCrontab`, but returns the reason instead of throwing it, and adds notes. */
export function tryCrontab(line: CrontabLine): Conversion {
  return converted(line, convertCrontab);
}

/**
 * The schedule of a Nomad job: `cron` or `crons`, and `time_zone` of its `periodic` block.
 *
 * ```ts
 * new Check("sync", { slug: "sync", ...schedules.fromNomad({ crons: ["0 6 * * *", "0 18 * * *"] }) });
 * ```
 *
 * @throws when a check cannot expect exactly these runs. `tryNomad` does not.
 */
export function fromNomad(periodic: NomadPeriodic): CheckTimes {
  return times("fromNomad", converted(periodic, convertNomad));
}

/** As `fromNomad`, but returns the reason instead of throwing it, and adds notes on changes of the clock. */
export function tryNomad(periodic: NomadPeriodic): Conversion {
  return converted(periodic, convertNomad);
}

/** Converts what a program declares, unless its grace is one that no check has: the limits of jobs in files may be shorter. */
function converted<T extends OwnGrace>(given: T, convert: (given: T) => Conversion): Conversion {
  const grace = given?.grace;
  const isShort = Number.isFinite(grace) && Number(grace) < SHORTEST;
  if (!isShort) return convert(given);
  return {
    ok: false,
    property: "grace",
    reason: `must be ${SHORTEST} seconds or more, as that of every check`,
  };
}

function times(name: string, conversion: Conversion): CheckTimes {
  if (conversion.ok) return conversion.check;
  const { property, reason } = conversion;
  throw asRunError(new ChecksError({ subject: `schedules.${name}`, property, reason }));
}

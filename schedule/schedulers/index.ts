/**
 * Converts a scheduler's declaration to a check's schedule and zone, or period: exactly, or with a note if the
 * scheduler may run more around a change of the clocks, or not at all, with the reason.
 */
export { attemptSeconds, type CloudSchedulerJob, convertCloudScheduler } from "./cloudScheduler";
export {
  type ByClock,
  type ByPeriod,
  type CheckTimes,
  type Conversion,
  DEFAULT_GRACE,
  type OwnGrace,
} from "./conversion";
export { type CrontabLine, convertCrontab } from "./crontab";
export { convertEventBridge, type EventBridgeSchedule } from "./eventBridge";
export { convertGitHubActions, type GitHubWorkflow, type WorkflowCron } from "./githubActions";
export { convertKubernetes, type KubernetesCronJob } from "./kubernetes";
export { convertNomad, type NomadPeriodic } from "./nomad";
export { convertSystemdTimer, type SystemdTimer } from "./systemdTimer";

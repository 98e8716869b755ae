/** Monitoring checks as Pulumi resources. */

export { days, hours, minutes } from "./durations";
export * as jobs from "./jobs/fromFiles";
export type { JobCheckArgs } from "./jobs/jobCheckArgs";
export { type MonitoredJob, monitored } from "./jobs/monitored";
export type { CloudSchedulerArgs, EventBridgeArgs } from "./jobs/scheduledTimes";
export { ChannelAssignment, type ChannelAssignmentArgs } from "./monitor/channelAssignment";
export { Check, type CheckArgs } from "./monitor/check";
export * from "./monitor/functions";
export * as schedules from "./monitor/schedules";
export { slugify } from "./monitor/slugify";
export { type CheckDefaultsArgs, withDefaults } from "./monitor/withDefaults";
export * as payments from "./payments";
export { Provider, type ProviderArgs } from "./provider";

/** Kubernetes' CronJobs with their checks. Needs `@pulumi/kubernetes`. */

export type { JobCheckArgs } from "./jobCheck";
export { monitorCronJobs } from "./monitorCronJobs";
export { MonitoredCronJob, type MonitoredCronJobArgs } from "./monitoredCronJob";
export type { JobMonitoring } from "./monitoring";
export type { Pinging } from "./pingedSpec";
export type { DescribedCronJob, MonitorCronJobsOptions } from "./selection";

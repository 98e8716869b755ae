// The CronJobs of a team. One line gives each of them a check; the last one has settings of its own.
import * as k8s from "@pulumi/kubernetes";
import { MonitoredCronJob, monitorCronJobs } from "pulumi-checks/kubernetes";

// Applies to every CronJob after it, including those of components and Helm charts.
monitorCronJobs({ check: { channels: "*", tags: ["kubernetes"] } });

const pod = (image: string, ...command: string[]) => ({
  spec: { restartPolicy: "Never", containers: [{ name: "main", image, command }] },
});

new k8s.batch.v1.CronJob("report", {
  metadata: { name: "weekly-report", namespace: "data" },
  spec: {
    schedule: "0 7 * * 1",
    timeZone: "Europe/Riga",
    jobTemplate: {
      spec: { activeDeadlineSeconds: 1800, template: pod("python:3.13", "python3", "report.py") },
    },
  },
});

// Nobody minds when this one does not run.
new k8s.batch.v1.CronJob("warm-cache", {
  metadata: { name: "warm-cache", annotations: { "pulumi-checks/monitor": "false" } },
  spec: {
    schedule: "*/10 * * * *",
    jobTemplate: { spec: { template: pod("curlimages/curl:8.11.1", "true") } },
  },
});

const backup = new MonitoredCronJob("backup", {
  metadata: { name: "nightly-backup", namespace: "db" },
  spec: {
    schedule: "30 2 * * *",
    timeZone: "Europe/Riga",
    startingDeadlineSeconds: 600,
    jobTemplate: {
      spec: { activeDeadlineSeconds: 3600, template: pod("postgres:17-alpine", "/backup.sh", "--all") },
    },
  },
  check: { slug: "db-backup", channels: "*", tags: ["kubernetes", "db"] },
});

/** The check's badge, for a page of the team. */
export const backupBadge = backup.check.badgeUrl;

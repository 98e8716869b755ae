// Each team has a project of the service with its own channels. The keys are in the stack's configuration:
//   pulumi config set --secret --path checks:projects.billing.apiKey
//   pulumi config set --secret --path checks:projects.platform.apiKey
import { Check, hours, minutes } from "pulumi-checks";

const invoices = new Check("invoices", {
  slug: "invoices",
  project: "billing",
  schedule: "0 6 1 * *",
  tz: "Europe/Riga",
  grace: hours(2),
  channels: "*",
});

const backup = new Check("backup", {
  slug: "backup",
  project: "platform",
  schedule: "30 2 * * *",
  tz: "Europe/Riga",
  channels: "*",
});
new Check("queue", {
  slug: "queue",
  project: "platform",
  timeout: minutes(5),
  grace: minutes(2),
  channels: "*",
});

// A slug is unique only within its project.
new Check("billing-backup", { slug: "backup", project: "billing", schedule: "0 4 * * *", channels: "*" });

/** The jobs request these when they are done. Secrets. */
export const pingUrls = { invoices: invoices.pingUrl, backup: backup.pingUrl };

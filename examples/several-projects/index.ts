// Each team has a project of the service, with channels of its own. The keys are in the stack's configuration:
//   pulumi config set --secret --path checks:projects.billing.apiKey
//   pulumi config set --secret --path checks:projects.platform.apiKey
import { Check, getChecksOutput, hours, minutes } from "pulumi-checks";

new Check("invoices", {
  slug: "invoices",
  project: "billing",
  schedule: "0 6 1 * *",
  tz: "Europe/Riga",
  grace: hours(2),
  channels: "*",
});

new Check("backup", {
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

// A slug is unique in its project only.
new Check("billing-backup", { slug: "backup", project: "billing", schedule: "0 4 * * *", channels: "*" });

/** How many checks the platform team has, whoever made them. */
export const checksOfPlatform = getChecksOutput({ project: "platform" }).checks.apply(({ length }) => length);

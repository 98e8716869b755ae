// Three jobs of a small company, each with the check that watches it.
import { Check, days, hours, minutes } from "pulumi-checks";

// Alerts every channel of the project; `["Pager"]` would alert one, by its name.
const channels = "*";

const backup = new Check("nightly-backup", {
  name: "Nightly backup",
  slug: "quickstart-nightly-backup",
  tags: ["quickstart", "db"],
  schedule: "30 2 * * *",
  tz: "Europe/Riga",
  grace: hours(1),
  channels,
});

new Check("queue-worker", {
  name: "Queue worker",
  slug: "quickstart-queue-worker",
  tags: ["quickstart"],
  timeout: minutes(5),
  grace: minutes(2),
  channels,
});

new Check("certificate-renewal", {
  name: "Certificate renewal",
  slug: "quickstart-certificate-renewal",
  tags: ["quickstart"],
  timeout: days(7),
  grace: days(1),
  channels,
});

/** The backup script requests this when it is done. A secret. */
export const backupPingUrl = backup.pingUrl;

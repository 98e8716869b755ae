import { Check, hours } from "pulumi-checks";

const backup = new Check("nightly-backup", {
  slug: "nightly-backup",
  schedule: "30 2 * * *",
  tz: "Europe/Riga",
  grace: hours(1),
  channels: "*", // all channels of the project; or by name: ["Pager"]
});

/** The job requests this when it is done. A secret. */
export const backupPingUrl = backup.pingUrl;

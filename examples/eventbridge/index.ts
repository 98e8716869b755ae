// An EventBridge schedule starts a Lambda. It is declared once: its check follows from its arguments.
import * as iam from "@pulumi/aws/iam";
import * as lambda from "@pulumi/aws/lambda";
import * as scheduler from "@pulumi/aws/scheduler";
import { asset } from "@pulumi/pulumi";
import { monitored } from "pulumi-checks";

const nightly = monitored(
  "nightly-backup",
  {
    scheduleExpression: "cron(30 2 * * ? *)",
    scheduleExpressionTimezone: "Europe/Riga",
    flexibleTimeWindow: { mode: "FLEXIBLE", maximumWindowInMinutes: 15 },
  },
  { tags: ["aws"], channels: "*" },
);

const usedBy = (service: string): iam.PolicyDocument => ({
  Version: "2012-10-17",
  Statement: [{ Effect: "Allow", Principal: { Service: service }, Action: "sts:AssumeRole" }],
});
const worker = new iam.Role("worker", { assumeRolePolicy: usedBy("lambda.amazonaws.com") });
const starter = new iam.Role("starter", { assumeRolePolicy: usedBy("scheduler.amazonaws.com") });

// Reports its result to the check; an error counts as a failed run, too.
const backup = new lambda.Function("backup", {
  role: worker.arn,
  runtime: "nodejs22.x",
  handler: "index.handler",
  timeout: 300,
  environment: { variables: nightly.environment },
  code: new asset.AssetArchive({
    "index.mjs": new asset.StringAsset(`
export async function handler() {
  // A ping that does not arrive must not fail the run: AWS would start it again.
  const ping = (end) =>
    fetch(process.env.CHECKS_PING_URL + end, { method: "POST", signal: AbortSignal.timeout(10_000) }).catch(console.error);
  try {
    console.log("the backup is made here");
  } catch (error) {
    await ping("/fail");
    throw error;
  }
  await ping("");
}`),
  }),
});

new iam.RolePolicy("starter", {
  role: starter.name,
  policy: {
    Version: "2012-10-17",
    Statement: [{ Effect: "Allow", Action: "lambda:InvokeFunction", Resource: backup.arn }],
  },
});
new scheduler.Schedule("nightly-backup", {
  ...nightly.args,
  target: { arn: backup.arn, roleArn: starter.arn },
});

/** A ping URL is a secret: whoever has it can report for the job. */
import * as pulumi from "@pulumi/pulumi";
import type { CheckResult } from "../../../provider/monitor/functions/checkResult";

/** A check whose ping URL is an Output marked as secret; everything else can be used as it is. */
export interface FoundCheck extends Omit<CheckResult, "pingUrl"> {
  /** URL that the job pings, as a secret Output. Absent with a read-only key. */
  pingUrl?: pulumi.Output<string>;
}

/** Wraps the ping URL. */
export function withSecretPingUrl({ pingUrl, ...check }: CheckResult): FoundCheck {
  return { ...check, ...(pingUrl !== undefined && { pingUrl: pulumi.secret(pingUrl) }) };
}

/** Marks an output as secret if any of the checks in it has a ping URL. */
export function secretWithPingUrl<T>(
  output: pulumi.Output<T>,
  checksIn: (value: T) => readonly { pingUrl?: string | undefined }[],
): pulumi.Output<T> {
  return output.apply((value) => {
    const hasPingUrl = checksIn(value).some(({ pingUrl }) => pingUrl !== undefined);
    return hasPingUrl ? pulumi.secret(value) : pulumi.output(value);
  }) as pulumi.Output<T>;
}

/** Policies about checks and the jobs that they watch, for a policy pack of Pulumi's. */
import type { EnforcementLevel, Policies } from "@pulumi/policy";
import { checkAlertsSomebody } from "./checkAlertsSomebody";
import { type CheckGraceInBoundsOptions, checkGraceInBounds } from "./checkGraceInBounds";
import { type CheckHasTagsOptions, checkHasTags } from "./checkHasTags";
import type { ExceptOptions } from "./exempt";
import { type JobHasCheckOptions, jobHasCheck } from "./jobHasCheck";
import { pingUrlIsSecret } from "./pingUrlIsSecret";

export type { CheckGraceInBoundsOptions, CheckHasTagsOptions, ExceptOptions, JobHasCheckOptions };

/** The policies, by their names. */
export type ChecksPolicyName =
  | "job-has-check"
  | "check-alerts-somebody"
  | "check-has-tags"
  | "check-grace-in-bounds"
  | "ping-url-is-secret";

/** What the policies hold checks and jobs to. The configuration of the pack goes before each of these. */
export interface ChecksPoliciesOptions {
  /** How far each policy goes: `advisory`, `mandatory` or `disabled`. Default: that of the pack, which by itself advises. */
  levels?: { [K in ChecksPolicyName]?: Exclude<EnforcementLevel, "remediate"> };
  /** Of `check-has-tags`: the tags that every check must have; `*` stands for any characters, as in `team:*`. Default: none. */
  tags?: string[];
  /** Of `check-grace-in-bounds`: bounds as seconds, or as "5m", "1h30m", "P1D". Default: what the service allows. */
  grace?: { min?: number | string; max?: number | string };
  /** Of `job-has-check`: slugs of checks that other stacks declare, and jobs of this one have. Default: none. */
  otherChecks?: string[];
  /** Slugs of checks to which the policies about single checks do not apply. Default: none. */
  except?: string[];
}

/**
 * The policies of this package, for a pack of one's own. They hold for programs in every language, on both hosts.
 *
 * ```ts
 * import { PolicyPack } from "@pulumi/policy";
 * import { checksPolicies } from "pulumi-checks/policy";
 *
 * new PolicyPack("checks", {
 *   enforcementLevel: "mandatory",
 *   policies: checksPolicies({ tags: ["team:*"], grace: { min: "5m", max: "1d" }, levels: { "check-has-tags": "advisory" } }),
 * });
 * ```
 *
 * @throws when a bound of `grace` is no length of time.
 */
export function checksPolicies(options: ChecksPoliciesOptions = {}): Policies {
  const { levels = {}, tags = [], grace = {}, otherChecks = [], except = [] } = options;
  const policies: Policies = [
    jobHasCheck({ otherChecks }),
    checkAlertsSomebody({ except }),
    checkHasTags({ tags, except }),
    checkGraceInBounds({ ...grace, except }),
    pingUrlIsSecret(),
  ];
  return policies.map((policy) => {
    const enforcementLevel = levels[policy.name as ChecksPolicyName];
    return enforcementLevel === undefined ? policy : { ...policy, enforcementLevel };
  });
}

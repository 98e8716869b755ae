/** Policies about checks and the jobs that they watch, for a policy pack of Pulumi's. */
import type { EnforcementLevel, Policies } from "@pulumi/policy";
import { checkAlertsSomebody } from "./checkAlertsSomebody";
import { type CheckGraceInBoundsOptions, checkGraceInBounds } from "./checkGraceInBounds";
import { type CheckHasTagsOptions, checkHasTags } from "./checkHasTags";
import type { ExceptOptions } from "./exempt";
import { type JobHasCheckOptions, jobHasCheck } from "./jobHasCheck";
import { pingUrlIsSecret } from "./pingUrlIsSecret";
import { type ChecksPolicyName, refuseWrongOptions } from "./wrongOptions";

export type {
  CheckGraceInBoundsOptions,
  CheckHasTagsOptions,
  ChecksPolicyName,
  ExceptOptions,
  JobHasCheckOptions,
};

/** What the policies require of checks and jobs. The configuration of the pack takes precedence over each of these. */
export interface ChecksPoliciesOptions {
  /** Enforcement level of each policy: `advisory`, `mandatory` or `disabled`. Default: that of the pack, which is `advisory` unless it says otherwise. */
  levels?: { [K in ChecksPolicyName]?: Exclude<EnforcementLevel, "remediate"> | undefined } | undefined;
  /** For `check-has-tags`: the tags that every check must have; `*` stands for any characters, as in `team:*`. Default: none. */
  tags?: readonly string[] | undefined;
  /** For `check-grace-in-bounds`: bounds as seconds, or as "5m", "1h30m", "P1D". Default: what the service allows. */
  grace?: { min?: number | string | undefined; max?: number | string | undefined } | undefined;
  /** For `job-has-check`: slugs of checks that other stacks declare for jobs of this one. Default: none. */
  otherChecks?: readonly string[] | undefined;
  /** Slugs of checks to which the policies about single checks do not apply. Default: none. */
  except?: readonly string[] | undefined;
}

/**
 * The policies of this package, for a policy pack of your own. They apply to programs in every language, on both hosts.
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
 * @throws when an option is wrong, such as a bound of `grace` that is not a length of time, or is misspelled.
 */
export function checksPolicies(options: ChecksPoliciesOptions = {}): Policies {
  refuseWrongOptions(options);
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

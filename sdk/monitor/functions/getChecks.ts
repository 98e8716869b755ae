import type { ArgsOf } from "../../../provider/core/function";
import type { CheckResult } from "../../../provider/monitor/functions/checkResult";
import { getChecks as definition } from "../../../provider/monitor/functions/getChecks";
import { onceMade } from "../../program/engineRun";
import { type InputsOf, invoke, invokeOutput, type OutputOf } from "./invoke";
import { type FoundCheck, secretWithPingUrl, withSecretPingUrl } from "./pingUrl";

/** Which checks to list; without arguments, all of the project. */
export interface GetChecksArgs extends ArgsOf<typeof definition> {}

/** The same arguments, each as a value or an output. */
export interface GetChecksOutputArgs extends InputsOf<GetChecksArgs> {}

/** The checks, each with its ping URL as a secret of its own. */
export interface GetChecksResult {
  /** The checks, sorted by slug, then by unique key. */
  checks: FoundCheck[];
}

/** The checks, in an output that is a secret as a whole. */
export interface GetChecksOutputResult {
  /** The checks, sorted by slug, then by unique key. */
  checks: CheckResult[];
}

/**
 * Lists checks of a project: those with a slug, or with all of some tags, or all.
 *
 * ```ts
 * const { checks } = await getChecks({ tags: ["prod"] });
 * const down = checks.filter(({ status }) => status === "down").map(({ name }) => name);
 * ```
 *
 * One request per run serves every `getChecks` and every `getCheck` by slug. When nothing matches, the list is empty.
 * Ping URLs and read-only keys: see `getCheck`.
 */
export async function getChecks(args: GetChecksArgs = {}): Promise<GetChecksResult> {
  const { checks } = await invoke(definition, args);
  return { checks: checks.map(withSecretPingUrl) };
}

/**
 * `getChecks` for arguments that are outputs. A preview lists nothing, and the result is unknown, while one of them is
 * unknown or comes from a check that is still to be made. The whole output is secret when it contains a ping URL, as it
 * does with a read-write key; `pulumi.unsecret` on a part of it makes that part visible.
 */
export function getChecksOutput(args: GetChecksOutputArgs = {}): OutputOf<GetChecksOutputResult> {
  // Tags are known before the check that carries them exists.
  return secretWithPingUrl(invokeOutput(definition, onceMade<object>(args)), ({ checks }) => checks);
}

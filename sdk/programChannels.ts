/** Who sets the channels of a check in this program: its own `channels`, or assignments. Both would undo each other. */
import * as pulumi from "@pulumi/pulumi";
import { perRun } from "./perRun";
import { runError } from "./runError";

/** A resource's say over the channels of one check. */
interface Claim {
  /** For messages: `Check "backup"`. */
  resource: string;
  /** `own`: the check's own `channels`; the rest are modes of assignments. */
  kind: "own" | "additive" | "exclusive";
}

/** What is claimed, by the check's key; a check has two, and a conflict under both is one. */
const claimsOfRun = perRun(() => ({ byKey: new Map<string, Claim[]>(), refused: new Set<string>() }));

/** What identifies a check in this program: its project with its slug, or with its UUID. */
export function checkKey(
  project: pulumi.Input<string | undefined>,
  slugOrUuid: pulumi.Input<string>,
): pulumi.Output<string> {
  return pulumi.all([project, slugOrUuid]).apply((parts) => JSON.stringify([parts[0] ?? null, parts[1]]));
}

/**
 * Notes who sets the channels of a check. Values that a preview does not know yet are left to the `up`.
 * @throws {pulumi.RunError} when another resource of the program would undo it, naming both.
 */
export function claimChannels(key: pulumi.Output<string>, claim: pulumi.Input<Claim | undefined>): void {
  const { byKey, refused } = claimsOfRun();
  pulumi.all([key, claim]).apply(([known, news]) => {
    if (news === undefined) return;
    const others = byKey.get(known) ?? [];
    const rival = others.find((other) => other.resource !== news.resource && undoes(other, news));
    if (rival) {
      const pair = [news.resource, rival.resource].sort().join();
      if (refused.has(pair)) return;
      refused.add(pair);
      throw runError(conflict(news, rival));
    }
    byKey.set(known, [...others, news]);
  });
}

function undoes(one: Claim, other: Claim): boolean {
  return one.kind !== "additive" || other.kind !== "additive";
}

function conflict(one: Claim, other: Claim): string {
  const [owner, assignment] = one.kind === "own" ? [one, other] : [other, one];
  return owner.kind === "own"
    ? `${assignment.resource}: check: the ${owner.resource} names channels itself, and each would undo the other. Remove channels from the check, or remove this assignment.`
    : `${one.resource}: mode: the ${other.resource} is of the same check, and an exclusive assignment tolerates no other. Make both additive, or merge them.`;
}

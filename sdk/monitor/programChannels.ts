/** Who sets the channels of a check in this program: its own `channels`, or assignments. Both would undo each other. */
import { setImmediate } from "node:timers/promises";
import type * as pulumi from "@pulumi/pulumi";
import { labelBeside } from "../../provider/monitor/channelOwners";
import { isKnown, whenKnown } from "../program/engineRun";
import { perRun } from "../program/perRun";
import { runError } from "../program/runError";

/** A resource's claim to set the channels of one check: one object for each resource, because several may have the same name. */
export interface Claim {
  /** For messages: `Check "backup"`. */
  resource: string;
  /** `own`: the check's own `channels`; `default`: those of `checks:defaultChannels`; the rest are modes of assignments. */
  kind: "own" | "default" | "additive" | "exclusive";
}

/** The claims by the key of the check, of which a check has two; the assignments that were accepted; the checks with assignments, and their keys. */
const claimsOfRun = perRun(() => ({
  byKey: new Map<string, Claim[]>(),
  admitted: new Set<Claim>(),
  assigned: new WeakSet<object>(),
  assignedKeys: new Set<string>(),
}));

/** What identifies a check in this program: its project with its slug, or with its UUID. Undefined while unknown. */
export async function checkKey(
  project: pulumi.Input<string | undefined>,
  slugOrUuid: pulumi.Input<string>,
): Promise<string | undefined> {
  if (!(await isKnown(project))) return undefined;
  const [inProject, known] = [await whenKnown(project), await whenKnown(slugOrUuid)];
  return known === undefined ? undefined : JSON.stringify([inProject ?? null, known]);
}

/** What identifies a check according to the program. */
export interface DeclaredCheck {
  project: pulumi.Input<string | undefined>;
  provider: pulumi.ProviderResource | undefined;
  key: Promise<string | undefined>;
}

const declaredChecks = new WeakMap<object, DeclaredCheck>();

/** Notes what identifies a check: known in previews, unlike outputs. */
export function noteDeclared(check: object, declared: DeclaredCheck): void {
  declaredChecks.set(check, declared);
}

/** What identifies a check that the program declares. */
export function declaredOf(check: object): DeclaredCheck {
  const declared = declaredChecks.get(check);
  if (!declared) throw new Error("a Check notes what identifies it when it is made");
  return declared;
}

/** Notes that a check of this program has an assignment. */
export function noteAssigned(check: DeclaredCheck): void {
  claimsOfRun().assigned.add(check);
}

/** The same of a check that is named in the program, by its key. What the assignment claims may be known much later. */
export function noteNamed(key: Promise<string | undefined>): void {
  const { assignedKeys } = claimsOfRun();
  const note = (known: string | undefined) => void (known !== undefined && assignedKeys.add(known));
  // The registration of the assignment fails with the reason.
  key.then(note, () => undefined);
}

/**
 * Whether the program has an assignment for a check; true or absent. Assignments come after their checks: it is known
 * when the program has run up to where it waits for something.
 */
export async function isAssigned(check: DeclaredCheck): Promise<true | undefined> {
  const { assigned, assignedKeys } = claimsOfRun();
  await whenDeclared();
  if (assigned.has(check)) return true;
  const key = await check.key;
  return key !== undefined && assignedKeys.has(key) ? true : undefined;
}

function isAssignment({ kind }: Claim): boolean {
  return kind === "additive" || kind === "exclusive";
}

/**
 * Notes who sets the channels of a check. Values that a preview does not know yet are left to the `up`. The promise
 * rejects when the check itself or another assignment would undo an assignment, and names both; it settles when the
 * program has declared what it declares at once.
 */
export function claimChannels(
  key: Promise<string | undefined>,
  claim: Promise<Claim | undefined>,
): () => Promise<void> {
  const { byKey, admitted } = claimsOfRun();
  const placed = place();
  return async () => {
    const mine = await placed;
    if (!mine || !isAssignment(mine.claim)) return;
    await whenDeclared();
    const rival = rivalOf(mine.claim, byKey.get(mine.key) ?? []);
    if (rival) throw runError(conflict(mine.claim, rival));
    admitted.add(mine.claim);
  };

  async function place() {
    const [known, news] = [await key, await claim];
    if (known === undefined || news === undefined) return undefined;
    const others = byKey.get(known) ?? [];
    byKey.set(known, [...others, news]);
    // An assignment that was accepted before it was known to be for this check.
    const rival = !isAssignment(news) && rivalOf(news, others);
    if (rival && admitted.has(rival)) throw runError(conflict(news, rival));
    return { key: known, claim: news };
  }
}

/** Resolves when the program has declared what it declares at once, and known outputs have settled. */
export async function whenDeclared(): Promise<number> {
  for (let turn = 0; turn < 3; turn += 1) await setImmediate();
  return 0;
}

function rivalOf(claim: Claim, others: readonly Claim[]): Claim | undefined {
  return others.find((other) => other !== claim && undoes(other, claim));
}

function undoes(one: Claim, other: Claim): boolean {
  return one.kind !== "additive" || other.kind !== "additive";
}

function conflict(one: Claim, other: Claim): string {
  const [owner, assignment] = isAssignment(one) ? [other, one] : [one, other];
  if (owner.kind === "default") {
    return `${assignment.resource}: check: the ${owner.resource} already has checks:defaultChannels, because this assignment did not exist yet, and each would undo the other. Create the assignment before the program waits for anything and pass it the Check itself, or name channels in the check instead.`;
  }
  return owner.kind === "own"
    ? `${assignment.resource}: check: the ${owner.resource} names channels itself, and each would undo the other. Remove channels from the check, or remove this assignment.`
    : `${one.resource}: mode: the ${labelBeside(other.resource, one.resource)} is for the same check, and an exclusive assignment allows no other. Make both additive, or merge them.`;
}

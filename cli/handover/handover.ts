/** Gives checks to another stack: replaces the stamp on each, and nothing else. */

import { compare } from "../../provider/core/compare";
import { ChecksError, inOrder } from "../../provider/core/errors";
import { Interrupted, isInterrupted } from "../../provider/core/interruption";
import { ServiceError } from "../../provider/http/failure";
import type { CheckDocument, Soon } from "../../provider/monitor/api";
import { keyPlace } from "../../provider/monitor/connection";
import { lookAndWrite } from "../../provider/monitor/lookAndWrite";
import { charactersOver, keepingMaintenance } from "../../provider/monitor/maintenance";
import type { Project } from "../../provider/monitor/project";
import { keyOf } from "../../provider/monitor/snapshot";
import { withStampOf } from "../../provider/monitor/stamp";
import { count, listInWords } from "../render/words";
import { isCalled, labelOf, noneCalled } from "../selection";

export interface HandoverRequest {
  /** The checks, each by its slug, unique key or UUID; empty for all that `from` owns. */
  checks: readonly string[];
  /** The new owner, `<project>/<stack>`. */
  to: string;
  /** Only checks with the stamp of this stack. */
  from?: string | undefined;
  /** Only report what would be done. */
  dryRun: boolean;
}

/** A check that was, or would be, handed over. */
export interface HandedOver {
  slug: string;
  name: string;
  uniqueKey: string;
  /** The stack that owned it; absent if it had no stamp. */
  from?: string;
}

/** A check that may or may not have been handed over. */
class HandoverUnclear extends ChecksError {}

const MOST_STACKS = 5;
const MOST_CHECKS = 5;

/**
 * Hands checks over. Takes one list request, and one write for each check whose owner changes: `POST
 * /api/v3/checks/<uuid>` with its tags.
 * @throws {ChecksError} before any write if a slug is unknown or ambiguous, if its check is owned by another stack than
 * `from`, or if `from` owns none; and if the service refuses a check, with the number of those already handed over.
 */
export async function handOver(project: Project, request: HandoverRequest): Promise<HandedOver[]> {
  const checks = await project.checks.all();
  if (checks.some(({ uuid }) => uuid === undefined)) {
    throw handoverError("the API key is read-only", `Set a read-write key in ${keyPlace(project.name)}`);
  }
  const chosen =
    request.checks.length === 0
      ? checksOwnedBy(checks, request)
      : [...new Set(request.checks.map(calledCheck))];
  const changing = chosen.filter(({ owners = [] }) => owners.join() !== request.to);
  for (const check of changing) refuseCrowded(check, request.to);
  for (const [index, check] of request.dryRun ? [] : changing.entries()) {
    try {
      if (isInterrupted()) throw new Interrupted();
      await handOverOne(project, check, request);
    } catch (error) {
      throw error instanceof ChecksError ? interruptedError(error, changing, index) : error;
    }
  }
  return changing.map((check) => {
    const { slug, name, owners = [] } = check;
    const from = owners.find((owner) => owner === request.from) ?? owners[0];
    return { slug, name, uniqueKey: keyOf(check), ...(from !== undefined && { from }) };
  });

  function calledCheck(name: string): CheckDocument {
    // It usually comes from an unset variable in a script, and would mean the check that has no slug.
    if (name === "") throw handoverError("a slug is empty", "Name each check by its slug");
    const [check, ...others] = checks.filter((one) => isCalled(one, name));
    if (!check) {
      const { reason, remedy } = noneCalled(checks, name);
      throw handoverError(reason, remedy);
    }
    if (others.length > 0) {
      throw handoverError(
        `${others.length + 1} checks have the slug "${name}"`,
        "Name one of them by its UUID, or give the others another slug",
      );
    }
    const { owners = [] } = check;
    const [owner] = owners;
    // A check that already belongs to the new owner was handed over by an earlier run that was cut off.
    const isRight = owners.some((one) => one === request.from || one === request.to);
    if (request.from !== undefined && !isRight) {
      throw handoverError(
        owner === undefined
          ? `the check "${labelOf(check)}" belongs to no stack, so not to ${request.from} either`
          : `the check "${labelOf(check)}" belongs to the stack ${owner}, and not to ${request.from}`,
        "Correct --from, or leave it out",
      );
    }
    return check;
  }
}

/**
 * Reads the check again before replacing its stamp, because the list may be outdated after many writes or under a rate
 * limit.
 */
async function handOverOne(
  project: Project,
  { uuid = "", owners }: CheckDocument,
  { to }: HandoverRequest,
): Promise<void> {
  const replaceStamp = async (soon: () => Soon) => {
    const check = await project.checks.findNow(uuid);
    if (check === undefined) throw handoverError("the check was deleted meanwhile", "Run it again");
    if (check.owners?.join() !== owners?.join())
      throw handoverError("another stack got the check meanwhile", "Look at it before you run it again");
    refuseCrowded(check, to);
    if (isInterrupted()) throw new Interrupted();
    const tags = keepingMaintenance(check, withStampOf(check.tags, to));
    try {
      await project.api.updateCheck(uuid, { tags }, soon());
    } catch (error) {
      if (!(error instanceof ServiceError && error.unclear)) throw error;
      const reason = `${error.parts.reason}; it is not known whether the check was handed over`;
      throw new HandoverUnclear({ ...error.parts, reason });
    }
  };
  await project.takeTurn(uuid, () => lookAndWrite(replaceStamp));
}

/** @throws {ChecksError} if the stamp does not fit next to the tags. */
function refuseCrowded(check: CheckDocument, to: string): void {
  const over = charactersOver(withStampOf(check.tags, to));
  if (over <= 0) return;
  throw handoverError(
    `the tags of the check "${labelOf(check)}" leave no room for the stamp of ${to}: ${count(over, "character")} too many`,
    "Give it fewer or shorter tags",
  );
}

function checksOwnedBy(checks: readonly CheckDocument[], { from, to }: HandoverRequest): CheckDocument[] {
  if (from === undefined)
    throw handoverError(
      "no check is named",
      "Name slugs, or give --from PROJECT/STACK for all of its checks",
    );
  const own = checks.filter(({ owners }) => owners?.includes(from));
  if (own.length > 0) return own;
  const stacks = [...new Set(checks.flatMap(({ owners = [] }) => owners))].sort(compare);
  throw handoverError(
    `no check of this project belongs to the stack ${from}`,
    stacks.length === 0
      ? "None has an owner: name slugs instead of --from"
      : `Correct --from: there are checks of ${listInWords(stacks, MOST_STACKS)}${stacks.includes(to) ? `. If an earlier run was cut off, it has handed over all that were of ${from}` : ""}`,
  );
}

/** The error for the check at this index, with what happened to the others. */
function interruptedError(error: ChecksError, changing: readonly CheckDocument[], at: number): ChecksError {
  const [failed, before] = [changing[at], changing.slice(0, at)];
  const were = `${at} of ${count(changing.length, "check")} ${at === 1 ? "was" : "were"} handed over before it`;
  const { subject, remedy } = error.parts;
  return error.about({
    subject: inOrder(failed && labelOf(failed), subject),
    remedy: [
      ...(remedy === undefined ? [] : [remedy]),
      at === 0
        ? `${error instanceof HandoverUnclear ? "No other check" : "Nothing"} was handed over`
        : `${were}: ${listInWords(before.map(labelOf), MOST_CHECKS)}`,
      "Run the same command again to hand over those that are left",
    ].join(". "),
  });
}

function handoverError(reason: string, remedy: string): ChecksError {
  return new ChecksError({ subject: "handover", reason, remedy });
}

/** The check of an assignment, which names it by its UUID or by its slug. */

import { refusal } from "../../core/refusal";
import type { Session } from "../../core/session";
import type { CheckDocument } from "../api";
import { foreignOwner } from "../check/checkOwner";
import { title } from "../check/existingCheck";
import type { Project } from "../project";
import { isUuid } from "../uuid";
import type { ChannelAssignmentState } from "./channelAssignmentFields";

/** What to do about a check that is gone: no assignment makes one. */
export const CHECK_IS_GONE =
  "Where the check is this stack's, run `pulumi up --refresh`, which creates it again; otherwise correct `check`, or remove the assignment";

/** This stack, where its stamp is on the check. */
export function ownerNoted(
  { stack }: Session,
  { owners }: CheckDocument,
): Pick<ChannelAssignmentState, "__owner"> {
  return stack !== undefined && owners?.includes(stack) ? { __owner: stack } : {};
}

/** The stack that got a check which was this one's. A team's assignments to checks of others are the team's all the same. */
export function newOwner(
  session: Session,
  live: CheckDocument,
  state: ChannelAssignmentState,
): string | undefined {
  return state.__owner === undefined ? undefined : foreignOwner(session, live, state);
}

/**
 * How the assignment names its check. One that was renamed is told by its slug of now where another check has the former one:
 * the next up looks for that. Where none has it, the check's own resource may be about to write it again.
 */
export async function nameOf(project: Project, check: string, live: CheckDocument): Promise<string> {
  if (isUuid(check) || check === live.slug) return check;
  return (await project.checks.withSlug(check)).length > 0 ? live.slug : check;
}

/** The check's UUID; a slug is looked up, also among the checks that this run has made. */
export async function findUuid(project: Project, check: string): Promise<string> {
  if (isUuid(check)) return check;
  const found = await project.checks.withSlug(check);
  const [only, ...others] = found.map(({ uuid }) => uuid);
  if (only !== undefined && others.length === 0) return only;
  if (found.length > 1) {
    throw refusal(
      `${found.length} checks have this slug: ${found.map(title).join(" and ")}`,
      "Give the UUID",
      "check",
    );
  }
  throw found.length === 1
    ? refusal("the API key is read-only", `Assigning channels needs a read-write key in ${project.keyPlace}`)
    : refusal("no check of this project has this slug", "Correct it, or give the check's UUID", "check");
}

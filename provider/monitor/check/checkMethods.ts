/** What a program may do with a check beyond its fields: once in each `up`, after the check was written. */
import type { Method } from "../../core/method";
import { namingSubject, refusal } from "../../core/refusal";
import type { Session } from "../../core/session";
import { Conflict } from "../../http/failure";
import type { CheckDocument, Soon } from "../api";
import { lookAndWrite } from "../lookAndWrite";
import { monitorOf } from "../monitor";
import type { Project } from "../project";
import { uniqueKeyOf } from "../snapshot";
import type { CheckInputs } from "./checkFields";
import { foreignOwner, stampingStack } from "./checkOwner";

/** `POST /api/v3/checks/<uuid>/pause` and `/resume`. */
export const checkMethods: Readonly<Record<"pause" | "resume", Method<CheckInputs>>> = {
  pause: method(
    "Pauses the check in each `up`, after it was written, for example while you move what it watches. It leaves nothing in the state; to keep a check paused, set `paused`.",
    (project, id, soon) => project.api.pauseCheck(id, soon),
  ),
  resume: method(
    "Resumes the check in each `up`, after it was written, if it is paused. It leaves nothing in the state.",
    resume,
  ),
};

/** 409 means that the check is not paused (any more), which is what we want. */
export async function resume(project: Project, id: string, soon: Soon = {}): Promise<CheckDocument> {
  try {
    return await project.api.resumeCheck(id, soon);
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    return project.api.getCheck(id);
  }
}

/** The stack that now owns the check, if stacks stamp their checks. */
async function otherOwner(session: Session, project: Project, id: string): Promise<string | undefined> {
  if (stampingStack(session) === undefined) return undefined;
  const live = await project.checks.findNow(id);
  return live && foreignOwner(session, live, {});
}

function method(
  words: string,
  call: (project: Project, id: string, soon: Soon) => Promise<CheckDocument>,
): Method<CheckInputs> {
  return {
    words,
    async act(session, id, inputs) {
      const called = `check "${inputs.slug ?? `${uniqueKeyOf(id).slice(0, 8)}…`}"`;
      await namingSubject(called, async () => {
        if (inputs.paused !== undefined) {
          throw refusal(
            "is declared, and each would undo the other",
            "Remove `paused` from the check, or do not pause or resume it",
            "paused",
          );
        }
        const project = monitorOf(session).project(inputs.project);
        const work = async (soon: () => Soon) => {
          const owner = await otherOwner(session, project, id);
          if (owner !== undefined) {
            project.log.warn(`${called}: belongs to the stack ${owner}, and is left as it is`);
            return;
          }
          project.checks.drop(id);
          await call(project, id, stampingStack(session) === undefined ? {} : soon());
        };
        await project.takeTurn(id, () => lookAndWrite(work));
      });
    },
  };
}

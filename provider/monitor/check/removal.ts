/** Removes a check from the service: only what is proven to be gone counts as removed. */
import { refusal } from "../../core/refusal";
import type { Soon } from "../api";
import type { Project } from "../project";

/** Gone is as good as deleted, as after a lost answer; an answer without a word proves neither. */
export async function deleteOrProveGone(project: Project, id: string, soon: Soon = {}): Promise<void> {
  try {
    if ((await project.api.deleteCheck(id, soon)) !== undefined) return;
  } catch (error) {
    return project.checks.proveGone(error, id);
  }
  if ((await project.checks.find(id)) === undefined) return;
  throw refusal(
    "deleting the check was answered without content (204), and the check is still there",
    "Repeat the command; if it stays so, look at what stands in front of the service",
  );
}

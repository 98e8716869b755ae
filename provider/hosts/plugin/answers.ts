/** The engine's form of a difference. */
import { DiffResponse, PropertyDiff } from "@pulumi/pulumi/proto/provider_pb";
import type { Values } from "../../core/fields";
import type { Course } from "../calls";
import type { ServedResource } from "./served";

const { Kind } = PropertyDiff;

/** Field by field; compared with the row of the state, as the engine shows it, and not with the inputs of the run before. */
export function diffAnswer(
  { definition, stables }: ServedResource,
  { changed, replaces, hasChanges }: Course,
  row: Values,
  inputs: Values,
): DiffResponse {
  const answer = new DiffResponse();
  answer.setChanges(hasChanges ? DiffResponse.DiffChanges.DIFF_SOME : DiffResponse.DiffChanges.DIFF_NONE);
  answer.setDiffsList([...new Set([...changed, ...replaces])]);
  answer.setReplacesList(replaces);
  answer.setStablesList([...stables]);
  answer.setDeletebeforereplace(replaces.length > 0 && definition.createsFirst !== true);
  // What follows from the rest is left out of a row: there is nothing to show when it goes, too.
  const shown = changed.filter((key) => row[key] !== undefined || inputs[key] !== undefined);
  answer.setHasdetaileddiff(shown.length > 0);
  for (const key of shown) {
    const difference = new PropertyDiff();
    difference.setKind(kindOf(row[key], inputs[key], replaces.includes(key)));
    answer.getDetaileddiffMap().set(key, difference);
  }
  return answer;
}

function kindOf(before: unknown, now: unknown, replaces: boolean): PropertyDiff.Kind {
  if (before === undefined) return replaces ? Kind.ADD_REPLACE : Kind.ADD;
  if (now === undefined) return replaces ? Kind.DELETE_REPLACE : Kind.DELETE;
  return replaces ? Kind.UPDATE_REPLACE : Kind.UPDATE;
}

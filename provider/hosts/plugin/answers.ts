/** The engine's form of a difference. */
import { DiffResponse, PropertyDiff } from "@pulumi/pulumi/proto/provider_pb";
import type { Values } from "../../core/fields";
import type { Course } from "../calls";
import type { ServedResource } from "./served";

const { Kind } = PropertyDiff;

/** What the engine shows of a difference. */
interface Sides {
  /** The row of the state. */
  state: Values;
  /** The inputs of the run before, which may hold a default that the row leaves out. */
  before: Values;
  inputs: Values;
  /** A refresh: the inputs are what the service has now, compared with those of before, and both are complete. */
  isRefresh: boolean;
}

/** Compares field by field with the row of the state, and with the inputs of the run before only where the row has no value. */
export function diffAnswer(
  { definition, stables }: ServedResource,
  { changed, replaces, hasChanges }: Course,
  { state, before, inputs, isRefresh }: Sides,
): DiffResponse {
  const answer = new DiffResponse();
  answer.setChanges(hasChanges ? DiffResponse.DiffChanges.DIFF_SOME : DiffResponse.DiffChanges.DIFF_NONE);
  answer.setDiffsList([...new Set([...changed, ...replaces])]);
  answer.setReplacesList(replaces);
  answer.setStablesList([...stables]);
  answer.setDeletebeforereplace(replaces.length > 0 && definition.createsFirst !== true);
  const old = (key: string) => state[key] ?? before[key];
  // What follows from the rest is left out of a row: there is nothing to show when it goes, too.
  const shown = changed.filter((key) => old(key) !== undefined || inputs[key] !== undefined);
  answer.setHasdetaileddiff(shown.length > 0);
  for (const key of shown) {
    const difference = new PropertyDiff();
    difference.setKind(kindOf(old(key), inputs[key], replaces.includes(key)));
    difference.setInputdiff(isRefresh || state[key] === undefined);
    answer.getDetaileddiffMap().set(key, difference);
  }
  return answer;
}

function kindOf(before: unknown, now: unknown, replaces: boolean): PropertyDiff.Kind {
  if (before === undefined) return replaces ? Kind.ADD_REPLACE : Kind.ADD;
  if (now === undefined) return replaces ? Kind.DELETE_REPLACE : Kind.DELETE;
  return replaces ? Kind.UPDATE_REPLACE : Kind.UPDATE;
}

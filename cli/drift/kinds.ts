/** The resources whose drift is looked at. */
import type { ResourceDefinition } from "../../provider/resource";
import { channelAssignment } from "../../provider/resources/channelAssignment";
import { check } from "../../provider/resources/check";

const DEFINITIONS: readonly ResourceDefinition[] = [check, channelAssignment];

/** The definition of a kind of resource; undefined for one that has no drift, or that is newer than this command. */
export function definitionOf(kind: string): ResourceDefinition | undefined {
  return DEFINITIONS.find((definition) => definition.kind === kind);
}

/** The kind that owns its check: what no such resource declares is unmanaged. */
export const OWNER = check.kind;

/** URNs: `urn:pulumi:<stack>::<project>::<types, from the outermost parent>::<name>`. */
import type { Alias } from "@pulumi/pulumi/proto/alias_pb";
import { typesIn } from "../urnParts";

/** Where a resource stands. */
export interface Placed {
  project: string;
  stack: string;
  type: string;
  name: string;
  /** URN of its parent; `""` for none. */
  parent: string;
}

/** Type of what holds all resources of a stack: it is in no URN but its own. */
const STACK = "pulumi:pulumi:Stack";

/** The URN of a resource. */
export function urnOf({ project, stack, type, name, parent }: Placed): string {
  return `urn:pulumi:${stack}::${project}::${typesBelow(parent, type)}::${name}`;
}

/** The URN of a resource below another one. */
export function urnBelow(parent: string, type: string, name: string): string {
  const [place = "", project = ""] = parent.split("::");
  return `${place}::${project}::${typesBelow(parent, type)}::${name}`;
}

/** The URN that an alias of a resource means: what it leaves out is as the resource has it. */
export function urnAsAlias(alias: Alias, own: Placed): string {
  if (alias.hasUrn()) return alias.getUrn();
  const spec = alias.getSpec();
  if (!spec) return urnOf(own);
  const parent = spec.getNoparent() ? "" : spec.getParenturn() || own.parent;
  return urnOf({
    project: spec.getProject() || own.project,
    stack: spec.getStack() || own.stack,
    type: spec.getType() || own.type,
    name: spec.getName() || own.name,
    parent,
  });
}

function typesBelow(parent: string, type: string): string {
  const types = typesIn(parent);
  return types === "" || types === STACK ? type : `${types}$${type}`;
}

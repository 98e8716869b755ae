/** URNs of the program's resources, as far as the program can tell them before the engine does. */
import type * as pulumi from "@pulumi/pulumi";
import { typesIn } from "../../provider/hosts/urnParts";

/** Of which stack the resources are. */
export interface Place {
  project: string;
  stack: string;
}

/** What Pulumi's resources know of themselves. */
interface Placed {
  __pulumiType?: string;
  __parentResource?: pulumi.Resource & Placed;
}

/** Type of what holds all resources of a stack: it is in no URN but its own. */
const STACK = "pulumi:pulumi:Stack";

/** Where resources are that the program knows by their URNs alone, as parents that another program made. */
const typesOfPlaced = new WeakMap<object, string>();

/** Notes the URN of a resource of which nothing else is known. */
export function placeAt(resource: pulumi.Resource, urn: string): void {
  typesOfPlaced.set(resource, typesIn(urn));
}

/** The URN that a resource is about to get. It is not asked for, because it would only be told when it is too late. */
export function urnOf(place: Place, type: string, name: string, parent?: pulumi.Resource | string): string {
  const types = [...typesAbove(parent).filter((above) => above !== STACK), type];
  return `urn:pulumi:${place.stack}::${place.project}::${types.join("$")}::${name}`;
}

/** From the outermost parent on; a parent may be given by its URN. */
function typesAbove(parent: pulumi.Resource | string | undefined): string[] {
  if (typeof parent === "string") return [typesIn(parent)];
  const types: string[] = [];
  for (let above: Placed | undefined = parent as Placed | undefined; above; above = above.__parentResource) {
    types.unshift(typesOfPlaced.get(above) ?? above.__pulumiType ?? "");
  }
  return types;
}

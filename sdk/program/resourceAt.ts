/** Resources of the program by their URNs: a transform is told no more of a job's parent. */
import * as pulumi from "@pulumi/pulumi";
import { typesIn } from "../../provider/hosts/urnParts";
import { urnOf } from "./urn";

/** What Pulumi's resources know of themselves. */
interface Parent {
  __name?: string;
  __pulumiType?: string;
  __parentResource?: pulumi.Resource;
  __childResources?: ReadonlySet<pulumi.Resource>;
}

/** The resource with that URN; undefined for one that this program does not make, as what is in a chart. */
export function resourceAt(urn: string): pulumi.Resource | undefined {
  const place = { project: pulumi.getProject(), stack: pulumi.getStack() };
  const types = typesIn(urn).split("$");
  const below = ({ __childResources: children = new Set() }: Parent): pulumi.Resource | undefined => {
    for (const child of children) {
      const { __name = "", __pulumiType = "", __parentResource } = child as Parent;
      if (!types.includes(__pulumiType)) continue;
      if (urnOf(place, __pulumiType, __name, __parentResource) === urn) return child;
      const found = below(child as Parent);
      if (found) return found;
    }
    return undefined;
  };
  const stack = pulumi.runtime.getStackResource();
  return stack && below(stack as Parent);
}

/** What of the program is declared in another process, and is not heard here: each component that a plugin makes is. */
import * as pulumi from "@pulumi/pulumi";
import { typesIn } from "../../provider/hosts/urnParts";
import { isForeignComponent } from "./engineRun";

/** What Pulumi's resources know of themselves. */
interface Made {
  __pulumiType?: string;
  __remote?: boolean;
  __childResources?: ReadonlySet<pulumi.Resource>;
}

/** Whether a row that is declared nowhere here may be that of a resource in such a component, or around this one. */
export function mayBeUnheard(urn: string): boolean {
  if (isForeignComponent()) return true;
  const above = typesIn(urn).split("$").slice(0, -1);
  const stack = pulumi.runtime.getStackResource();
  return above.length > 0 && stack !== undefined && hasRemote(stack as Made, above);
}

function hasRemote({ __childResources: children = new Set() }: Made, types: readonly string[]): boolean {
  return [...children].some((child) => {
    const { __remote: isRemote, __pulumiType: type = "" } = child as Made;
    return (isRemote === true && types.includes(type)) || hasRemote(child as Made, types);
  });
}

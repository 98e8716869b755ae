/** Components of the program that a plugin makes: what is in them is declared in another process, and is not heard here. */
import * as pulumi from "@pulumi/pulumi";
import { typesIn } from "../../provider/hosts/urnParts";

/** What Pulumi's resources know of themselves. */
interface Made {
  __pulumiType?: string;
  __remote?: boolean;
  __childResources?: ReadonlySet<pulumi.Resource>;
}

/** Whether a row may be that of a resource in such a component. */
export function mayBeInRemoteComponent(urn: string): boolean {
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

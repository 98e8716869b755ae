/** What the program itself says that a resource was before. */
import * as pulumi from "@pulumi/pulumi";
import { withoutUndefined } from "../../provider/core/fields";
import { urnBelow } from "../../provider/hosts/plugin/urns";
import { nameIn } from "../../provider/hosts/urnParts";
import { isPlain, whenKnown } from "./engineRun";
import { type Place, urnOf } from "./urn";

/** A resource as the program declares it. */
interface Own {
  type: string;
  name: string;
  options: pulumi.CustomResourceOptions | undefined;
}

/**
 * The URNs that a resource's own aliases mean, as far as they are plain: others wait for outputs, and the rest of the
 * program cannot wait with them.
 */
export function givenAliases(place: Place, { type, name, options }: Own): string[] {
  return (options?.aliases ?? []).flatMap((alias) => {
    if (typeof alias === "string") return [alias];
    if (pulumi.Output.isInstance(alias) || alias instanceof Promise) return [];
    // What it leaves out is as the resource has it; a parent that it names as none is none.
    const { parent = Object.hasOwn(alias, "parent") ? undefined : options?.parent, ...said } = alias;
    const named = { name, type, ...place, ...withoutUndefined(said) };
    if (!isPlain(named) || !isPlaced(parent)) return [];
    return [urnOf(named as Place, named.type as string, named.name as string, parent)];
  });
}

/** What Pulumi's resources keep of their aliases. */
interface Aliased {
  __name?: string;
  __pulumiType?: string;
  __parentResource?: pulumi.Resource;
  __aliases?: readonly pulumi.Input<string>[];
  urn: pulumi.Input<string>;
}

/**
 * The URNs that a resource inherits from the aliases of those above it, as the engine makes them: a name that begins with
 * the parent's begins with what that was called. Below a parent of which nothing but its URN is known, as of a component that
 * a program in another language uses, that one is the resource's own.
 */
export async function inheritedAliases(
  parent: pulumi.Resource | undefined,
  type: string,
  name: string,
): Promise<string[]> {
  if (parent === undefined) return [];
  const { __name = "", __pulumiType = "", __parentResource, __aliases = [], urn } = parent as Aliased;
  const told = __pulumiType === "" ? [urn] : __aliases;
  const own = (await Promise.all(told.map(whenKnown))).filter((urn) => urn !== undefined);
  const ofParent = [...own, ...(await inheritedAliases(__parentResource, __pulumiType, __name))];
  return ofParent.map((urn) => {
    const called = __name !== "" && name.startsWith(__name) ? nameIn(urn) + name.slice(__name.length) : name;
    return urnBelow(urn, type, called);
  });
}

function isPlaced(parent: pulumi.Alias["parent"]): parent is pulumi.Resource | string | undefined {
  return parent === undefined || typeof parent === "string" || pulumi.Resource.isInstance(parent);
}

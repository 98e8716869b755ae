/** What the program itself says that a resource was before. */
import * as pulumi from "@pulumi/pulumi";
import { isPlain } from "./engineRun";
import { type Place, urnOf } from "./urn";

/** A resource as the program declares it. */
interface Own {
  type: string;
  name: string;
  options: pulumi.CustomResourceOptions | undefined;
}

/**
 * The URNs that a resource's own aliases mean, as far as they are plain: others wait for outputs, and the rest of the
 * program cannot wait with them. What it inherits from the aliases of its parents is left to the engine.
 */
export function givenAliases(place: Place, { type, name, options }: Own): string[] {
  return (options?.aliases ?? []).flatMap((alias) => {
    if (typeof alias === "string") return [alias];
    if (pulumi.Output.isInstance(alias) || alias instanceof Promise) return [];
    const parent = Object.hasOwn(alias, "parent") ? alias.parent : options?.parent;
    const texts = { name, type, ...place, ...given(alias) };
    if (!isPlain(texts) || !isPlaced(parent)) return [];
    const { project, stack } = texts as Place;
    return [urnOf({ project, stack }, texts.type as string, texts.name as string, parent)];
  });
}

/** What an alias leaves out is as the resource has it. */
function given({ name, type, project, stack }: pulumi.Alias) {
  const all = Object.entries({ name, type, project, stack });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

function isPlaced(parent: pulumi.Alias["parent"]): parent is pulumi.Resource | string | undefined {
  return parent === undefined || typeof parent === "string" || pulumi.Resource.isInstance(parent);
}

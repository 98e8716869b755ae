/** Where a resource was before, by its aliases: resources made next to it were there, too. */
import * as pulumi from "@pulumi/pulumi";
import { nameIn, typeIn, typesIn } from "../../provider/hosts/urnParts";
import { whenKnown } from "./engineRun";

/** What an alias says besides the type; empty where it leaves that as it is. */
interface FormerPlace {
  name: string;
  project: string;
  stack: string;
  /** A URN; empty for none. */
  parent: string;
}

/** The places that the options of a transform name; without those where it was another type, and nothing else. */
export async function formerPlaces({ aliases = [], parent }: pulumi.ResourceOptions): Promise<FormerPlace[]> {
  const [own, ...places] = await Promise.all([urnOfParent(parent), ...aliases.map(placeOf)]);
  return places.filter(
    (place) => `${place.name}${place.project}${place.stack}` !== "" || place.parent !== own,
  );
}

/** The same places as aliases of something else, which was called by what the resource was called there. */
export function aliasesAt(places: readonly FormerPlace[], called: (name: string) => string): pulumi.Alias[] {
  return places.map(({ name, project, stack, parent }) => ({
    ...(name !== "" && { name: called(name) }),
    ...(project !== "" && { project }),
    ...(stack !== "" && { stack }),
    parent: parent === "" ? pulumi.rootStackResource : parent,
  }));
}

async function placeOf(given: pulumi.Input<string | pulumi.Alias>): Promise<FormerPlace> {
  const alias = (await whenKnown(given)) as string | pulumi.Alias;
  if (typeof alias === "string") return placeIn(alias);
  const text = async (one: pulumi.Input<string> | undefined) => (await whenKnown(one)) ?? "";
  const [name, project, stack] = await Promise.all([alias.name, alias.project, alias.stack].map(text));
  return {
    name: name ?? "",
    project: project ?? "",
    stack: stack ?? "",
    parent: await urnOfParent(alias.parent),
  };
}

/** Of its parent a URN tells the types alone, which is all that counts. */
function placeIn(urn: string): FormerPlace {
  const [place = "", project = ""] = urn.split("::");
  const above = typesIn(urn).split("$").slice(0, -1).join("$");
  const parent = above === "" ? "" : `${place}::${project}::${above}::parent`;
  return { name: nameIn(urn), project, stack: place.replace(/^urn:pulumi:/, ""), parent };
}

/** A resource without a parent is below the stack. */
async function urnOfParent(parent: pulumi.Alias["parent"]): Promise<string> {
  const urn = await whenKnown(pulumi.Resource.isInstance(parent) ? parent.urn : parent);
  return urn === undefined || typeIn(urn) === "pulumi:pulumi:Stack" ? "" : urn;
}

/** What a program has to say so that a check stays as it is: everything that is not the default. */
import { applies, defaultOf, metaOf, type Values } from "../../provider/fields";
import { checkFields } from "../../provider/resources/checkFields";
import { type Document, liveValues, sameValue } from "../../provider/wire";

/** A check as the service tells it to a read-write key. */
export type LiveCheck = Document & {
  uuid: string;
  slug: string;
  name: string;
  tags: string;
  channels?: string | undefined;
};

/** The arguments for a check, without those that are decided apart: its slug, its channels, its project. */
export function programArgs(check: Document): Values {
  const live = liveValues(checkFields, check);
  const named = Object.entries(checkFields).filter(([key, type]) => {
    const meta = metaOf(checkFields, key);
    if (live[key] === undefined || meta.managed === "never" || !applies(meta, live)) return false;
    if (meta.managed === "whenNamed" && meta.undo === undefined) return false;
    const silence = meta.managed === "always" ? defaultOf(type) : meta.undo;
    return !sameValue(meta, live[key], silence);
  });
  return Object.fromEntries(named.map(([key]) => [key, live[key]]));
}

/** The same arguments in the order in which the fields are declared, without those that are not set. */
export function inOrder(args: Values): Values {
  const named = Object.keys(checkFields).filter((key) => args[key] !== undefined);
  return Object.fromEntries(named.map((key) => [key, args[key]]));
}

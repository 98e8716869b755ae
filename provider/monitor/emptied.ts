/** What a service means that says null in a check's document where others have an empty text, or false. */
import { z } from "zod";
import { defaultOf, metaOf, type Values } from "../core/fields";
import { checkFields } from "./check/checkFields";

/**
 * The document with what null means of a field that may be empty: that it is. Left out, it would seem to be one that the
 * service does not know, which nobody compares. Of other fields it stays null, as of times and of the period of a cron check.
 */
export function withEmptyFields(told: Values): Values {
  const emptied = Object.keys(checkFields).flatMap((key): [string, unknown][] => {
    const { wire, managed } = metaOf(checkFields, key);
    if (wire === undefined || told[wire] !== null) return [];
    // From a read-only key channels are hidden, as the UUID is.
    if (managed === "whenNamed" && typeof told.uuid !== "string") return [];
    const empty = emptyOf(key as keyof typeof checkFields);
    return empty === undefined ? [] : [[wire, empty]];
  });
  return { ...told, ...Object.fromEntries(emptied) };
}

function emptyOf(key: keyof typeof checkFields): "" | false | undefined {
  const { separator, undo } = metaOf(checkFields, key);
  const type = checkFields[key];
  if (separator !== undefined || type instanceof z.ZodString) return "";
  const standard = undo ?? defaultOf(type);
  return standard === "" || standard === false ? standard : undefined;
}

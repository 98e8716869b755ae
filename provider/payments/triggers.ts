import { z } from "zod";
import { fieldMeta } from "../core/fields";

const ELEMENT = "must be a string, a number or a boolean";

/** Values that mean nothing by themselves; a change of them asks for something to be done again. */
export function triggers() {
  return z
    .array(z.union([z.string(), z.number(), z.boolean()], { error: ELEMENT }), {
      error: "must be a list of strings, numbers and booleans",
    })
    .default([])
    .register(fieldMeta, { managed: "always" });
}

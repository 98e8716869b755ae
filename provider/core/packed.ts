/**
 * A table of texts as one short text. Each of thousands of new resources carries the same table through the program, the
 * engine and the provider; as an object it would cost each of them the whole length of the table.
 */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { z } from "zod";
import { jsonOrUndefined } from "./json";

export type Table = Readonly<Record<string, string>>;

export function pack(table: Table): string {
  return deflateRawSync(JSON.stringify(table)).toString("base64");
}

/** A text that `pack` gave; those with the same text have one table. */
export const packedTable = z.string().transform((text, context): Table => {
  const known = tables.get(text);
  if (known) return known;
  const { data: table } = z.record(z.string(), z.string()).safeParse(unpack(text));
  if (!table) {
    context.addIssue("is not a packed table");
    return z.NEVER;
  }
  // A run has two of them.
  if (tables.size >= MOST_TABLES) tables.clear();
  tables.set(text, table);
  return table;
});

const MOST_TABLES = 8;
const tables = new Map<string, Table>();

function unpack(text: string): unknown {
  try {
    return jsonOrUndefined(inflateRawSync(Buffer.from(text, "base64")).toString());
  } catch {
    return undefined;
  }
}

import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The version of the package that this file is part of. */
export const version: string = (
  JSON.parse(readFileSync(join(__dirname, "..", "..", "package.json"), "utf8")) as { version: string }
).version;

import { readFileSync } from "node:fs";
import { join } from "node:path";

const DOCUMENT = join(__dirname, "..", "..", "CONTRIBUTING.md");

/** The files of the numbered list under a heading of CONTRIBUTING.md, in order. */
export function listedFiles(heading: string): string[] {
  const section = readFileSync(DOCUMENT, "utf8")
    .split(/^## /m)
    .find((text) => text.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`CONTRIBUTING.md has no heading ${heading}`);
  return [...section.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file = ""]) => file);
}

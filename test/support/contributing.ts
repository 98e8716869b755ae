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

/** The files that CONTRIBUTING.md names anywhere, made-up names aside. */
export function namedFiles(): string[] {
  const text = readFileSync(DOCUMENT, "utf8");
  const named = [...text.matchAll(/`((?:\w+\/)+\w+(?:\.\w+)+)`/g)].map(([, path = ""]) => path);
  return named.filter((path) => !/KIND|getX/.test(path));
}

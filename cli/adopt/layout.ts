/** Which file of the program each check stands in. */
import { createHash } from "node:crypto";
import { slugify } from "../../sdk/slugify";
import { grouped } from "./grouped";
import type { Adoption } from "./plan";
import { compare } from "./slugs";

/** All in `index.ts`; or a file for each tag, which `index.ts` imports. */
export type Layout = "one-file" | "per-tag";

/** Folder of the files by tag, beside `index.ts`. */
export const TAG_FOLDER = "checks";

/** The checks by the path of their file. A check with several tags stands with the alphabetically first. */
export function layOut(adoptions: readonly Adoption[], layout: Layout): Map<string, Adoption[]> {
  if (layout === "one-file") return new Map([["index.ts", [...adoptions]]]);
  const groups = grouped(adoptions, firstTag);
  const taken = new Set(["untagged"]);
  const named = [...groups.keys()]
    .filter((tag) => tag !== undefined)
    .sort(compare)
    .map((tag): [string, Adoption[]] => {
      const plain = slugOf(tag);
      const name = plain === undefined || taken.has(plain) ? `${plain ?? "tag"}-${fingerprint(tag)}` : plain;
      taken.add(name);
      return [path(name), groups.get(tag) ?? []];
    });
  const untagged = groups.get(undefined);
  if (untagged !== undefined) named.push([path("untagged"), untagged]);
  return new Map(named.sort(([a], [b]) => compare(a, b)));
}

function firstTag({ args }: Adoption): string | undefined {
  const tags = (args.tags ?? []) as string[];
  return [...tags].sort(compare)[0];
}

function path(name: string): string {
  return `${TAG_FOLDER}/${name}.ts`;
}

/** Letters of a tag that a file's name can hold on every system; undefined when there are none. */
function slugOf(tag: string): string | undefined {
  try {
    return slugify(tag);
  } catch {
    return undefined;
  }
}

function fingerprint(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}

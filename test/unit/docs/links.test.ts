import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

const ROOT = join(__dirname, "..", "..", "..");
const DOCUMENTS = [
  "README.md",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "bench/README.md",
  "provider/payments/refund/README.md",
  ...["docs", "docs/languages"].flatMap((folder) =>
    readdirSync(join(ROOT, folder)).flatMap((name) => (name.endsWith(".md") ? [`${folder}/${name}`] : [])),
  ),
];

/** A document without its samples of code, in which a `#` begins a comment and brackets are no link. */
const prose = (document: string): string =>
  readFileSync(join(ROOT, document), "utf8").replace(/^( *)```[\s\S]*?^\1```/gm, "");

/** The anchors that GitHub gives the headings of a document: the second of two alike ends in `-1`. */
function anchors(document: string): Set<string> {
  const found = new Set<string>();
  for (const [, heading = ""] of prose(document).matchAll(/^#+ +(.*?) *$/gm)) {
    const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const anchor = words.replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "").replaceAll(" ", "-");
    let next = anchor;
    for (let alike = 1; found.has(next); alike++) next = `${anchor}-${alike}`;
    found.add(next);
  }
  return found;
}

function isThere(document: string, target: string): boolean {
  const [path = "", anchor] = target.split("#");
  const file = path === "" ? document : normalize(join(dirname(document), path));
  if (!existsSync(join(ROOT, file))) return false;
  return anchor === undefined || !file.endsWith(".md") || anchors(file).has(anchor);
}

describe("links between documents", () => {
  it.each(DOCUMENTS)("lead somewhere from %s", (document) => {
    const targets = [...prose(document).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
    const inside = targets.filter((target) => !/^[a-z]+:/.test(target));
    expect(inside.filter((target) => !isThere(document, target))).toEqual([]);
  });

  it("know the anchor of a heading with code, and that of none", () => {
    expect([...anchors("docs/report.md")]).toContain("pulumi-checks-report");
    expect([...anchors("docs/maintenance.md")]).toContain("pulumi-up-and-drift-meanwhile");
    expect(isThere("docs/drift.md", "stacks.md#stamp")).toBe(false);
  });
});

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

const ROOT = join(__dirname, "..", "..", "..");
const { files } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { files: string[] };
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

/** The targets of a document's links to other documents and files. */
function linksOf(document: string): string[] {
  const targets = [...prose(document).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
  return targets.filter((target) => !/^[a-z]+:/.test(target));
}

/** Whether the package on npm has the file or folder. */
function isPacked(file: string): boolean {
  const isWithin = (folder: string) => `${file}/`.startsWith(`${folder}/`);
  const left = files.filter((one) => one.startsWith("!")).map((one) => one.slice(1));
  return ["README.md", ...files].some(isWithin) && !left.some(isWithin);
}

describe("links between documents", () => {
  it.each(DOCUMENTS)("lead somewhere from %s", (document) => {
    expect(linksOf(document).filter((target) => !isThere(document, target))).toEqual([]);
  });

  it.each(DOCUMENTS.filter(isPacked))("lead to a file of the package from its %s", (document) => {
    const linked = linksOf(document).map((target) =>
      normalize(join(dirname(document), target.split("#")[0] ?? "")),
    );
    // Both are for those who work on the package.
    const ofCheckout = ["CONTRIBUTING.md", "bench/README.md"];
    expect(
      linked.filter((file) => file !== dirname(document) && !isPacked(file) && !ofCheckout.includes(file)),
    ).toEqual([]);
  });

  it("know the anchor of a heading with code, and that of none", () => {
    expect([...anchors("docs/report.md")]).toContain("pulumi-checks-report");
    expect([...anchors("docs/maintenance.md")]).toContain("pulumi-up-and-drift-meanwhile");
    expect(isThere("docs/drift.md", "stacks.md#stamp")).toBe(false);
  });
});

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const ROOT = join(__dirname, "..", "..", "..");
const DOCUMENTS = [
  "README.md",
  "bench/README.md",
  "provider/payments/refund/README.md",
  ...["docs", "docs/languages"].flatMap((folder) =>
    readdirSync(join(ROOT, folder)).flatMap((name) => (name.endsWith(".md") ? [`${folder}/${name}`] : [])),
  ),
];

describe("links between documents", () => {
  it.each(DOCUMENTS)("lead somewhere from %s", (document) => {
    const text = readFileSync(join(ROOT, document), "utf8").replace(/```[\s\S]*?```/g, "");
    const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
    const inside = targets
      .filter((target) => !/^([a-z]+:|#)/.test(target))
      .map((target) => target.split("#")[0] ?? "");
    expect(inside.filter((target) => !existsSync(join(ROOT, dirname(document), target)))).toEqual([]);
  });
});

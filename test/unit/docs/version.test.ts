/** Where the version of the package stands beside `package.json`, for whoever raises it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(__dirname, "..", "..", "..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const { version } = JSON.parse(read("package.json")) as { version: string };

const FOLDERS = [
  "docs",
  "docs/languages",
  ...["examples", "templates"].flatMap((place) =>
    readdirSync(join(ROOT, place)).map((name) => `${place}/${name}`),
  ),
];
const inside = (folder: string) =>
  readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [`${folder}/${entry.name}`] : [],
  );
const files = ["README.md", ...FOLDERS.flatMap(inside)];

/** Versions in the names of a release's files, in what asks for the package, and in the options of a resource. */
function versionsIn(path: string): string[] {
  const subjects =
    /(?:pulumi[-_](?:resource-)?checks(?:-sdk-\w+|\.version|<\/artifactId>\s*<version)?|resource checks|^ +version)/;
  const number = /["^>=: v-]*(\d+\.\d+\.\d+)/;
  const lines = read(path).matchAll(new RegExp(subjects.source + number.source, "gm"));
  return [...lines].map(([, found = ""]) => found);
}
const naming = files.filter((path) => versionsIn(path).length > 0);

describe("the version of the package", () => {
  it("is in the documents what package.json says", () => {
    const documents = naming.filter((path) => path.endsWith(".md"));
    const others = documents.flatMap((path) => {
      return versionsIn(path).flatMap((found) => (found === version ? [] : [`${path}: ${found}`]));
    });
    expect(others).toEqual([]);
  });

  it("stands in the files that CONTRIBUTING.md tells to change", () => {
    const step = /^1\. Raise the version([\s\S]*?)^2\. /m.exec(read("CONTRIBUTING.md"))?.[1] ?? "";
    const told = [...step.matchAll(/`([\w/-]+\.\w+)`/g)].map(([, path]) => path);
    expect(told.sort()).toEqual(naming.sort());
  });
});

import { readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(__dirname, "..", "..", "..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const { version, peerDependencies, peerDependenciesMeta } = JSON.parse(read("package.json")) as {
  version: string;
  peerDependencies: Record<string, string>;
  peerDependenciesMeta: Record<string, { optional: boolean }>;
};
const needed = Object.entries(peerDependencies).filter(([name]) => !peerDependenciesMeta[name]?.optional);
const [major = 0, minor = 0] = version.split(".").map(Number);

describe("the templates for `pulumi new`", () => {
  it("ask for the package of this version in npm, and for the SDK that it needs", () => {
    const { dependencies } = JSON.parse(read("templates/typescript/package.json")) as {
      dependencies: Record<string, string>;
    };
    expect(dependencies).toEqual({ ...Object.fromEntries(needed), "pulumi-checks": `^${major}.${minor}.0` });
  });

  it("ask for the package of this version in Python", () => {
    expect(read("templates/python/requirements.txt").trim().split("\n")).toEqual([
      expect.stringMatching(/^pulumi>=3\.\d+\.0,<4\.0\.0$/),
      `pulumi_checks>=${major}.${minor}.0,<${major}.${minor + 1}.0`,
    ]);
  });
});

import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { script } from "../../support/scripts/script";

const { removeUnfinished, replaceDist, sourceHash } = script<{
  removeUnfinished(own: string): void;
  replaceDist(dist: string, fresh: string, old: string): void;
  sourceHash(root: string): string;
}>("setup/compile.mjs");
const { isInstalled } = script<{ isInstalled(root: string): boolean }>("setup/install.mjs");

describe("what set-up compares before it works", () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "pulumi-checks-stamp test-"));
    mkdirSync(join(root, "sdk", "deep"), { recursive: true });
    write("tsconfig.json", JSON.stringify({ include: ["sdk", "not there"] }));
    write("package.json", JSON.stringify({ description: "a" }));
    write("package-lock.json", JSON.stringify(LOCK));
    write("sdk/index.ts", "a");
    write("sdk/deep/b.ts", "b");
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const LOCK = {
    packages: {
      "": { version: "0.1.0" },
      "node_modules/a": { version: "1.0.0", integrity: "x" },
      "node_modules/other-system": { version: "2.0.0", integrity: "y", optional: true },
    },
  };
  const write = (name: string, text: string) => writeFileSync(join(root, name), text);
  const filesIn = (folder: string) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => statSync(join(root, folder, name)).isFile())
      .sort();
  const hash = () => sourceHash(root);

  it("the sources: any change of a name or a content, and nothing else", () => {
    const before = hash();
    write("sdk/notes.md", "not a source");
    expect(hash()).toBe(before);
    write("sdk/deep/b.ts", "B");
    const changed = hash();
    expect(changed).not.toBe(before);
    rmSync(join(root, "sdk/deep/b.ts"));
    write("sdk/deep/c.ts", "B");
    expect(hash()).not.toBe(changed);
  });

  it("what the schema tells of the package, and the scripts that make the library", () => {
    const before = hash();
    write("package.json", JSON.stringify({ description: "b" }));
    const described = hash();
    expect(described).not.toBe(before);
    mkdirSync(join(root, "scripts", "setup"), { recursive: true });
    write("scripts/setup/inline.mjs", "a");
    expect(hash()).not.toBe(described);
  });

  it("a library that is made anew keeps the SDKs and the release that stand beside it", () => {
    for (const folder of ["dist/sdks/go", "dist/release", "dist/sdk", "work/new/sdk"])
      mkdirSync(join(root, folder), { recursive: true });
    write("dist/sdks/go/go.mod", "module");
    write("dist/release/SHA256SUMS", "sums");
    write("dist/sdk/old.js", "old");
    write("work/new/sdk/new.js", "new");
    replaceDist(join(root, "dist"), join(root, "work", "new"), join(root, "work", "old"));
    expect(filesIn("dist")).toEqual(["release/SHA256SUMS", "sdk/new.js", "sdks/go/go.mod"]);
  });

  it("removes what a compiler that was killed left, and nothing of one that slept", () => {
    const slept = `dist-${process.pid}-Abc123`;
    // No system has a process of that number.
    const killed = `dist-${2 ** 31 - 1}-Def456`;
    for (const folder of [`${slept}/new`, `${killed}/new`, "dist-Ghi789", "release-x"])
      mkdirSync(join(root, ".state", folder), { recursive: true });
    write(`.state/${killed}/new/a.js`, "a");
    write(".state/set-up.lock", "held");
    removeUnfinished(join(root, ".state"));
    expect(readdirSync(join(root, ".state")).sort()).toEqual([slept, "release-x", "set-up.lock"]);
  });

  it("the packages: the stamp, or npm's own list after an install by hand", () => {
    expect(isInstalled(root)).toBe(false);
    mkdirSync(join(root, "node_modules"));
    const installed = (version: string) =>
      write(
        "node_modules/.package-lock.json",
        JSON.stringify({ packages: { "node_modules/a": { version, integrity: "x" } } }),
      );
    installed("0.9.0");
    expect(isInstalled(root)).toBe(false);
    installed("1.0.0");
    expect(isInstalled(root)).toBe(true);
    rmSync(join(root, "node_modules/.package-lock.json"));
    expect(isInstalled(root)).toBe(true);
    write("package-lock.json", JSON.stringify({ ...LOCK, changed: true }));
    expect(isInstalled(root)).toBe(false);
  });
});

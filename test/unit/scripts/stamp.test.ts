import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { script } from "../../support/scripts/script";

const { sourceHash } = script<{ sourceHash(root: string): string }>("setup/compile.mjs");
const { isInstalled } = script<{ isInstalled(root: string): boolean }>("setup/install.mjs");

describe("what set-up compares before it works", () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "pulumi-checks-stamp test-"));
    mkdirSync(join(root, "sdk", "deep"), { recursive: true });
    write("tsconfig.json", JSON.stringify({ include: ["sdk", "not there"] }));
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

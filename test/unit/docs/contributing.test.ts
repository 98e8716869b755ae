/** What CONTRIBUTING.md says of files. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { listedFiles, namedFiles } from "../../support/contributing";
import { SCRIPTS, script } from "../../support/scripts/script";

const ROOT = join(SCRIPTS, "..");
const { productFiles } = script<{ productFiles(root: string): string[] }>("imports/graph.mjs");

describe("CONTRIBUTING.md", () => {
  it("names files that exist, made-up names aside", () => {
    // Those of dist/ are there once it is built: a contract test looks for them.
    const named = namedFiles().filter((path) => !path.startsWith("dist/"));
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it("lists every file that a field of a check stands in", () => {
    const files = productFiles(ROOT).filter((file) => !file.startsWith("emulator/"));
    const naming = (field: string) =>
      files.filter((file) => new RegExp(`\\b${field}\\b`).test(readFileSync(join(ROOT, file), "utf8")));
    // Fields without a meaning of their own to the product: it only carries them.
    for (const field of ["startKw", "start_kw", "filterBody", "filter_body"]) {
      expect({ field, files: naming(field) }).toEqual({ field, files: listedFiles("Add a field") });
    }
  });

  it("lists at most six files for a resource", () => {
    expect(listedFiles("Add a resource").length).toBeLessThanOrEqual(6);
  });
});

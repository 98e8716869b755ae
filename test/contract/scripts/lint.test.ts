import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SCRIPTS } from "../../support/scripts/script";

const ROOT = join(SCRIPTS, "..");
const BIOME = join(ROOT, "node_modules", "@biomejs", "biome", "bin", "biome");

it.each([
  ["only", "noFocusedTests"],
  ["skip", "noSkippedTests"],
])("the linter lets no test pass that says `.%s`, which leaves tests out", (word, rule) => {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-checks-lint-"));
  try {
    copyFileSync(join(ROOT, "biome.json"), join(folder, "biome.json"));
    writeFileSync(join(folder, "some.test.ts"), `it.${word}("works", () => {});\n`);
    const { status, stderr } = spawnSync(process.execPath, [BIOME, "lint", "."], {
      cwd: folder,
      encoding: "utf8",
    });
    expect(stderr).toContain(`lint/suspicious/${rule}`);
    expect(status).toBe(1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** That the linter's rules find what they forbid. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { SCRIPTS } from "../../support/scripts/script";

const ROOT = join(SCRIPTS, "..");

/** Files of a made-up product, with what each imports. */
const PRODUCT: Record<string, string[]> = {
  "schedule/index.ts": ["schedule/deep/er/piece"],
  "schedule/deep/er/piece.ts": [],
  "provider/index.ts": ["provider/hosts/host"],
  "provider/core/wire.ts": ["provider/http/client"],
  "provider/core/one.ts": ["provider/core/other"],
  "provider/core/other.ts": ["provider/core/one"],
  "provider/http/client.ts": [],
  "provider/hosts/host.ts": ["provider/monitor/api", "provider/payments/api"],
  "provider/monitor/api.ts": ["provider/http/client", "schedule/index"],
  "provider/payments/api.ts": ["provider/monitor/api"],
  "sdk/payments/index.ts": ["provider/payments/api", "provider/monitor/api"],
  "sdk/index.ts": ["sdk/payments/index", "emulator/index"],
  "emulator/index.ts": ["emulator/monitor/check"],
  "emulator/monitor/check.ts": ["provider/core/wire", "schedule/index"],
  "cli/main.ts": ["cli/drift/command", "cli/report/command", "cli/emulator/command"],
  "cli/words.ts": ["cli/drift/command"],
  "cli/drift/command.ts": ["cli/drift/formats/text", "cli/report/command"],
  "cli/drift/formats/text.ts": ["provider/monitor/api"],
  "cli/report/command.ts": [],
  "cli/emulator/command.ts": ["emulator/index"],
};

it("the linter finds each import that goes up, in a circle, or between what stands apart", () => {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-checks-layers-"));
  try {
    writeFileSync(join(folder, "tsconfig.json"), "{}");
    for (const [file, imports] of Object.entries(PRODUCT)) {
      mkdirSync(join(folder, dirname(file)), { recursive: true });
      const up = file.split("/").slice(1).fill("..").join("/") || ".";
      writeFileSync(join(folder, file), imports.map((to) => `import "${up}/${to}";\n`).join(""));
    }
    expect(violations(folder)).toEqual([
      "downwards: cli/drift/command.ts -> cli/report/command.ts",
      "downwards: cli/words.ts -> cli/drift/command.ts",
      "downwards: provider/core/wire.ts -> provider/http/client.ts",
      "downwards: provider/payments/api.ts -> provider/monitor/api.ts",
      "emulator-is-optional: sdk/index.ts -> emulator/index.ts",
      "emulator-is-the-witness: emulator/monitor/check.ts -> provider/core/wire.ts",
      "no-circle: provider/core/one.ts -> provider/core/other.ts",
      "wings-apart: provider/payments/api.ts -> provider/monitor/api.ts",
      "wings-apart: sdk/payments/index.ts -> provider/monitor/api.ts",
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

function violations(folder: string): string[] {
  const depcruise = join(ROOT, "node_modules", "dependency-cruiser", "bin", "dependency-cruise.mjs");
  const config = join(ROOT, ".dependency-cruiser.mjs");
  const options = ["--config", config, "--output-type", "json"];
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [depcruise, ...options, "schedule", "provider", "sdk", "emulator", "cli"],
    { cwd: folder, encoding: "utf8" },
  );
  expect(stderr).toBe("");
  const { summary } = JSON.parse(stdout) as {
    summary: { violations: { rule: { name: string }; from: string; to: string }[] };
  };
  return [
    ...new Set(summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)),
  ].sort();
}

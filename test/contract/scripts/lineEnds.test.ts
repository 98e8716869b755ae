import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { itUnless, lackOf } from "../../support/unless";

const ROOT = join(__dirname, "..", "..", "..");

describe("the wrappers of the plugin, as git checks them out", () => {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-checks-lines-"));
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "core.autocrlf=true", ...args], { cwd: folder });
  afterAll(() => rmSync(folder, { recursive: true }));

  itUnless(lackOf("git"), "have the line ends of their own systems, also on Windows", () => {
    for (const path of [".gitattributes", "plugin"])
      cpSync(join(ROOT, path), join(folder, path), { recursive: true });
    git("init", "--quiet");
    git("add", ".");
    rmSync(join(folder, "plugin"), { recursive: true });
    git("checkout-index", "--all", "--force");
    const read = (name: string) => readFileSync(join(folder, "plugin", name), "utf8");
    expect(read("pulumi-resource-checks")).not.toContain("\r");
    expect(read("pulumi-resource-checks.cmd")).not.toMatch(/(?<!\r)\n/);
  });
});

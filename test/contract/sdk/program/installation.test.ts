import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inNode } from "../../../support/scripts/inNode";

/** What the package says, in a process without jest's own way to find modules. */
function isProviderFound(folder: string): boolean {
  return inNode(`
    const { build } = await import("esbuild");
    const { outputFiles } = await build({
      entryPoints: ["../sdk/program/installation.ts"],
      bundle: true, platform: "node", packages: "external", write: false,
    });
    const installation = { exports: {} };
    const { createRequire } = await import("node:module");
    const load = createRequire(import.meta.url);
    new Function("module", "require", "__dirname", outputFiles[0].text)(installation, load, process.cwd());
    return installation.exports.isProviderFound(${JSON.stringify(folder)});
  `);
}

describe("the provider of a project", () => {
  const project = mkdtempSync(join(tmpdir(), "installation-"));
  afterAll(() => rmSync(project, { recursive: true }));

  /** Installs a stand-in of the package. */
  const install = (...folders: string[]) => {
    const place = join(project, ...folders, "node_modules", "pulumi-checks");
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, "package.json"), '{ "exports": { "./provider": "./provider.js" } }');
    writeFileSync(join(place, "provider.js"), "");
  };

  it("is found in its folder or above it, and not in that of a library alone", () => {
    const program = join(project, "infra");
    mkdirSync(program);
    install("infra", "node_modules", "company-library");
    expect(isProviderFound(program)).toBe(false);
    install();
    expect(isProviderFound(program)).toBe(true);
  });
});

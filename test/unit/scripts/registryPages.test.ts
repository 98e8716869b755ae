import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { SCRIPTS, script } from "../../support/scripts/script";

const ROOT = join(SCRIPTS, "..");
const { registryPages } = script<{ registryPages(root: string, schema: object): Record<string, string> }>(
  "release/registry.mjs",
);
const read = (name: string) => readFileSync(join(ROOT, name), "utf8");

describe("the pages for Pulumi's registry", () => {
  const pages = registryPages(ROOT, {
    displayName: "Checks",
    description: 'Says: "checks".',
    config: {
      variables: { url: { description: "One | two\nlines." }, apiKey: { description: "Key.", secret: true } },
    },
  });
  const headOf = (page = "") => parse(page.split("---\n")[1] ?? "") as object;

  it("have the head that it reads", () => {
    expect(headOf(pages["_index.md"])).toEqual({
      title: "Checks",
      meta_desc: 'Says: "checks".',
      layout: "package",
    });
    expect(headOf(pages["installation-configuration.md"])).toMatchObject({
      title: "Checks Installation & Configuration",
      layout: "package",
    });
  });

  it("show programs that the tests run, every way to the plugin, and every setting", () => {
    expect(pages["_index.md"]).toContain('import { Check, hours, minutes } from "pulumi-checks";');
    expect(pages["_index.md"]).toContain("type: checks:Check");
    const page = pages["installation-configuration.md"];
    for (const way of ["npm install", "--file", "--server", "pluginDownloadURL", "export PATH"])
      expect(page).toContain(way);
    expect(page).toContain("| `checks:url` | One \\| two lines. |\n| `checks:apiKey` (secret) | Key. |");
  });

  it("lead nowhere inside of this repository, which the registry does not have", () => {
    const targets = Object.values(pages).flatMap((page) => [...page.matchAll(/\]\((?!https?:)([^)]+)\)/g)]);
    expect(targets.map(([link]) => link)).toEqual([]);
  });

  it("name the version that is being made", () => {
    const { version } = JSON.parse(read("package.json")) as { version: string };
    const named = [...read("docs/plugin.md").matchAll(/(?:checks |checks-v|version: )(\d+\.\d+\.\d+)/g)];
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter(([, one]) => one !== version)).toEqual([]);
  });
});

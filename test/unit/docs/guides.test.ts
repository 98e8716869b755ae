/** What the guides say, beside what they say it of. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { graceSentence } from "../../../cli/advise/sentences";
import { blocks, ROOT } from "../../support/readme";

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

describe("the policy pack of docs/policy.md", () => {
  const pack = blocks("docs/policy.md").filter(({ heading }) => heading === "A pack");
  const shown = (language: string) => pack.find((block) => block.language === language)?.code ?? "";

  it("has what the engine starts it by, as the example has it", () => {
    const {
      name,
      version,
      private: isPrivate,
      main,
    } = JSON.parse(read("examples/policy-pack/package.json")) as Record<string, unknown>;
    expect(JSON.parse(shown("json") || "{}")).toEqual({ name, version, private: isPrivate, main });
    expect(shown("yaml")).toBe(`# PulumiPolicy.yaml\n${read("examples/policy-pack/PulumiPolicy.yaml")}`);
  });
});

describe("the commands of docs/plugin.md", () => {
  it("find the checkout from one folder, within a block", () => {
    const places = blocks("docs/plugin.md").map(({ code }) => [
      ...new Set([...code.matchAll(/(?<=[ =]|\$PWD\/)((?:\.\.\/)*)pulumi-checks\//g)].map(([, way]) => way)),
    ]);
    expect(places.flat().length).toBeGreaterThan(1);
    expect(places.filter((ways) => ways.length > 1)).toEqual([]);
  });
});

describe("the JSON of `pulumi-checks report`", () => {
  it("has each of its parts in the table of docs/report.md", () => {
    const section =
      read("docs/report.md")
        .split(/^### /m)
        .find((text) => text.startsWith("JSON\n")) ?? "";
    const told = [...section.matchAll(/^\| (`.*?) +\|/gm)].flatMap(
      ([, names = ""]) => names.match(/[a-zA-Z]+/g) ?? [],
    );
    const document = JSON.parse(read("test/unit/cli/report/fixtures/sample.json")) as object;
    expect([...new Set(told)].sort()).toEqual(Object.keys(document).sort());
  });
});

describe("the sample of docs/advise.md", () => {
  it("says it as the command does", () => {
    const advice = graceSentence({ from: 300, to: 1_800, falseNow: 7, falseThen: 0, runs: 98 });
    expect(read("docs/advise.md")).toContain(`\n  grace  ${advice}\n`);
  });
});

/** "Add a resource" of CONTRIBUTING.md, carried out on a copy of the sources: the six files that it lists are enough. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { copyWithKind } from "../../support/scripts/kindCopy";
import { script } from "../../support/scripts/script";
import type { SourceCopy } from "../../support/scripts/sourceCopy";

const PROGRAM = `
import type * as pulumi from "@pulumi/pulumi";
import { Label } from "./index";
export const label = new Label("night", { title: "night" });
export const known: pulumi.Output<string>[] = [label.uuid, label.colour];
// @ts-expect-error a label says something
new Label("none", {});
`;

describe("a kind of resource that is added by the list", () => {
  let copy: SourceCopy;
  beforeAll(() => {
    copy = copyWithKind(PROGRAM);
  }, 180_000);
  afterAll(() => copy?.remove());

  const compiled = <T>(path: string) => require(join(copy.folder, "dist", path)) as T;

  it("is served by both hosts, under names that states can keep", () => {
    const { label } = compiled<{ label: object }>("provider/index.js");
    expect(label).toMatchObject({ create: expect.any(Function) });
    const { declared } = compiled<{ declared: Map<string, { stables: string[] }> }>(
      "provider/hosts/plugin/served.js",
    );
    expect(declared.get("checks:index:Label")).toMatchObject({ stables: ["uuid"] });
  });

  it("is validated, and gets its defaults", () => {
    type Outcome = { inputs: object; problems: { property: string }[] };
    const { definitions } = compiled<{ definitions: { label: object } }>("provider/hosts/definitions.js");
    const { validate } = compiled<{ validate(of: object, inputs: object): Outcome }>(
      "provider/core/validation.js",
    );
    expect(validate(definitions.label, { title: "night" })).toEqual({
      inputs: { title: "night", colour: "grey" },
      problems: [],
    });
    expect(validate(definitions.label, {}).problems).toMatchObject([{ property: "title" }]);
  });

  it("is a kind whose drift the command line looks at", () => {
    const { definitionOf } = compiled<{ definitionOf(kind: string): object }>("cli/stacks/row.js");
    expect(definitionOf("Label")).toMatchObject({ kind: "Label" });
  });

  it("stands in the schema of the plugin, with the words of its fields", () => {
    type Properties = Record<string, { description: string; willReplaceOnChanges?: boolean }>;
    const { resources } = JSON.parse(readFileSync(copy.schema, "utf8")) as {
      resources: Record<string, { inputProperties: Properties; requiredInputs: string[]; aliases: object[] }>;
    };
    expect(resources["checks:index:Label"]).toMatchObject({
      description: "A label for checks.",
      inputProperties: {
        title: {
          description: "What it says, at most 20 characters. Changing it makes a new label.",
          willReplaceOnChanges: true,
        },
        colour: { description: 'Its colour on a wall of screens. Default: `"grey"`.' },
      },
      requiredInputs: ["title"],
      aliases: [{ type: "pulumi-nodejs:dynamic/checks:Label" }],
    });
  });

  it("has its tables once `npm run reference` has run", () => {
    const made = script<{ tables(root: string): Record<string, string> }>("reference/tables.mjs").tables(
      copy.folder,
    );
    expect(made["Label inputs"]).toContain(
      '| `colour` | `string` | `"grey"` | Its colour on a wall of screens. |',
    );
    expect(made["Label outputs"]).toContain("| `uuid` | UUID of the label. |");
  });
});

/** "Add a field" of CONTRIBUTING.md, carried out on a copy of the sources: everything follows from the one file it lists. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { copyWithField } from "../../support/scripts/fieldCopy";
import { script } from "../../support/scripts/script";
import type { SourceCopy } from "../../support/scripts/sourceCopy";

const PROGRAM = `
import type * as pulumi from "@pulumi/pulumi";
import { Check, getCheck } from "./index";
export const check = new Check("backup", { slug: "backup", colour: "red" });
export const colour: pulumi.Output<string> = check.colour;
export const found: Promise<string> = getCheck({ slug: "backup" }).then((one) => one.colour);
// @ts-expect-error a colour is a text
new Check("other", { slug: "other", colour: 5 });
`;

describe("a field that is added by the list", () => {
  let copy: SourceCopy;
  beforeAll(() => {
    copy = copyWithField(PROGRAM);
  }, 180_000);
  afterAll(() => copy?.remove());

  const compiled = <T>(path: string) => require(join(copy.folder, "dist", "provider", path)) as T;

  it("has a type, a default, a limit, and a name on the wire in both directions", () => {
    type Values = Record<string, unknown>;
    const { definitions } = compiled<{ definitions: { check: { fields: object } } }>("hosts/definitions.js");
    const { validate } = compiled<{
      validate(of: object, inputs: Values): { inputs: Values; problems: { property: string }[] };
    }>("core/validation.js");
    const { liveValues, toWire } = compiled<{
      liveValues(fields: object, live: Values): Values;
      toWire(fields: object, values: Values): Values;
    }>("core/wire.js");
    const { check } = definitions;
    const { inputs, problems } = validate(check, { slug: "backup" });
    expect({ problems, body: toWire(check.fields, inputs) }).toMatchObject({
      problems: [],
      body: { wall_colour: "grey" },
    });
    expect(validate(check, { slug: "backup", colour: "x".repeat(21) }).problems).toMatchObject([
      { property: "colour" },
    ]);
    expect(liveValues(check.fields, { wall_colour: "red" })).toEqual({ colour: "red" });
  });

  it("stands in the table of the README once `npm run reference` has run", () => {
    const { tables } = script<{ tables(root: string): Record<string, string> }>("reference/tables.mjs");
    expect(tables(copy.folder)["Check inputs"]).toContain(
      '| `colour` | `string` | `"grey"` | Colour of the check on a wall of screens. At most 20 characters. |',
    );
  });

  it("stands in the schema of the plugin, as an input and as an output, with its words and its default", () => {
    type Properties = Record<string, { type?: string; description?: string }>;
    const { resources } = JSON.parse(readFileSync(copy.schema, "utf8")) as {
      resources: Record<string, { inputProperties: Properties; properties: Properties }>;
    };
    const { inputProperties, properties } = resources["checks:index:Check"] ?? {};
    const words = "Colour of the check on a wall of screens. At most 20 characters.";
    expect(inputProperties?.colour).toEqual({ type: "string", description: `${words} Default: \`"grey"\`.` });
    expect(properties?.colour).toEqual({ type: "string", description: words });
  });
});

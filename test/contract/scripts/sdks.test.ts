/** The SDKs that are made of the schema: what they are called in, and what they hold. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { whyNot } from "../../support/languages";
import { inNode } from "../../support/scripts/inNode";
import { SCRIPTS, script } from "../../support/scripts/script";
import { describeUnless } from "../../support/unless";

jest.setTimeout(900_000);

const ROOT = join(SCRIPTS, "..");
const SCHEMA = join(ROOT, "dist", "provider", "hosts", "plugin", "schema.json");

interface Shape {
  properties: Record<string, object>;
}
interface Schema {
  resources: Record<
    string,
    Shape & { inputProperties: Record<string, object>; methods?: Record<string, string> }
  >;
  functions: Record<string, { inputs: Shape; outputs: Shape }>;
  types: Record<string, Shape>;
}
interface Spelling {
  property(key: string): string;
  lookUp(name: string): string[];
  resource(kind: string): string;
  method(name: string): string;
}

describeUnless(whyNot("go"), "an SDK that is made of the schema", () => {
  const schema = JSON.parse(readFileSync(SCHEMA, "utf8")) as Schema;
  const { SPELLINGS } = script<{ SPELLINGS: Record<string, Spelling> }>("reference/spellings.mjs");
  const made: Record<string, string> = {};
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "pulumi-checks-sdk-"));
    for (const language of ["python", "go"]) {
      const target = join(folder, language);
      mkdirSync(target);
      inNode(
        `const { generate } = await import("./sdks/sdks.mjs");
         const { generator } = await import("./sdks/generator.mjs");
         await generate(await generator(), ...${JSON.stringify([SCHEMA, language, target])});`,
      );
      made[language] = textIn(target);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(["python", "go"])(
    "has in %s each resource, method, function and property as the reference spells it",
    (language) => {
      const { property, lookUp, resource, method } = SPELLINGS[language] as Spelling;
      const text = made[language] ?? "";
      const names = (words: string) => words.replace(/^checks\./, "").match(/^\w+/)?.[0];
      const methods = Object.values(schema.resources).flatMap((one) => Object.keys(one.methods ?? {}));
      const functions = Object.entries(schema.functions).filter(([token]) => !token.includes("/"));
      const shapes = [
        ...Object.values(schema.resources).flatMap((one) => [one.properties, one.inputProperties]),
        ...functions.flatMap(([, one]) => [one.inputs.properties, one.outputs.properties]),
        ...Object.values(schema.types).map((one) => one.properties),
      ];
      const wanted = [
        ...Object.keys(schema.resources).map((token) => names(resource(nameOf(token)))),
        ...functions.flatMap(([token]) => lookUp(nameOf(token)).map(names)),
        ...methods.map((name) => /\.(\w+)\(/.exec(method(name))?.[1]),
        ...shapes.flatMap((one) => Object.keys(one).map(property)),
      ];
      expect(methods).toEqual(["pause", "resume"]);
      expect(wanted.length).toBeGreaterThan(100);
      expect(wanted.filter((word) => !new RegExp(`\\b${word}\\b`).test(text))).toEqual([]);
    },
  );

  it("is refused for a language that there is no generator for, and for a schema that is none", () => {
    const generate = (schemaFile: string, language: string) =>
      inNode<string>(
        `const { generate } = await import("./sdks/sdks.mjs");
         const { generator } = await import("./sdks/generator.mjs");
         return generate(await generator(), ...${JSON.stringify([schemaFile, language, folder])})
           .then(() => "made", ({ message }) => message.split("\\n")[0]);`,
      );
    expect(generate(SCHEMA, "cobol")).toBe(
      "The schema makes no SDK for cobol: there is no generator for cobol",
    );
    expect(generate(join(ROOT, "LICENSE"), "python")).toMatch(
      /^The schema makes no SDK for python: invalid character/,
    );
  });
});

const nameOf = (token: string) => String(token.split(":").at(-1));

/** The sources of an SDK, all together. */
function textIn(folder: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => /\.(?:py|go)$/.test(name))
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n");
}

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
  properties: Record<string, { secret?: boolean }>;
}
interface Resource extends Shape {
  inputProperties: Shape["properties"];
  requiredInputs: string[];
  isComponent?: boolean;
  methods?: Record<string, string>;
}
interface Schema {
  resources: Record<string, Resource>;
  functions: Record<string, { inputs: Shape; outputs: Shape }>;
  types: Record<string, Shape>;
}
interface Spelling {
  property(key: string): string;
  lookUp(name: string, part: string): string[];
  resource(kind: string, part: string): string;
  method?(name: string): string;
  argument?(type: string): string;
}

const LANGUAGES = ["python", "go", "java", "csharp"];

describeUnless(whyNot("go"), "an SDK that is made of the schema", () => {
  const schema = JSON.parse(readFileSync(SCHEMA, "utf8")) as Schema;
  const { SPELLINGS } = script<{ SPELLINGS: Record<string, Spelling> }>("reference/spellings.mjs");
  const made: Record<string, string> = {};
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "pulumi-checks-sdk-"));
    for (const language of LANGUAGES) {
      const target = join(folder, language);
      mkdirSync(target);
      inNode(
        `const { generate } = await import("./sdks/sdks.mjs");
         const { generator } = await import("./sdks/generator.mjs");
         await generate(await generator("${language}"), ...${JSON.stringify([SCHEMA, language, target])});`,
      );
      made[language] = textIn(target);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(LANGUAGES)(
    "has in %s each resource, method, function and property as the reference spells it",
    (language) => {
      const { property, lookUp, resource, method, argument } = SPELLINGS[language] as Spelling;
      const text = made[language] ?? "";
      const names = (words: string) => words.match(/\w+/g) ?? [];
      const methods = Object.values(schema.resources).flatMap((one) => Object.keys(one.methods ?? {}));
      const functions = Object.entries(schema.functions).filter(([token]) => !token.includes("/"));
      const shapes = [
        ...Object.values(schema.resources).flatMap((one) => [one.properties, one.inputProperties]),
        ...functions.flatMap(([, one]) => [one.inputs.properties, one.outputs.properties]),
        ...Object.values(schema.types).map((one) => one.properties),
      ];
      const wanted = [
        ...Object.keys(schema.resources).flatMap((token) => names(resource(nameOf(token), partOf(token)))),
        ...functions.flatMap(([token]) => lookUp(nameOf(token), partOf(token)).flatMap(names)),
        ...["Merchant", "PaymentsConfigScreen"].flatMap((type) => names(argument?.(type) ?? "none")),
        ...methods.flatMap((name) => (method ? [/\.(\w+)\(/.exec(method(name))?.[1]] : [])),
        ...shapes.flatMap((one) => Object.keys(one).map(property)),
      ];
      expect(methods).toEqual(["pause", "resume"]);
      expect(wanted.length).toBeGreaterThan(100);
      expect(wanted.filter((word) => !new RegExp(`\\b${word}\\b`).test(text))).toEqual([]);
    },
  );

  it("declares in C#, which no test compiles, what each resource and function asks for and what is secret", () => {
    const sourceOf = (token: string) => {
      const [, part = "", name = ""] = token.split(":");
      const place = part === "index" ? [] : [part.charAt(0).toUpperCase() + part.slice(1)];
      const file = `${name.charAt(0).toUpperCase()}${name.slice(1)}.cs`;
      return readFileSync(join(folder, "csharp", ...place, file), "utf8");
    };
    const inSchema = (shape: Shape["properties"], isMeant: (key: string) => unknown = () => true) =>
      Object.keys(shape).filter(isMeant).sort();
    const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, key]) => key).sort();

    for (const [token, one] of Object.entries(schema.resources)) {
      const text = sourceOf(token);
      const [, secrets = ""] = /AdditionalSecretOutputs =\s*\{([^}]*)\}/.exec(text) ?? [];
      // A component has no such option in C#: its outputs come as secrets.
      const mayBeMarked = (key: string) => one.properties[key]?.secret && !one.isComponent;
      expect(text).toContain(`[ChecksResourceType("${token}")]`);
      expect(text.includes("AdditionalSecretOutputs")).toBe(secrets !== "");
      expect({
        token,
        inputs: found(text, /\[Input\("(\w+)"/g),
        required: found(text, /\[Input\("(\w+)", required: true\)\]/g),
        outputs: found(text, /\[Output\("(\w+)"\)\]/g),
        secretInputs: found(text, /_(\w+) = Output\.Tuple<.*emptySecret/g),
        secretOutputs: found(secrets, /"(\w+)"/g),
      }).toEqual({
        token,
        inputs: inSchema(one.inputProperties),
        required: [...one.requiredInputs].sort(),
        outputs: inSchema(one.properties),
        secretInputs: inSchema(one.inputProperties, (key) => one.inputProperties[key]?.secret),
        secretOutputs: inSchema(one.properties, mayBeMarked),
      });
    }
    const functions = Object.entries(schema.functions).filter(([token]) => !token.includes("/"));
    for (const [token, { inputs, outputs }] of functions) {
      const text = sourceOf(token);
      expect(text).toContain(`"${token}"`);
      expect([...new Set(found(text, /\[Input\("(\w+)"/g))]).toEqual(inSchema(inputs.properties));
      for (const key of Object.keys(outputs.properties))
        expect(text).toMatch(new RegExp(`public readonly .* ${SPELLINGS.csharp?.property(key)};`));
    }
  });

  it("is for Java the sources alone, with what builds them, where there is no JDK", () => {
    const target = JSON.stringify(join(folder, "java"));
    const isWhole = inNode<boolean>(
      `process.env.PATH = "/nowhere";
       const { finishJava, isWhole } = await import("./sdks/java.mjs");
       await finishJava(${target}, { version: "1.2.3" });
       return isWhole(${target});`,
    );
    expect(isWhole).toBe(true);
    expect(readdirSync(join(folder, "java")).sort()).toEqual([
      ".gitattributes",
      "README.md",
      "pom.xml",
      "src",
    ]);
    const pom = readFileSync(join(folder, "java", "pom.xml"), "utf8");
    expect(pom).toContain("<version>1.2.3</version>");
    expect(pom).not.toMatch(/@\w+@/);
  });

  it("is refused for a language that there is no generator for, and for a schema that is none", () => {
    const generate = (schemaFile: string, language: string) =>
      inNode<string>(
        `const { generate } = await import("./sdks/sdks.mjs");
         const { generator } = await import("./sdks/generator.mjs");
         return generate(await generator("go"), ...${JSON.stringify([schemaFile, language, folder])})
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
const partOf = (token: string) => String(token.split(":")[1]).replace(/^index$/, "");

/** The sources of an SDK, all together. */
function textIn(folder: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => /\.(?:py|go|java|cs)$/.test(name))
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n");
}

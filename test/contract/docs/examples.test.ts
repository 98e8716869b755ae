import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compilerErrors } from "../../support/userProject";

const ROOT = join(__dirname, "..", "..", "..");
/** An example need not use what all of them import. */
const AS_EXAMPLES = { module: "preserve", moduleResolution: "bundler", noUnusedLocals: false };
/** What an example may take as given. */
const GIVEN: Record<string, string> = { backup: "Check" };

/** Every piece of TypeScript that a user can read: whole projects, and what stands in docstrings, the README and the guides. */
function examples(): { name: string; code: string }[] {
  const sources = filesBelow("sdk", ".ts").concat(filesBelow("emulator", "index.ts"));
  const documents = ["README.md", ...filesBelow("docs", ".md")];
  const projects = filesBelow("examples", "index.ts").map((file) => ({
    name: file,
    code: readFileSync(join(ROOT, file), "utf8"),
  }));
  const quoted = [...sources, ...documents].flatMap((file) =>
    [...readFileSync(join(ROOT, file), "utf8").matchAll(/^([ *]*)```ts\n([\s\S]*?)^[ *]*```$/gm)].map(
      ([, margin = "", code = ""], index) => ({
        name: `${file} (${index + 1})`,
        code: code.replaceAll(new RegExp(`^${margin.trimEnd().replaceAll("*", "\\*")} ?`, "gm"), ""),
      }),
    ),
  );
  return [...projects, ...quoted];
}

function filesBelow(folder: string, ending: string): string[] {
  try {
    const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" });
    return names.filter((name) => name.endsWith(ending)).map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/** An example that imports nothing sees all of the library, and the resources that the text around it made. */
function asModule(code: string): string {
  if (/^import /m.test(code)) return `${code}\nexport {};`;
  const exported = Object.keys(require(join(ROOT, "sdk")) as object).filter(
    (name) => !code.includes(`const ${name} `),
  );
  const given = Object.entries(GIVEN).filter(([name]) => !new RegExp(`const ${name}\\b`).test(code));
  const declared = given.map(([name, type]) => `declare const ${name}: import("pulumi-checks").${type};`);
  return `import { ${exported.join(", ")} } from "pulumi-checks";\n${declared.join("\n")}\n${code}\nexport {};`;
}

describe("the examples that a user reads", () => {
  const all = examples();

  it("are found in docstrings and documents", () => {
    expect(all.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        "examples/kubernetes/index.ts",
        "README.md (1)",
        "sdk/monitor/check.ts (1)",
        "sdk/monitor/functions/getFlips.ts (1)",
      ]),
    );
  });

  it("compile under strict TypeScript", () => {
    const files = all.map(({ code }, index) => ({ path: `example${index}.ts`, text: asModule(code) }));
    const readable = compilerErrors(files, AS_EXAMPLES).map((line) =>
      line.replace(/^example(\d+)\.ts/, (_, index) => all[Number(index)]?.name ?? ""),
    );
    expect(readable).toEqual([]);
  });
});

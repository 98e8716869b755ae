import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SCRIPTS, script } from "../../support/scripts/script";

const ROOT = join(SCRIPTS, "..");

describe("the tables that are made from the schemas", () => {
  const tables = script<{ tables(root: string): Record<string, string> }>("reference/tables.mjs").tables(
    ROOT,
  );
  const documents = ["README.md", "docs/payments.md"];

  it("name each field with its type, its default and its docstring", () => {
    expect(tables["Check inputs"]).toContain("| `slug` | `string` | **required** | ");
    expect(tables["Check inputs"]).toContain("| `grace` | `number \\| string` | `3600` | ");
    expect(tables["Check inputs"]).toContain(
      '| `onExisting` | `"adopt" \\| "fail" \\| "adoptUnchanged"` |  | ',
    );
    expect(tables.settings).toContain("| `checks:apiKey` | `CHECKS_API_KEY` |  | ");
    expect(tables["merchant settings"]).toContain("| `merchant:refundField` | `MERCHANT_REFUND_FIELD` |  | ");
  });

  it.each(documents)("are up to date in %s", (document) => {
    const text = readFileSync(join(ROOT, document), "utf8");
    const marked = [...text.matchAll(/<!-- table: (.+?) -->\n([\s\S]*?)\n<!-- end of table -->/g)];
    expect(marked.length).toBeGreaterThan(0);
    for (const [, name = "", table] of marked) expect({ name, table }).toEqual({ name, table: tables[name] });
  });
});

describe("the reference of each language", () => {
  const references = script<{ languageReferences(root: string): Record<string, string> }>(
    "reference/languages.mjs",
  ).languageReferences(ROOT);

  it("is up to date, for each", () => {
    expect(Object.keys(references)).toEqual(
      ["typescript", "python", "go", "java", "csharp", "yaml"].map(
        (language) => `docs/languages/${language}.md`,
      ),
    );
    for (const [file, text] of Object.entries(references)) {
      expect({ file, text: readFileSync(join(ROOT, file), "utf8") }).toEqual({ file, text });
    }
  });

  it("spells names and types as the language does, also within sentences", () => {
    const line = (language: string, start: string) =>
      references[`docs/languages/${language}.md`]?.split("\n").find((one) => one.startsWith(start));
    expect(line("python", "| `filter_http_body` ")).toContain("| `bool` |");
    expect(line("python", "| `paused` ")).toContain("unless `manual_resume` is set");
    expect(line("go", "| `StartKw` ")).toContain("| `[]string` |");
    expect(line("yaml", "| `grace` ")).toContain("| `integer or string` |");
    expect(line("java", "| `grace` ")).toContain("| `Either<Integer,String>` |");
    expect(line("csharp", "| `StartKw` ")).toContain("| `string[]` |");
    expect(line("typescript", "| `grace` ")).toContain("| `number \\| string` |");
    expect(line("typescript", "| `slug` ")).toContain("**Required.**");
  });

  it("says what a change does where it makes a new resource, and nothing else where it is refused", () => {
    for (const text of Object.values(references)) {
      expect(text).toContain("Another number is another share. A change makes a new resource.");
      expect(text).not.toMatch(/cannot be changed.*makes a new/);
    }
  });

  it("names for Go only the form of a look-up that Pulumi's SDK lets through, where the result holds a secret", () => {
    const formsOf = (name: string) =>
      references["docs/languages/go.md"]?.split(`\n## ${name}\n`)[1]?.split("\n")[3];
    expect(formsOf("getCheck")).toBe(
      "`checks.LookupCheckOutput(ctx, checks.LookupCheckOutputArgs{…})`. The result holds a secret, which Pulumi's SDK gives as an output only: it refuses `checks.LookupCheck(ctx, &checks.LookupCheckArgs{…})`.",
    );
    expect(formsOf("getChecks")).toMatch(
      /^`checks\.GetChecksOutput\(.*it refuses `checks\.GetChecks\(.*`\.$/,
    );
    expect(formsOf("getPings")).toMatch(/^`checks\.GetPings\(.* if arguments are outputs of resources$/);
  });

  it("says for Python which form of a look-up keeps a secret in its result one, where there is any", () => {
    const formsOf = (name: string) =>
      references["docs/languages/python.md"]?.split(`\n## ${name}\n`)[1]?.split("\n")[3];
    const kept = ". The result holds a secret: only the second form keeps it one.";
    for (const name of ["getCheck", "getChecks"]) expect(formsOf(name)?.endsWith(kept)).toBe(true);
    expect(formsOf("getPings")).toBe(
      "`checks.get_pings(…)`, or `checks.get_pings_output(…)` if arguments are outputs of resources",
    );
  });

  it("says how an object in an argument is written, where that is not by the name of its type", () => {
    const written = (language: string) =>
      [...String(references[`docs/languages/${language}.md`]).matchAll(/^In an argument: `(.+)`\.$/gm)].map(
        ([, code]) => code,
      );
    expect(written("python")).toEqual(["checks.MerchantArgs(…)", "checks.PaymentsConfigScreenArgs(…)"]);
    expect(written("go")[0]).toBe("checks.MerchantArgs{…}");
    expect(written("java")[0]).toBe("MerchantArgs.builder()….build()");
    expect(written("csharp")[0]).toBe("new Checks.Inputs.MerchantArgs { … }");
    // There it is an object of the language.
    for (const language of ["typescript", "yaml"]) expect(written(language)).toEqual([]);
  });

  it("has no argument of a provider that means nothing to it", () => {
    for (const text of Object.values(references)) expect(text).not.toMatch(/^\| `host` /im);
  });
});

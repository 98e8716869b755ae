import { readFileSync } from "node:fs";
import { join } from "node:path";
import { inNode } from "./inNode";

describe("the tables that are made from the schemas", () => {
  const tables = inNode<Record<string, string>>(
    `const { tables } = await import("./reference/tables.mjs");
     const { ROOT } = await import("./process/command.mjs");
     return tables(ROOT);`,
  );
  const documents = ["README.md", "docs/payments.md"];

  it("name each field with its type, its default and its docstring", () => {
    expect(tables["Check inputs"]).toContain("| `slug` | `string` | **required** | ");
    expect(tables["Check inputs"]).toContain("| `grace` | `number` | `3600` | ");
    expect(tables["Check inputs"]).toContain('| `onExisting` | `"adopt" \\| "fail"` |  | ');
    expect(tables.settings).toContain("| `checks:apiKey` | `CHECKS_API_KEY` |  | ");
    expect(tables["merchant settings"]).toContain("| `merchant:refundField` | `MERCHANT_REFUND_FIELD` |  | ");
  });

  it.each(documents)("are up to date in %s", (document) => {
    const text = readFileSync(join(__dirname, "..", "..", "..", document), "utf8");
    const marked = [...text.matchAll(/<!-- table: (.+?) -->\n([\s\S]*?)\n<!-- end of table -->/g)];
    expect(marked.length).toBeGreaterThan(0);
    for (const [, name = "", table] of marked) expect({ name, table }).toEqual({ name, table: tables[name] });
  });
});

/** The compiled library under the compiler settings of Pulumi's own template, which do not read `exports`. */
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { ROOT, writeTemplate } from "../../support/readme";

const { exports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  exports: Record<string, string | object>;
};
const entries = Object.keys(exports).filter((path) => typeof exports[path] === "object");

describe("a program in a project of Pulumi's own template", () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "template-")));
  beforeAll(() => {
    writeTemplate(folder);
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(ROOT, join(folder, "node_modules", "pulumi-checks"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("may import every entry of the package", () => {
    const lines = entries.map(
      (path, index) => `export * as entry${index} from "pulumi-checks${path.slice(1)}";`,
    );
    writeFileSync(join(folder, "index.ts"), lines.join("\n"));
    const { config } = ts.readConfigFile(join(folder, "tsconfig.json"), ts.sys.readFile);
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
    const program = ts.createProgram([join(folder, "index.ts")], { ...options, noEmit: true, types: [] });
    // Pulumi's Node host looks at the program's own files, not at declarations of packages.
    const found = ts.getPreEmitDiagnostics(program, program.getSourceFile(join(folder, "index.ts")));
    const said = found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "));
    expect(said).toEqual([]);
  });
});

/** The entries of the package, as `exports` names them, for compilers that do not read `exports`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { templateFiles } from "../../support/readme";

const PACKAGE = join(__dirname, "..", "..", "..", "package.json");
const text = readFileSync(PACKAGE, "utf8");
const { types, exports, typesVersions } = JSON.parse(text) as {
  types: string;
  exports: Record<string, string | { types: string }>;
  typesVersions: Record<string, Record<string, string[]>>;
};
/** `["pulumi-checks/payments", "dist/sdk/payments/index.d.ts"]` … */
const entries = Object.entries(exports).flatMap(([path, target]): [string, string][] =>
  typeof target === "string" ? [] : [[`pulumi-checks${path.slice(1)}`, target.types.replace("./", "")]],
);

/** Where the compiler of Pulumi's own template finds the types of a package that is installed in `/jobs`. */
function found(name: string): string | undefined {
  const { compilerOptions } = JSON.parse(templateFiles()["tsconfig.json"] ?? "") as {
    compilerOptions: object;
  };
  const { options } = ts.convertCompilerOptionsFromJson(compilerOptions, "/jobs");
  const installed = "/jobs/node_modules/pulumi-checks";
  const files = new Map(entries.map(([, file]) => [`${installed}/${file}`, ""]));
  files.set(`${installed}/package.json`, text);
  const host: ts.ModuleResolutionHost = {
    fileExists: (path) => files.has(path),
    readFile: (path) => files.get(path),
    directoryExists: (path) => [...files.keys()].some((file) => file.startsWith(`${path}/`)),
  };
  const { resolvedModule } = ts.resolveModuleName(name, "/jobs/index.ts", options, host);
  return resolvedModule?.resolvedFileName.replace(`${installed}/`, "");
}

describe("a program in a project of Pulumi's own template, whose compiler does not read `exports`", () => {
  it.each(entries)("finds the types of %s", (name, file) => {
    expect(found(name)).toBe(file);
  });

  it("finds no other entry than a newer compiler does", () => {
    const named = Object.entries(typesVersions["*"] ?? {}).map(([path, files]) => [
      `pulumi-checks/${path}`,
      files.join(),
    ]);
    const all = { ...Object.fromEntries(named), "pulumi-checks": types.replace("./", "") };
    expect(all).toEqual(Object.fromEntries(entries));
  });
});

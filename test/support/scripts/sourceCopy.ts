/** A copy of the sources in which something is changed, compiled as the build does it. */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compileFolder } from "../nativeCompiler";
import { inNode } from "./inNode";
import { SCRIPTS } from "./script";

const ROOT = join(SCRIPTS, "..");

/** The copy, and its end. */
export interface SourceCopy {
  folder: string;
  /** The plugin's schema, which stands beside its program. */
  schema: string;
  remove(): void;
}

/**
 * Copies these folders of the product with all that compiles them, and compiles what `change` has made of them; without
 * a look at its types where a test asks for none.
 */
export function copySources(
  folders: readonly string[],
  change: (folder: string) => void,
  { areTypesChecked = true } = {},
): SourceCopy {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-checks-copy-"));
  for (const path of [...folders, "plugin", "scripts", "package.json"])
    cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"), "junction");
  change(folder);
  compile(folder, folders, areTypesChecked ? [] : ["--noCheck"]);
  writePlugin(folder);
  return {
    folder,
    schema: join(folder, "dist", "provider", "hosts", "plugin", "schema.json"),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Puts text after something that a file of the copy has. */
export function insert(folder: string, file: string, after: string, text: string): void {
  const path = join(folder, file);
  const [before, ...rest] = readFileSync(path, "utf8").split(after);
  expect({ file, places: rest.length }).toEqual({ file, places: 1 });
  writeFileSync(path, [before, after, text, ...rest].join(""));
}

function compile(folder: string, include: readonly string[], options: readonly string[]): void {
  const settings = JSON.parse(readFileSync(join(ROOT, "tsconfig.json"), "utf8")) as object;
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ ...settings, include }));
  const compiled = compileFolder(folder, ["--declaration", "false", ...options]);
  expect(compiled).toEqual({ said: "", status: 0 });
}

/** As the build does it, by the scripts of the copy: the schema, and what the plugin's wrapper starts. */
function writePlugin(folder: string): void {
  const args = [folder, join(folder, "dist")].map((path) => JSON.stringify(path)).join(", ");
  inNode<null>(
    `const { writeSchema, writePlugin } = await import("./setup/compile.mjs");
     await writeSchema(${args});
     await writePlugin(${args});
     return null;`,
    { scripts: join(folder, "scripts") },
  );
}

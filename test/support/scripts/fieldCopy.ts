/** A copy of the sources to which a field of a check is added, as CONTRIBUTING.md lists it, compiled. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listedFiles } from "../contributing";
import { inNode } from "./inNode";
import { SCRIPTS } from "./script";

const ROOT = join(SCRIPTS, "..");
const COPIED = ["schedule", "provider", "sdk", "plugin", "package.json"];
const FIELD = `
  /** Colour of the check on a wall of screens. At most 20 characters. */
  colour: text(20).default("grey").register(fieldMeta, { wire: "wall_colour", managed: "always" }),
`;

/** The copy, and its end. */
export interface FieldCopy {
  folder: string;
  /** The plugin's schema, which stands beside its program. */
  schema: string;
  remove(): void;
}

/** Makes the copy; `program` is compiled along, in the folder of the SDK. */
export function copyWithField(program?: string): FieldCopy {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-checks-field-"));
  for (const path of COPIED) cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"), "junction");
  const files = listedFiles("Add a field");
  expect(files).toHaveLength(1);
  for (const file of files.map((name) => join(folder, name))) {
    const before = readFileSync(file, "utf8");
    const after = before.replace("export const checkFields = {\n", (start) => start + FIELD);
    expect(after).not.toBe(before);
    writeFileSync(file, after);
  }
  if (program !== undefined) writeFileSync(join(folder, "sdk", "program.ts"), program);
  compile(folder);
  return {
    folder,
    schema: writeSchema(folder),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function compile(folder: string): void {
  const settings = JSON.parse(readFileSync(join(ROOT, "tsconfig.json"), "utf8")) as object;
  const ours = { ...settings, include: ["schedule", "provider", "sdk"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(ours));
  const tsc = join(ROOT, "node_modules", "typescript", "bin", "tsc");
  const { stdout, status } = spawnSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8" });
  expect({ stdout, status }).toEqual({ stdout: "", status: 0 });
}

/** As the build does it. */
function writeSchema(folder: string): string {
  const dist = join(folder, "dist");
  const schema = join(dist, "provider", "hosts", "plugin", "schema.json");
  const made = inNode<object>(
    `const { packageSchema } = await import("./schema/package.mjs");
     return packageSchema(${JSON.stringify(folder)}, ${JSON.stringify(dist)});`,
  );
  writeFileSync(schema, JSON.stringify(made));
  return schema;
}

/** A project of a user, as a compiler sees it: with this package as it was built, and with Pulumi's SDKs. */
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { compileFolder } from "./nativeCompiler";

const ROOT = join(__dirname, "..", "..");

/** As strict as a user's project may be. */
const STRICT = {
  target: "es2022",
  lib: ["es2023", "es2024.string"],
  module: "node16",
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noUnusedLocals: true,
  isolatedModules: true,
  noUncheckedSideEffectImports: true,
  noEmit: true,
  skipLibCheck: true,
  types: ["node"],
};

/** Makes the folder of such a project; whoever asks for it removes it. */
export function userProject(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "user-project-")));
  mkdirSync(join(folder, "node_modules"));
  const link = (to: string, name: string) => symlinkSync(to, join(folder, "node_modules", name), "junction");
  link(ROOT, "pulumi-checks");
  for (const name of ["@pulumi", "@types"]) link(join(ROOT, "node_modules", name), name);
  return folder;
}

/** The same with a copy of this package's declarations, as npm installs them: the compiler follows a link to its end. */
export function userProjectWithCopy(): string {
  const folder = userProject();
  const copy = join(folder, "node_modules", "pulumi-checks");
  rmSync(copy);
  mkdirSync(copy);
  cpSync(join(ROOT, "package.json"), join(copy, "package.json"));
  for (const room of ["emulator", "provider", "schedule", "sdk"]) {
    const from = join(ROOT, "dist", room);
    cpSync(from, join(copy, "dist", room), {
      recursive: true,
      filter: (path) => !/\.\w+$/.test(path) || path.endsWith(".d.ts"),
    });
  }
  return folder;
}

/** What the compiler has to say against a program in such a project, a line each: `index.ts(3,5): …`. */
export function compilerErrors(
  files: readonly { path: string; text: string }[],
  options: object = {},
  folder = userProject(),
): string[] {
  try {
    for (const { path, text } of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({ compilerOptions: { ...STRICT, ...options } }),
    );
    const { said, status } = compileFolder(folder);
    const lines = said.split("\n").filter((line) => line !== "");
    if (status !== 0 && lines.length === 0) throw new Error(`the compiler ended with ${status}`);
    return lines;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

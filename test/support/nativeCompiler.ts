/** The compiler in native code, with which `scripts/setup/compile.mjs` compiles the product, too. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const COMPILER = join(__dirname, "..", "..", "node_modules", "typescript-native", "bin", "tsc");

/** What it says of a folder with a `tsconfig.json`, and the code that it ends with. */
export function compileFolder(folder: string, options: readonly string[] = []) {
  const args = [COMPILER, "-p", folder, "--pretty", "false", ...options];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  return { said: `${stdout}${stderr}`, status };
}

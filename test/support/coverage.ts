/** What `pulumi-checks coverage` says of a stack, without the engine. */
import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CoverageReport } from "../../cli/coverage/report";
import type { Stack } from "./engine";
import type { Service } from "./service";

const CLI = join(__dirname, "..", "..", "dist", "cli", "main.js");

/** The report on the last exported state, and on the files and with the options that are given. */
export async function coverageOf(
  stack: Stack,
  service: Service,
  ...more: readonly string[]
): Promise<CoverageReport> {
  await stack.exported();
  const state = join(stack.folder, "exported.json");
  const args = [CLI, "coverage", ...more, "--state", state, "--json", "--quiet"];
  const env = { ...process.env, ...service.environment };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: tmpdir(), env }, (_, stdout, stderr) => {
      // With gaps it ends with an exit code, and a report all the same.
      if (stdout === "") reject(new Error(stderr));
      else resolve(JSON.parse(stdout) as CoverageReport);
    });
  });
}

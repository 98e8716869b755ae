/** What a kill leaves behind in the engine's file backend, and how a user gets rid of it. */
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * The engine writes the attributes beside each file of its state in place. Killed at that instant it leaves them
 * empty, and says `failed to load checkpoint: EOF` from then on. Removes them, as the README's known limits advise,
 * says so in the test run's output, and gives their paths.
 */
export function removeEmptyAttributes(backend: string): string[] {
  const folder = join(backend, ".pulumi");
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const empty = names.filter((name) => name.endsWith(".attrs") && statSync(join(folder, name)).size === 0);
  for (const name of empty) {
    rmSync(join(folder, name));
    process.stderr.write(`the killed engine left ${name} empty; removed, as the README advises\n`);
  }
  return empty;
}

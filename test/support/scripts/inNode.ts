import { spawnSync } from "node:child_process";
import { SCRIPTS } from "./script";

/** Nobody else can end it, since the test waits in the same thread. It may build engines and fetch packages first. */
const ENDS_WITHIN_MS = 900_000;

/** Where a body of code runs, and how long it may. */
interface Run {
  /** The folder that its imports are relative to. @default `scripts/` */
  scripts?: string;
  /** @default a quarter of an hour */
  endsWithinMs?: number;
}

/** Runs a body of module code in a Node of its own, and gives what it returned: for what looks at its own process. */
export function inNode<T>(body: string, { scripts = SCRIPTS, endsWithinMs = ENDS_WITHIN_MS }: Run = {}): T {
  const code = `
    const value = await (async () => { ${body} })();
    process.stdout.write(JSON.stringify({ value }));
  `;
  const { error, signal, status, stderr, stdout } = spawnSync(
    process.execPath,
    ["--input-type=module", "--eval", code],
    { cwd: scripts, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], timeout: endsWithinMs },
  );
  // The error of Node refers to itself, of which jest writes no report.
  if (status !== 0) throw new Error(`${error?.message ?? `ended with ${signal ?? status}`}\n${stderr}`);
  return (JSON.parse(stdout) as { value: T }).value;
}

import { execFileSync } from "node:child_process";
import { SCRIPTS } from "./script";

/** Nobody else can end it: the test waits in the same thread. */
const ENDS_WITHIN_MS = 60_000;

/**
 * Runs a body of module code in a Node of its own, and gives what it returned: for what looks at its own process.
 * What the body imports is relative to `scripts/`, or to those of a copy.
 */
export function inNode<T>(body: string, scripts = SCRIPTS): T {
  const code = `
    const value = await (async () => { ${body} })();
    process.stdout.write(JSON.stringify({ value }));
  `;
  const printed = execFileSync(process.execPath, ["--input-type=module", "--eval", code], {
    cwd: scripts,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    timeout: ENDS_WITHIN_MS,
  });
  return (JSON.parse(printed) as { value: T }).value;
}

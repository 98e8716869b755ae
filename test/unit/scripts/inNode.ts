import { execFileSync } from "node:child_process";
import { join } from "node:path";

/**
 * Runs a body of ES module code beside the scripts, which jest cannot load, and gives what it returned.
 * `input` is there under its name; what the body imports is relative to `scripts/`.
 */
export function inNode<T>(body: string, input: unknown = null): T {
  const code = `
    const input = ${JSON.stringify(input)};
    const value = await (async () => { ${body} })();
    process.stdout.write(JSON.stringify({ value }));
  `;
  const scripts = join(__dirname, "..", "..", "..", "scripts");
  const printed = execFileSync(process.execPath, ["--input-type=module", "--eval", code], {
    cwd: scripts,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
  return (JSON.parse(printed) as { value: T }).value;
}

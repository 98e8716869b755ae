/** `npm test` and `npm run soak` as somebody sees them who mistypes, interrupts, or has no place for files. */
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SCRIPTS } from "../../support/scripts/script";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pulumi-checks-command-"));
});
// A worker of jest that was ended beside its parent may write its cache for a moment longer.
afterEach(() => rmSync(folder, { recursive: true, maxRetries: 10 }));

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a script, and sends a signal when it has said what is waited for. */
function run(
  script: string,
  args: string[],
  { TMPDIR = folder, signal, when = "" }: { TMPDIR?: string; signal?: NodeJS.Signals; when?: string } = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [join(SCRIPTS, script), ...args], {
    env: { ...process.env, TMPDIR },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const printed = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => {
    printed.stdout += String(chunk);
  });
  child.stderr.on("data", (chunk) => {
    const waiting = !printed.stderr.includes(when);
    printed.stderr += String(chunk);
    if (signal && waiting && printed.stderr.includes(when)) child.kill(signal);
  });
  return new Promise((resolve) => {
    child.on("close", (code) => resolve({ code, ...printed }));
  });
}

it("a pattern that picks no test is a failure", async () => {
  const { code, stdout, stderr } = await run("test.mjs", ["unit", "--", "chekc"]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "0 passed, 1 failed\n" });
  expect(stderr).toContain("No test ran of those that `chekc` picks.\n");
});

it("tests without a place for files are a failure with two lines", async () => {
  const nowhere = join(folder, "nope");
  const { code, stdout, stderr } = await run("test.mjs", ["unit"], { TMPDIR: nowhere });
  expect({ code, stdout }).toEqual({ code: 1, stdout: "0 passed, 1 failed\n" });
  expect(stderr).toMatch(/^There is no place for temporary files: .*nope.*\nSet TMPDIR .*\n$/);
});

it.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)(
  "tests that are ended by %s end with their line, and leave nothing behind",
  async (signal, code) => {
    const ended = await run("test.mjs", ["unit", "--", "schedule"], { signal, when: "unit …" });
    expect(ended).toMatchObject({ code, stdout: "0 passed, 1 failed\n" });
    expect(readdirSync(folder).filter((name) => name.startsWith("pulumi-checks-test-"))).toEqual([]);
  },
);

it.each([
  [["campaign", "--runs", "abc"], "--runs is abc; it must be a whole number, 1 at least."],
  [["campaign", "--runs", "0"], "--runs is 0; it must be a whole number, 1 at least."],
  [["--minutes", "-5"], "--minutes"],
  [["--seed", "x"], "--seed is x; it must be a whole number, 0 at least."],
  [["--host", "nope"], "There is no host nope; there are dynamic and plugin."],
  [["--language", "go"], "There are no campaigns in go; there are in typescript and yaml."],
  [["--language", "yaml", "--host", "dynamic"], "Only the plugin serves programs in yaml: leave out --host."],
  [["--sed", "1"], "--sed"],
])("soak %j is refused, with the usage in the last line", async (args, words) => {
  const { code, stdout, stderr } = await run("soak.mjs", args);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  const lines = stderr.trim().split("\n");
  expect(lines[0]).toContain(words);
  expect(lines.at(-1)).toMatch(/^usage: npm run soak -- /);
});

import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { inNode } from "./inNode";

/** Far above what any system gives out. */
const NOBODY = 2 ** 30;

describe("the lock of set-up", () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "pulumi-checks-lock test-"));
    file = join(folder, "it.lock");
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("is stale when its process is gone, or was silent for long", () => {
    const here = hostname();
    const cases: [object, boolean][] = [
      [{ pid: NOBODY, host: here, silentFor: 0 }, true],
      [{ pid: process.pid, host: here, silentFor: 0 }, false],
      [{ pid: process.pid, host: here, silentFor: 300_000 }, true],
      [{ pid: NOBODY, host: "another machine", silentFor: 0 }, false],
      [{ pid: NOBODY, host: "another machine", silentFor: 300_000 }, true],
      [{ silentFor: 0 }, false],
    ];
    const answers = inNode<boolean[]>(
      `const { isStale } = await import("./process/lock.mjs"); return input.map((lock) => isStale(lock));`,
      cases.map(([lock]) => lock),
    );
    expect(answers).toEqual(cases.map(([, stale]) => stale));
  });

  const TAKE = `const { withLock } = await import("./process/lock.mjs");`;

  it.each([
    ["whose process is gone", JSON.stringify({ pid: NOBODY, host: hostname(), token: "x" }), 0],
    ["that was cut short long ago", "", 600],
  ])("takes over a lock %s, and leaves nothing behind", (_, text, secondsAgo) => {
    writeFileSync(file, text);
    const then = Date.now() / 1000 - secondsAgo;
    utimesSync(file, then, then);
    expect(inNode(`${TAKE} return withLock(input, "Test", async () => "done");`, file)).toBe("done");
    expect(readdirSync(folder)).toEqual([]);
  });

  it("is given back when the work fails", () => {
    const message = inNode(
      `${TAKE} return withLock(input, "Test", async () => { throw new Error("no") }).catch((e) => e.message);`,
      file,
    );
    expect(message).toBe("no");
    expect(readdirSync(folder)).toEqual([]);
  });

  it("lets one process at a time work", () => {
    const trace = join(folder, "trace");
    inNode(
      `const { spawn } = await import("node:child_process");
       const code = \`${TAKE}
         const fs = await import("node:fs");
         await withLock(\${JSON.stringify(input.file)}, "Test", async () => {
           fs.appendFileSync(\${JSON.stringify(input.trace)}, "in ");
           await new Promise((go) => setTimeout(go, 50));
           fs.appendFileSync(\${JSON.stringify(input.trace)}, "out ");
         });\`;
       const one = () => new Promise((done) => {
         spawn(process.execPath, ["--input-type=module", "--eval", code], { stdio: "ignore" }).on("close", done);
       });
       await Promise.all([one(), one(), one()]);
       return null;`,
      { file, trace },
    );
    expect(readFileSync(trace, "utf8")).toBe("in out in out in out ");
  });

  it("is given back when the process is told to stop", () => {
    const code = inNode<number>(
      `const { spawn } = await import("node:child_process");
       const code = \`${TAKE} await withLock(\${JSON.stringify(input)}, "Test", () => {
         console.log("in"); return new Promise((go) => setTimeout(go, 10_000)); });\`;
       const child = spawn(process.execPath, ["--input-type=module", "--eval", code]);
       child.stdout.once("data", () => child.kill("SIGTERM"));
       return new Promise((done) => child.on("close", done));`,
      file,
    );
    expect(code).toBe(143);
    expect(readdirSync(folder)).toEqual([]);
  });
});

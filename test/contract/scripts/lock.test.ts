import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { writeAged } from "../../support/agedFile";
import { SCRIPTS, script } from "../../support/scripts/script";

/** Far above what any system gives out. */
const NOBODY = 2 ** 30;

const LOCK = join(SCRIPTS, "process", "lock.mjs");
const { isStale, withLock } = script<{
  isStale(lock: object): boolean;
  withLock<T>(file: string, title: string, work: () => Promise<T>): Promise<T>;
}>("process/lock.mjs");

/** A process that runs module code with the lock, and its exit code. */
function inProcess(
  body: string,
  onPrinted: (child: ChildProcess) => void = () => {},
): Promise<number | null> {
  const code = `import { withLock } from ${JSON.stringify(LOCK)}; import fs from "node:fs"; ${body}`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", code], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  child.stdout.once("data", () => onPrinted(child));
  return new Promise((done) => child.on("close", done));
}

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
    expect(cases.map(([lock]) => isStale(lock))).toEqual(cases.map(([, stale]) => stale));
  });

  it.each([
    ["whose process is gone", JSON.stringify({ pid: NOBODY, host: hostname(), token: "x" }), 0],
    ["that was cut short long ago", "", 600],
  ])("takes over a lock %s, and leaves nothing behind", async (_, text, secondsAgo) => {
    writeAged(file, secondsAgo, text);
    expect(await withLock(file, "Test", async () => "done")).toBe("done");
    expect(readdirSync(folder)).toEqual([]);
  });

  it("is given back when the work fails", async () => {
    const failing = withLock(file, "Test", async () => {
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(readdirSync(folder)).toEqual([]);
  });

  it("lets one process at a time work", async () => {
    const trace = join(folder, "trace");
    const body = `
      await withLock(${JSON.stringify(file)}, "Test", async () => {
        fs.appendFileSync(${JSON.stringify(trace)}, "in ");
        await new Promise((go) => setTimeout(go, 50));
        fs.appendFileSync(${JSON.stringify(trace)}, "out ");
      });`;
    await Promise.all([inProcess(body), inProcess(body), inProcess(body)]);
    expect(readFileSync(trace, "utf8")).toBe("in out in out in out ");
  });

  it("is given back when the process is told to stop", async () => {
    const body = `
      await withLock(${JSON.stringify(file)}, "Test", () => {
        console.log("in");
        return new Promise((go) => setTimeout(go, 10_000));
      });`;
    expect(await inProcess(body, (child) => child.kill("SIGTERM"))).toBe(143);
    expect(readdirSync(folder)).toEqual([]);
  });
});

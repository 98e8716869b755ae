import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { main } from "../../../emulator/main";

const COMMAND = join(__dirname, "..", "..", "..", "dist", "cli", "main.js");

describe("the command", () => {
  afterEach(() => jest.restoreAllMocks());

  /** Runs the command until it printed its line, and gives what it printed. */
  async function started(argv: string[]): Promise<string> {
    const printed = new Promise<string>((resolve) => {
      jest.spyOn(process.stdout, "write").mockImplementation((text) => {
        resolve(String(text));
        return true;
      });
    });
    await Promise.race([printed, main(argv)]);
    return printed;
  }

  it("prints one line of JSON, serves, and ends with 0 on SIGTERM", async () => {
    const exited = new Promise((resolve) => {
      jest
        .spyOn(process, "exit")
        .mockImplementation(((code: number) => resolve(code)) as typeof process.exit);
    });
    const line = await started(["--port", "0", "--dialect", "spec"]);
    expect(line).toMatch(/^\{.*\}\n$/);
    const { url, adminUrl, projects } = JSON.parse(line);
    expect(adminUrl).toBe(`${url}/_emulator`);
    expect(Object.keys(projects.beta)).toEqual(["readWriteKey", "readOnlyKey", "pingKey"]);
    const answer = await fetch(`${url}/api/v3/checks/`, {
      headers: { "X-Api-Key": projects.alpha.readOnlyKey },
    });
    expect(await answer.json()).toEqual({ checks: [] });
    process.emit("SIGTERM");
    expect(await exited).toBe(0);
    await expect(fetch(url)).rejects.toThrow();
  });

  it.each([
    [["--dialect", "latin"], "not a dialect"],
    [["--port", "99999"], "not a port"],
    [["--state", ""], '--state "": name a file'],
    [["--colour"], "--colour"],
  ])("refuses %j", async (argv, reason) => {
    await expect(main(argv)).rejects.toThrow(reason);
  });
});

describe("the command, when a signal ended npm and its shell only", () => {
  /** Starts it as npm does, in a shell of its own; then that shell is killed. Gives the emulator's process and address. */
  async function leftBy(script: string): Promise<{ pid: number; url: string }> {
    const shell = spawn("/bin/sh", ["-c", `"${process.execPath}" "${COMMAND}" emulator & echo $!; wait`], {
      env: { ...process.env, npm_lifecycle_event: script },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const lines = createInterface(shell.stdout)[Symbol.asyncIterator]();
    const pid = Number((await lines.next()).value);
    const { url } = JSON.parse((await lines.next()).value);
    const ended = once(shell, "exit");
    shell.kill("SIGTERM");
    await ended;
    return { pid, url };
  }

  const isServing = (url: string) =>
    fetch(url).then(
      () => true,
      () => false,
    );

  const aWhile = () => new Promise((resolve) => setTimeout(resolve, 1500));

  it.each(["npx", "emulator"])("ends too: %s", async (script) => {
    const { url } = await leftBy(script);
    for (let looks = 0; looks < 10 && (await isServing(url)); looks++) await aWhile();
    expect(await isServing(url)).toBe(false);
  });

  it("stays where another script of a package started it in the background", async () => {
    const { pid, url } = await leftBy("pretest");
    await aWhile();
    expect(await isServing(url)).toBe(true);
    process.kill(pid, "SIGTERM");
  });
});

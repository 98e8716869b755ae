import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmulator } from "../../../emulator";
import { main } from "../../../emulator/main";
import { pretendToBe } from "../../support/platform";
import { inNode } from "../../support/scripts/inNode";

describe("the start of the emulator", () => {
  const folder = mkdtempSync(join(tmpdir(), "emulator-start-"));
  const terminal = process.stdout.isTTY;
  afterEach(() => {
    process.stdout.isTTY = terminal;
    jest.restoreAllMocks();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** What the command prints once it serves. */
  async function printed(isTTY: boolean, argv: string[]): Promise<string> {
    process.stdout.isTTY = isTTY;
    const ended = new Promise((resolve) => {
      jest
        .spyOn(process, "exit")
        .mockImplementation(((code: number) => resolve(code)) as typeof process.exit);
    });
    const text = await new Promise<string>((resolve, reject) => {
      jest.spyOn(process.stdout, "write").mockImplementation((chunk) => {
        resolve(String(chunk));
        return true;
      });
      main(argv).catch(reject);
    });
    process.emit("SIGTERM");
    expect(await ended).toBe(0);
    return text;
  }

  it("tells a person which two lines to copy, and where to look", async () => {
    const text = await printed(true, ["--port", "0"]);
    const [, url] = /^ {2}export CHECKS_URL=(http:\/\/127\.0\.0\.1:\d+)$/m.exec(text) ?? [];
    expect(text).toMatch(/^ {2}export CHECKS_API_KEY=[-\w]{32}$/m);
    expect(text).toContain(`${url}/\n`);
    expect(text).toContain("Ctrl-C ends it");
    expect(text).not.toContain("{");
  });

  it("writes these lines on Windows for PowerShell, and for a shell that came with Git as elsewhere", async () => {
    const restore = pretendToBe("win32");
    const { MSYSTEM } = process.env;
    try {
      delete process.env.MSYSTEM;
      const text = await printed(true, []);
      expect(text).toMatch(/^ {2}\$env:CHECKS_URL = "http:\/\/127\.0\.0\.1:\d+"$/m);
      expect(text).toMatch(/^ {2}\$env:CHECKS_API_KEY = "[-\w]{32}"$/m);
      process.env.MSYSTEM = "MINGW64";
      expect(await printed(true, [])).toMatch(/^ {2}export CHECKS_API_KEY=[-\w]{32}$/m);
    } finally {
      restore();
      if (MSYSTEM === undefined) delete process.env.MSYSTEM;
      else process.env.MSYSTEM = MSYSTEM;
    }
  });

  it("tells a program one line of JSON, and a person who asks for it, too", async () => {
    expect(JSON.parse(await printed(false, []))).toHaveProperty("projects.alpha.readWriteKey");
    expect(JSON.parse(await printed(true, ["--json"]))).toHaveProperty("url");
  });

  it("says in a sentence that a port is in use", async () => {
    const first = await startEmulator();
    const { port } = new URL(first.url);
    await expect(startEmulator({ port: Number(port) })).rejects.toThrow(
      `Port ${port} is in use by another program: choose another one, or 0 for a free one.`,
    );
    await first.close();
  });

  it.each([
    ["is empty", "", "it is empty"],
    ["is not JSON", "{", "it is not JSON"],
    ["is a list", "[]", "is not one that an emulator wrote"],
    ["is of another program", '{"version": 1, "resources": []}', "is not one that an emulator wrote"],
    ["is of a later version", '{"version": 2}', "is of version 2, and this emulator writes version 1"],
    [
      "was changed by hand",
      '{"version":1,"clockOffsetMs":0,"services":{"checks":{"secret":"s","lastId":1,"projects":[{"name":"alpha"}]}}}',
      "services.checks.projects.0.keys",
    ],
    [
      "has other projects",
      '{"version":1,"clockOffsetMs":0,"services":{"checks":{"secret":"s","lastId":1,"projects":[]}}}',
      "alpha and beta are not both there",
    ],
    [
      "has an odd merchant",
      '{"version":1,"clockOffsetMs":0,"services":{"merchant":{"keys":{},"transactions":[null]}}}',
      "is not one that an emulator wrote",
    ],
  ])("refuses a state file that %s, in a sentence, and leaves it as it was", async (_, text, words) => {
    const stateFile = join(folder, "odd.json");
    writeFileSync(stateFile, text);
    const problem = await startEmulator({ stateFile }).then(
      async (emulator) => emulator.close(),
      (error: Error) => error.message,
    );
    expect(problem).toContain(words);
    expect(problem).toMatch(/^The state file .*odd\.json .*[.]$/);
    expect(problem).not.toContain("\n");
  });

  it("says in a sentence that a state file cannot be read or written", async () => {
    mkdirSync(join(folder, "a-folder"));
    writeFileSync(join(folder, "a-file"), "");
    await expect(startEmulator({ stateFile: join(folder, "a-folder") })).rejects.toThrow(
      /^The state file .*a-folder cannot be read: it is a folder\. Name another file\.$/,
    );
    await expect(startEmulator({ stateFile: join(folder, "a-file", "state.json") })).rejects.toThrow(
      /^The state file .*state\.json cannot be (read|written): a part of the path is a file\. Name another file\.$/,
    );
    expect(readdirSync(folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  it("says at its end that the state could not be kept, and goes on serving until then", async () => {
    const place = join(folder, "goes-away");
    const emulator = await startEmulator({ stateFile: join(place, "state.json") });
    rmSync(place, { recursive: true });
    const headers = { "x-api-key": emulator.projects.alpha.readWriteKey };
    const made = await fetch(`${emulator.url}/api/v3/checks/`, { method: "POST", headers, body: "{}" });
    expect(made.status).toBe(201);
    await expect(emulator.close()).rejects.toThrow(/state\.json cannot be written: its folder is gone/);
  });

  it("keeps no process once it is closed, not even by an answer that it has stalled", () => {
    const stalled = inNode<string>(
      `const { EmulatorAdmin, startEmulator } = (await import("../dist/emulator/index.js")).default;
      const emulator = await startEmulator();
      const admin = new EmulatorAdmin(emulator.adminUrl);
      await admin.faults({ action: { kind: "stall", ms: 3_600_000 } });
      const answer = fetch(emulator.url + "/api/v3/status/").then(() => "answered", () => "cut off");
      await admin.waitFor(1);
      await emulator.close();
      return answer;`,
      { endsWithinMs: 60_000 },
    );
    expect(stalled).toBe("cut off");
  });
});

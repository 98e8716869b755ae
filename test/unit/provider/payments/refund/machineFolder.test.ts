import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { machineFolder } from "../../../../../provider/payments/refund/machineFolder";

describe("the folder in which refunds take turns", () => {
  let folder: string;
  let said: string[];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "pulumi-checks-folder-"));
    said = [];
  });
  afterEach(() => {
    jest.restoreAllMocks();
    rmSync(folder, { recursive: true, force: true });
  });

  const log = { info() {}, status() {}, warn: (message: string) => void said.push(message) };
  const notAFolder = () => {
    const file = join(folder, "file");
    writeFileSync(file, "a file where a folder should be");
    return join(file, "nowhere");
  };

  it("is in the user's home, for nobody else to read", async () => {
    const home = join(folder, "home", "refunds");
    expect(await machineFolder(log, { home, temporary: join(folder, "tmp") })).toBe(home);
    expect(statSync(home).mode & 0o777).toBe(0o700);
    expect(said).toEqual([]);
  });

  it("is the same whatever temporary folder and home the environment names", async () => {
    const before = process.env;
    const where = async (environment: Record<string, string>) => {
      process.env = { ...before, ...environment };
      try {
        return await machineFolder(log);
      } finally {
        process.env = before;
      }
    };
    const usual = await where({});
    expect(await where({ TMPDIR: folder })).toBe(usual);
    expect(await where({ TMPDIR: folder, HOME: folder, PULUMI_HOME: folder })).toBe(usual);
    expect(usual.startsWith(userInfo().homedir)).toBe(true);
  });

  it("is a temporary one where the home cannot be written, which is said", async () => {
    const temporary = join(folder, "tmp");
    const home = notAFolder();
    expect(await machineFolder(log, { home, temporary })).toBe(temporary);
    expect(said).toEqual([
      `${home} is not writable, so refunds take turns in ${temporary}, where processes with another temporary folder are not seen`,
    ]);
  });

  it.each([
    ["of another user", () => jest.spyOn(process, "getuid" as never).mockReturnValue(12345 as never)],
    ["that all others can write", (temporary: string) => chmodSync(temporary, 0o777)],
  ])("is no temporary one %s, who could remove the notes", async (_, make) => {
    const temporary = join(folder, "tmp");
    const home = notAFolder();
    mkdirSync(temporary, { mode: 0o700 });
    make(temporary);
    await expect(machineFolder(log, { home, temporary })).rejects.toThrow(
      `taking turns on this machine: ${home} is not writable, and others can write ${temporary}, so nothing would stop two runs from refunding at the same time. Make the first one writable, or remove the second one`,
    );
  });

  it("must be there: without it nothing would keep two runs apart", async () => {
    const nowhere = notAFolder();
    await expect(machineFolder(log, { home: undefined, temporary: nowhere })).rejects.toThrow(
      `neither the user's home nor ${nowhere} is writable`,
    );
  });
});

/** What a command writes into a file that is there already. */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { folderOf } from "../../../cli/adopt/files";
import { jobsBelow } from "../../../cli/coverage/jobFiles";
import { makeFolder, readText, readToRewrite, writeText } from "../../../cli/files";
import { pulumi } from "../../../cli/pulumi";

const CLI = join(__dirname, "..", "..", "..", "dist", "cli", "main.js");

describe("a file that a command writes", () => {
  let folder: string;
  const at = (name: string) => join(folder, name);
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "pulumi-checks-files-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("stays as it was where there is no room for the new one", () => {
    const before = JSON.stringify({ version: 1, ignore: [] });
    writeFileSync(at("ignore.json"), before);
    const ignore = ["coverage", "ignore", "sync", "--reason", "x", "--until", "30d", "--unchecked"];
    const command = [process.execPath, CLI, ...ignore, "--ignore-file", "ignore.json"];
    // No file may have a single byte.
    const { status } = spawnSync("sh", ["-c", 'ulimit -f 0; exec "$@"', "sh", ...command], { cwd: folder });
    expect(status).not.toBe(0);
    expect(readFileSync(at("ignore.json"), "utf8")).toBe(before);
  });

  it("keeps its mode, and a link stays one", () => {
    writeFileSync(at("real"), "old");
    chmodSync(at("real"), 0o640);
    symlinkSync("real", at("link"));
    writeText(at("link"), "new");
    expect(lstatSync(at("link")).isSymbolicLink()).toBe(true);
    expect(readFileSync(at("real"), "utf8")).toBe("new");
    expect(statSync(at("real")).mode & 0o777).toBe(0o640);
    expect(readdirSync(folder).sort()).toEqual(["link", "real"]);
  });

  it("is new where there was none, also through a link, and named where it cannot be written", () => {
    writeText(at("new"), "text");
    expect(readFileSync(at("new"), "utf8")).toBe("text");
    symlinkSync("later", at("link"));
    writeText(at("link"), "text");
    expect(readFileSync(at("later"), "utf8")).toBe("text");
    expect(lstatSync(at("link")).isSymbolicLink()).toBe(true);
    writeText("/dev/null", "text");
    expect(() => writeText(join(at("nowhere"), "file"), "text")).toThrow(
      /file: it cannot be written \(ENOENT\)$/,
    );
    expect(() => writeText("/dev/full", "text")).toThrow("/dev/full: it cannot be written (ENOSPC)");
  });

  it("is named in messages even if its name is empty", () => {
    expect(() => writeText("", "text")).toThrow('"": it cannot be written (ENOENT)');
    expect(() => makeFolder("")).toThrow('"": the folder cannot be made (ENOENT)');
    expect(() => readText("")).toThrow('"": there is no such file');
    expect(() => readToRewrite("")).toThrow('"": there is no such file');
    expect(() => jobsBelow([""], undefined)).toThrow('"": there is no such file or folder');
  });

  it("is named where the path goes through a file, or a link in a circle", async () => {
    writeFileSync(at("file"), "text");
    symlinkSync("circle", at("circle"));
    for (const [path, code] of [
      [at("file/below"), "ENOTDIR"],
      [at("circle"), "ELOOP"],
    ] as const) {
      const reason = `${path}: it cannot be read (${code})`;
      expect(() => jobsBelow([path], undefined)).toThrow(reason);
      expect(() => folderOf(path)).toThrow(reason);
      await expect(pulumi(["version"], { folder: path })).rejects.toThrow(
        `pulumi: it cannot be run in ${path} (${code})`,
      );
    }
  });

  it("is in folders that are made for it", () => {
    makeFolder(at("a/b/c"));
    makeFolder(at("a/b/c"));
    expect(statSync(at("a/b/c")).isDirectory()).toBe(true);
    writeText(at("file"), "text");
    expect(() => makeFolder(at("file"))).toThrow(/file: the folder cannot be made \(EEXIST\)$/);
    expect(() => makeFolder(at("file/below"))).toThrow(/below: the folder cannot be made \(ENOTDIR\)$/);
    // In a process of its own: Node would try for ever.
    const command = [CLI, "maintenance", "status", "--records", "/proc/none/below"];
    const { stderr } = spawnSync(process.execPath, command, { encoding: "utf8", timeout: 20_000 });
    expect(stderr).toMatch(/^error: \/proc\/none\/below: .* cannot be read or written \(ENOENT\)/);
  });
});

import { inNode } from "./inNode";

/** The message that a function of a script makes, in its lines. */
function lines(module: string, name: string, ...args: unknown[]): string[] {
  const message = inNode<string>(
    `const module = await import(input.module);
     return module[input.name](...input.args)?.message ?? "";`,
    { module, name, args },
  );
  return message.split("\n");
}

describe("what set-up says when it cannot go on, in two lines", () => {
  const source = (text: string, trouble?: string) =>
    lines("./engine/source.mjs", "buildProblem", { text, trouble }, "engine");

  it("no Go, and a Go that is too old", () => {
    const go = (found: object) =>
      lines("./engine/source.mjs", "goProblem", { version: "", toolchain: "", ...found });
    expect(go({ missing: true })).toEqual([
      "There is no Pulumi engine, and no Go to build one.",
      expect.stringMatching(/^Install Pulumi .*, or Go 1\.25\.11 or newer, then run this again\.$/),
    ]);
    expect(go({ version: "go1.20.4", toolchain: "auto" })[0]).toContain("go1.20.4 is too old");
    expect(go({ version: "go1.24.1", toolchain: "local" })[0]).toContain("go1.24.1 is too old");
    expect(go({ version: "go1.24.1", toolchain: "auto" })).toEqual([""]);
    expect(go({ version: "go1.26.8", toolchain: "local" })).toEqual([""]);
  });

  it("no network", () => {
    const told = "go: module x: Get https: dial tcp: lookup mirror: no such host";
    for (const answer of [source(told), source("", "stalled")]) {
      expect(answer).toEqual([
        expect.stringMatching(/^The Go modules of the engine cannot be reached/),
        expect.stringMatching(/^Set GOPROXY to a module mirror that you can reach, or: Install Pulumi/),
      ]);
    }
  });

  it("no disk", () => {
    expect(source("link: write a.o: no space left on device")).toEqual([
      "The disk is full: the engine could not be built.",
      expect.stringContaining("PULUMI_CHECKS_CACHE"),
    ]);
  });

  it("a toolchain that may not upgrade itself", () => {
    expect(source("go: x requires go >= 1.25.11 (running go 1.24.1; GOTOOLCHAIN=local)")).toEqual([
      "This Go is too old: the engine needs 1.25.11.",
      "Install Go 1.25.11 or newer, then run this again.",
    ]);
  });

  it("anything else, in the compiler's last words", () => {
    expect(source("a\nld: it broke\n")[0]).toBe("The engine could not be built: ld: it broke");
  });

  it("packages that cannot be installed", () => {
    const npm = (text: string, trouble?: string) =>
      lines("./setup/install.mjs", "installProblem", { text, trouble });
    expect(npm("npm error code ENOTFOUND\nnpm error network request failed")).toEqual([
      "The npm registry cannot be reached.",
      expect.stringContaining("npm config get registry"),
    ]);
    expect(npm("npm error code ENOSPC")[0]).toContain("The disk is full");
    expect(npm("", "missing")[0]).toBe("npm is not on PATH.");
    expect(npm("npm error code E404\nnpm error 404 Not Found - x\n")[0]).toBe(
      "npm install failed: 404 Not Found - x",
    );
  });

  it("a folder that cannot be written", () => {
    const error = { code: "EROFS", path: "/cache/x" };
    expect(lines("./process/problem.mjs", "asProblem", error, "Do this.")).toEqual([
      "Cannot write /cache/x: the disk is read-only.",
      "Do this.",
    ]);
  });
});

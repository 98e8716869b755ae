import { script } from "../../support/scripts/script";

/** The message that a function of a script makes, in its lines. */
function lines(module: string, name: string, ...args: unknown[]): string[] {
  const made = script<Record<string, (...args: unknown[]) => Error | undefined>>(module)[name]?.(...args);
  return (made?.message ?? "").split("\n");
}

describe("what set-up says when it cannot go on, in two lines", () => {
  const source = (text: string, trouble?: string) =>
    lines("engine/source.mjs", "buildProblem", { text, trouble }, { what: "engine" });

  it("no Go, and a Go that is too old", () => {
    const go = (found: object, program: object = { what: "Pulumi engine" }) =>
      lines("engine/source.mjs", "goProblem", { version: "", toolchain: "", ...found }, program);
    expect(go({ missing: true })).toEqual([
      "There is no Pulumi engine, and no Go to build one.",
      expect.stringMatching(/^Install Pulumi .*, or Go 1\.25\.11 or newer, then run this again\.$/),
    ]);
    expect(go({ missing: true }, { what: "SDK generator", isOurs: true })).toEqual([
      "There is no SDK generator, and no Go to build one.",
      "Install Go 1.25.11 or newer, then run this again.",
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
      lines("setup/install.mjs", "installProblem", { text, trouble });
    expect(npm("npm error code ENOTFOUND\nnpm error network request failed")).toEqual([
      "The npm registry cannot be reached.",
      expect.stringContaining("npm config get registry"),
    ]);
    expect(npm("npm error code ENOSPC")[0]).toContain("The disk is full");
    expect(npm("", "missing")[0]).toBe("npm is not on PATH.");
    const apart =
      "npm error code EUSAGE\nnpm error `npm ci` can only install packages when your package.json and package-lock.json or npm-shrinkwrap.json are in sync.";
    expect(npm(apart)).toEqual([
      "package.json and package-lock.json do not agree.",
      expect.stringContaining("`npm install`"),
    ]);
    expect(npm("npm error code E404\nnpm error 404 Not Found - x\n")[0]).toBe(
      "npm ci failed: 404 Not Found - x",
    );
  });

  it("a folder that cannot be written", () => {
    const error = { code: "EROFS", path: "/cache/x" };
    expect(lines("process/problem.mjs", "asProblem", error, "Do this.")).toEqual([
      "Cannot write /cache/x: the disk is read-only.",
      "Do this.",
    ]);
  });

  it("packages of Python that cannot be installed", () => {
    const pip = (text: string, trouble?: string) =>
      lines("sdks/python.mjs", "installProblem", { text, trouble });
    expect(pip("/usr/bin/python3: No module named pip")).toEqual([
      "This Python has no pip.",
      "Install pip for it, then run this again.",
    ]);
    expect(pip("", "stalled")[0]).toBe("The Python packages cannot be reached.");
    expect(pip("ERROR: No matching distribution\nERROR: Could not find a version that satisfies x")[0]).toBe(
      "The Python packages cannot be reached.",
    );
    expect(pip("ERROR: something else")[0]).toBe("pip failed: ERROR: something else");
  });

  it("packages of Java that cannot be installed", () => {
    const maven = (text: string, trouble?: string) =>
      lines("sdks/java.mjs", "mavenProblem", { text, trouble });
    const unreachable = [
      "The Java packages cannot be reached.",
      "Check the network, or the mirrors and proxies in Maven's settings.xml, then run this again.",
    ];
    expect(maven("", "stalled")).toEqual(unreachable);
    expect(maven("[ERROR] Could not transfer artifact x from/to central")).toEqual(unreachable);
    expect(
      maven("[INFO] so far\n[ERROR] COMPILATION ERROR : \n[ERROR] A.java:[87,13] no such symbol"),
    ).toEqual(["Maven failed: A.java:[87,13] no such symbol", expect.stringContaining("npm run sdks java")]);
  });
});

import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { inNode } from "./inNode";

describe("the engine's cache", () => {
  let cache: string;
  beforeEach(() => {
    cache = mkdtempSync(join(tmpdir(), "pulumi-checks-cache test-"));
  });
  afterEach(() => rmSync(cache, { recursive: true, force: true }));

  it("is where the environment says, in this order", () => {
    const environments = [
      { PULUMI_CHECKS_CACHE: "/own", XDG_CACHE_HOME: "/xdg" },
      { XDG_CACHE_HOME: "/xdg" },
      { XDG_CACHE_HOME: "relative, and so not to be used" },
      {},
    ];
    const folders = inNode<string[]>(
      `const { cacheFolder } = await import("./engine/cache.mjs"); return input.map(cacheFolder);`,
      environments,
    );
    const usual = join(homedir(), ".cache", "pulumi-checks");
    expect(folders).toEqual(["/own", "/xdg/pulumi-checks", usual, usual]);
  });

  const MAKE = `
    const fs = await import("node:fs");
    const { join } = await import("node:path");
    const { cachedEngine, cachePaths, publish, removeFolder, workFolder } = await import("./engine/cache.mjs");
    const paths = cachePaths(input);
    const make = (text) => {
      const work = workFolder(paths);
      fs.mkdirSync(join(work, "bin"));
      fs.writeFileSync(join(work, "bin", "pulumi"), text, { mode: 0o755 });
      publish(paths, join(work, "bin"), text);
      removeFolder(work);
    };
  `;

  it("has an engine only when it is whole", () => {
    const seen = inNode<unknown[]>(
      `${MAKE}
       const before = cachedEngine(paths);
       make("first");
       const published = cachedEngine(paths);
       fs.truncateSync(join(published.folder, "pulumi"), 2);
       const cutShort = cachedEngine(paths);
       make("second");
       const repaired = cachedEngine(paths);
       fs.rmSync(join(paths.engine, "made.json"));
       return [before, published.how, cutShort, repaired.how, cachedEngine(paths)].map((value) => value ?? null);`,
      cache,
    );
    expect(seen).toEqual([null, "first", null, "second", null]);
  });

  it("leaves a whole engine alone when a second process is done later", () => {
    expect(inNode(`${MAKE} make("first"); make("second"); return cachedEngine(paths).how;`, cache)).toBe(
      "first",
    );
    expect(readdirSync(join(cache, "engine"))).toHaveLength(1);
  });

  it("clears what killed processes left", () => {
    inNode(`${MAKE} workFolder(paths); workFolder(paths); make("whole"); return null;`, cache);
    expect(readdirSync(join(cache, "engine"))).toHaveLength(1);
  });

  it("says before the work that the disk is too small", () => {
    const message = inNode<string>(
      `const { needDisk } = await import("./engine/cache.mjs");
       try { needDisk(input, 1e12, "It"); } catch (error) { return error.message; }`,
      cache,
    );
    expect(message.split("\n")).toEqual([
      expect.stringMatching(/^It needs 1000000000000 MB in .*, and \d+ MB are free\.$/),
      "Free some space, or set PULUMI_CHECKS_CACHE to a folder on a larger disk.",
    ]);
  });
});

import { mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { script } from "../../support/scripts/script";

interface Paths {
  engine: string;
}

const { cachedEngine, cacheFolder, cachePaths, needDisk, publish, removeFolder, workFolder } = script<{
  cachedEngine(paths: Paths): { folder: string; how: string } | undefined;
  cacheFolder(environment: Record<string, string>): string;
  cachePaths(cache: string): Paths;
  needDisk(folder: string, megabytes: number, what: string): void;
  publish(paths: Paths, folder: string, how: string): void;
  removeFolder(folder: string): void;
  workFolder(paths: Paths): string;
}>("engine/cache.mjs");

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
    const usual = join(homedir(), ".cache", "pulumi-checks");
    expect(environments.map((environment) => cacheFolder(environment))).toEqual([
      "/own",
      "/xdg/pulumi-checks",
      usual,
      usual,
    ]);
  });

  function make(how: string): void {
    const paths = cachePaths(cache);
    const work = workFolder(paths);
    mkdirSync(join(work, "bin"));
    writeFileSync(join(work, "bin", "pulumi"), how, { mode: 0o755 });
    publish(paths, join(work, "bin"), how);
    removeFolder(work);
  }
  const made = () => cachedEngine(cachePaths(cache));

  it("has an engine only when it is whole", () => {
    expect(made()).toBeUndefined();
    make("first");
    const { folder = "", how } = made() ?? {};
    expect(how).toBe("first");
    truncateSync(join(folder, "pulumi"), 2);
    expect(made()).toBeUndefined();
    make("second");
    expect(made()?.how).toBe("second");
    rmSync(join(cachePaths(cache).engine, "made.json"));
    expect(made()).toBeUndefined();
  });

  it("leaves a whole engine alone when a second process is done later", () => {
    make("first");
    make("second");
    expect(made()?.how).toBe("first");
    expect(readdirSync(join(cache, "engine"))).toHaveLength(1);
  });

  it("clears what killed processes left", () => {
    workFolder(cachePaths(cache));
    workFolder(cachePaths(cache));
    make("whole");
    expect(readdirSync(join(cache, "engine"))).toHaveLength(1);
  });

  it("says before the work that the disk is too small", () => {
    let message = "";
    try {
      needDisk(cache, 1e12, "It");
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message.split("\n")).toEqual([
      expect.stringMatching(/^It needs 1000000000000 MB in .*, and \d+ MB are free\.$/),
      "Free some space, or set PULUMI_CHECKS_CACHE to a folder on a larger disk.",
    ]);
  });
});

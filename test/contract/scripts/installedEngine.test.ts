import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { script } from "../../support/scripts/script";

interface Found {
  folder?: string;
  version?: string;
  passedOver?: string[];
}

const { installedEngine } = script<{
  installedEngine(home: string, environment: Record<string, string>): Found | Promise<Found>;
}>("engine/installed.mjs");

describe("an engine that somebody installed", () => {
  let base: string;
  beforeEach(() => {
    base = mkdtempSync(join(tmpdir(), "pulumi-checks-installed test-"));
  });
  afterEach(() => rmSync(base, { recursive: true, force: true }));

  function program(folder: string, name: string, prints: string): string {
    const file = join(base, folder, name);
    mkdirSync(join(base, folder), { recursive: true });
    writeFileSync(file, `#!/bin/sh\n${prints}\n`);
    chmodSync(file, 0o755);
    return join(base, folder);
  }

  async function look(path: string[]): Promise<Found> {
    const home = join(base, "home");
    return installedEngine(home, { PATH: path.join(":"), PULUMI_HOME: home });
  }

  it("is taken when it is new enough and has its Node host beside it", async () => {
    const folder = program("a", "pulumi", "echo v3.200.1");
    program("a", "pulumi-language-nodejs", "");
    expect(await look([join(base, "none"), folder])).toEqual({ folder, version: "v3.200.1" });
  });

  it("is taken when the host is elsewhere on PATH", async () => {
    const folder = program("a", "pulumi", "echo v3.200.1");
    expect(await look([folder, program("b", "pulumi-language-nodejs", "")])).toMatchObject({ folder });
  });

  it("is passed over when it is too old, or has no version", async () => {
    program("a", "pulumi-language-nodejs", "");
    const folder = program("a", "pulumi", "echo v3.100.0");
    expect(await look([folder])).toEqual({ passedOver: [`${folder}/pulumi is v3.100.0`] });
    program("a", "pulumi", "echo");
    expect(await look([folder])).toEqual({ passedOver: [`${folder}/pulumi is of no known version`] });
  });

  it("is not even started when it has no host: the npm launcher would begin a download", async () => {
    const folder = program("a", "pulumi", `touch "${join(base, "started")}"`);
    const { passedOver } = await look([folder]);
    expect(passedOver).toEqual([`${folder}/pulumi has no pulumi-language-nodejs beside it`]);
    expect(existsSync(join(base, "started"))).toBe(false);
  });

  it("is found where the npm launcher keeps it", async () => {
    const folder = program("home/versions/3.259.0/bin", "pulumi", "echo v3.259.0");
    program("home/versions/3.259.0/bin", "pulumi-language-nodejs", "");
    expect(await look([])).toEqual({ folder, version: "v3.259.0" });
  });
});

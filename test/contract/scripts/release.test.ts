/** The plugin as its archives hold it: how it starts and ends, what it says where it cannot, and what comes with it. */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { list } from "tar";
import { parse } from "yaml";
import { listening } from "../../support/listening";
import { script } from "../../support/scripts/script";

const { layOut, writeArchives } = script<{
  layOut(root: string, folder: string, schema: object): void;
  writeArchives(laidOut: string, folder: string, version: string): Promise<void>;
}>("release/archives.mjs");

const ROOT = join(__dirname, "..", "..", "..");
const sumOf = (file: string) => createHash("sha256").update(readFileSync(file)).digest("hex");
const WRAPPER = "pulumi-resource-checks";

describe("the plugin of a release", () => {
  // Outside the checkout, where nothing is installed.
  const folder = mkdtempSync(join(tmpdir(), "release-"));
  const plugin = join(folder, "plugin");
  beforeAll(() => layOut(ROOT, plugin, { name: "checks" }));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const archives = async (name: string) => {
    const target = join(folder, name);
    mkdirSync(target);
    await writeArchives(plugin, target, "1.2.3");
    return Object.fromEntries(readdirSync(target).map((file) => [file, sumOf(join(target, file))]));
  };

  it.each(["SIGINT", "SIGTERM"] as const)("prints its port, and ends with %s", async (signal) => {
    // Without its engine it would soon end by itself.
    const engine = await listening(0);
    const child = spawn(join(plugin, WRAPPER), [`127.0.0.1:${engine.port}`], {
      cwd: folder,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(child, "exit");
    const [port] = (await once(child.stdout, "data")) as [Buffer];
    expect(Number(port)).toBeGreaterThan(0);
    child.kill(signal);
    expect(await ended).toEqual([0, null]);
    await engine.close();
  });

  it("says in one line that Node is missing", () => {
    const { status, stderr } = spawnSync(join(plugin, WRAPPER), { env: { PATH: folder }, encoding: "utf8" });
    expect(status).toBe(1);
    expect(stderr).toBe(
      "pulumi-resource-checks needs Node 20 or newer, and there is no `node` on PATH: install it, or add its folder to PATH.\n",
    );
    expect(readFileSync(join(plugin, `${WRAPPER}.cmd`), "utf8")).toContain(stderr.trim());
  });

  it("says in one line that Node is too old, in words that an old Node can read", async () => {
    const old = join(folder, "old.cjs");
    writeFileSync(old, 'Object.defineProperty(process.versions, "node", { value: "18.20.8" });');
    const env = { ...process.env, NODE_OPTIONS: `--require=${old}` };
    const { status, stderr } = spawnSync(join(plugin, WRAPPER), { env, encoding: "utf8" });
    expect(status).toBe(1);
    expect(stderr).toBe(
      "pulumi-resource-checks needs Node 20 or newer, and `node` on PATH is 18.20.8: install a newer one.\n",
    );
    const { transform } = await import("esbuild");
    const source = readFileSync(join(plugin, "nodeVersion.cjs"), "utf8");
    const options = { target: "node10", minifyWhitespace: true } as const;
    expect((await transform(source, options)).code).toBe(
      (await transform(source, { ...options, target: "esnext" })).code,
    );
  });

  it("replaces a release, and no other folder", () => {
    const target = join(folder, "release");
    mkdirSync(target);
    writeFileSync(join(target, "old.tgz"), "");
    writeFileSync(join(target, "SHA256SUMS"), `${"0".repeat(64)}  old.tgz\n`);
    const release = (out: string) => {
      const args = [join(ROOT, "scripts", "release.mjs"), "--without-sdks", "--out", out];
      return spawnSync(process.execPath, args, { encoding: "utf8" });
    };
    expect(release(target)).toMatchObject({ status: 0 });
    const made = readdirSync(target, { withFileTypes: true });
    expect(made.filter((entry) => !entry.isFile())).toEqual([]);
    const sums = readFileSync(join(target, "SHA256SUMS"), "utf8").trim().split("\n");
    const names = made.map(({ name }) => name).filter((name) => name !== "SHA256SUMS");
    expect(sums).toEqual(names.sort().map((name) => `${sumOf(join(target, name))}  ${name}`));
    expect(names).not.toContain("old.tgz");

    writeFileSync(join(target, "keys.txt"), "");
    for (const [out, own] of [
      [target, "keys.txt"],
      [plugin, "program.cjs"],
    ] as const) {
      const { status, stderr } = release(out);
      expect(status).toBe(1);
      expect(stderr).toContain(`${out} is not empty and holds more than a release: `);
      expect(readdirSync(out)).toContain(own);
    }
  });

  it("is in an archive for each system with that system's wrapper, and nothing of this machine", async () => {
    const made = await archives("first");
    expect(Object.keys(made).sort()).toEqual(
      ["darwin", "linux", "windows"].flatMap((system) =>
        ["amd64", "arm64"].map((processor) => `${WRAPPER}-v1.2.3-${system}-${processor}.tar.gz`),
      ),
    );
    const common = ["nodeVersion.cjs", "program.cjs", "schema.json", "LICENSE", "THIRD-PARTY-LICENCES.txt"];
    for (const name of Object.keys(made)) {
      const held: unknown[] = [];
      await list({
        file: join(folder, "first", name),
        onReadEntry: ({ path, mode, uname }) => void held.push([path, mode, uname]),
      });
      const wrapper = name.includes("windows") ? `${WRAPPER}.cmd` : WRAPPER;
      expect(held).toEqual([[wrapper, 0o755, ""], ...common.map((path) => [path, 0o644, ""])]);
    }
    expect(await archives("second")).toEqual(made);
    const program = readFileSync(join(plugin, "program.cjs"), "utf8");
    expect(program).not.toContain(ROOT);
    expect(program).not.toContain(".state/dist-");
    expect(program).not.toContain("scripts/build.mjs");
  });

  it("ends each line for the command interpreter of Windows as that one expects", () => {
    const lines = readFileSync(join(plugin, `${WRAPPER}.cmd`), "utf8").split("\n");
    expect(lines.pop()).toBe("");
    expect(lines.filter((line) => !line.endsWith("\r"))).toEqual([]);
  });

  it("brings the licences of all that is bundled", () => {
    const text = readFileSync(join(plugin, "THIRD-PARTY-LICENCES.txt"), "utf8");
    const named = [...text.matchAll(/^(\S+) \d+\.\d+\.\d+ \(/gm)].map(([, name]) => name);
    expect(named).toEqual(
      expect.arrayContaining(["@grpc/grpc-js", "@pulumi/pulumi", "axios", "google-protobuf", "zod"]),
    );
    expect(text).not.toMatch(/undefined/);
    const program = readFileSync(join(plugin, "program.cjs"), "utf8");
    const loaded = [...program.matchAll(/node_modules\/((?:@[^/]+\/)?[^/"]+)\//g)].map(([, name]) => name);
    expect(loaded.filter((name) => !named.includes(name))).toEqual([]);
  });
});

describe("the step of the workflow that makes a release", () => {
  interface Workflow {
    jobs: { release: { steps: { name?: string; run?: string }[] } };
  }
  const folder = mkdtempSync(join(tmpdir(), "npm-"));
  beforeAll(() => writeFileSync(join(folder, "npm"), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 }));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const { jobs } = parse(readFileSync(join(ROOT, ".github", "workflows", "ci.yml"), "utf8")) as Workflow;
  const code = jobs.release.steps.find(({ name }) => name === "Make the release")?.run ?? "";
  const asked = (TAG: string) => {
    const repository = { GITHUB_SERVER_URL: "https://git.example.com", GITHUB_REPOSITORY: "team/checks" };
    const env = { PATH: `${folder}:${process.env.PATH}`, ...repository, TAG };
    const { stdout } = spawnSync("bash", ["-eo", "pipefail", "-c", code], { env, encoding: "utf8" });
    return stdout.trim().split("\n");
  };

  it("names the tag and where its files will be, and neither without a tag", () => {
    expect(asked("")).toEqual(["run", "release", "--"]);
    const url = "https://git.example.com/team/checks/releases/download/v${VERSION}";
    expect(asked("v1.2.3")).toEqual(["run", "release", "--", "--tag", "v1.2.3", "--download-url", url]);
  });
});

it("the workflow publishes the archives flat, and goes on where a run before it stopped", () => {
  interface Workflow {
    jobs: { publish: { steps: { name?: string; run?: string }[] } };
  }
  const folder = mkdtempSync(join(tmpdir(), "gh-"));
  try {
    writeFileSync(
      join(folder, "gh"),
      // What there is: nothing, a `draft`, or a `public` one. Its file is not taken while `$FAILS`.
      [
        "#!/bin/sh",
        'echo "$2 $4" >> log.txt',
        'case "$2" in',
        '  view) [ -e is.txt ] || exit 1; [ -z "$4" ] || { grep -q draft is.txt && echo true || echo false; };;',
        '  create) [ "$4" = --draft ] && echo draft > is.txt || echo public > is.txt;;',
        '  upload) [ -z "$FAILS" ] || exit 1;;',
        '  edit) [ "$4" = --draft=false ] && echo public > is.txt;;',
        "esac",
      ].join("\n"),
      {
        mode: 0o755,
      },
    );
    mkdirSync(join(folder, "release"));
    writeFileSync(join(folder, "release", "SHA256SUMS"), "");
    const { jobs } = parse(
      readFileSync(join(ROOT, ".github", "workflows", "release.yml"), "utf8"),
    ) as Workflow;
    const code = jobs.publish.steps.find(({ name }) => name?.startsWith("Publish the archives"))?.run ?? "";
    const publish = (FAILS = "") => {
      const env = { PATH: `${folder}:${process.env.PATH}`, TAG: "v1.2.3", FAILS };
      const { status } = spawnSync("bash", ["-e", "-c", code], { cwd: folder, env });
      const calls = readFileSync(join(folder, "log.txt"), "utf8").trim().split("\n");
      rmSync(join(folder, "log.txt"));
      return { status, calls, is: readFileSync(join(folder, "is.txt"), "utf8").trim() };
    };
    const [seen, upload] = ["view --json", "upload release/SHA256SUMS"];
    const begun = ["view ", "create --draft", seen, upload];
    expect(publish("1")).toEqual({ status: 1, calls: begun, is: "draft" });
    const rest = ["view ", seen, upload, "edit --draft=false"];
    expect(publish()).toEqual({ status: 0, calls: rest, is: "public" });
    expect(publish("1")).toEqual({ status: 0, calls: ["view ", seen], is: "public" });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

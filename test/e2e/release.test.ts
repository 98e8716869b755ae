/**
 * What a release is made of, as a user gets it by the lines of docs/plugin.md, in an engine with an empty home. The server
 * of the document is one of this test, and its archive the one for this machine.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parse, stringify } from "yaml";
import { Stack, succeeded } from "../support/engine";
import { FileServer } from "../support/fileServer";
import { NO_HOST_NAMED } from "../support/hosts";
import {
  copyJavaPackages,
  environmentOf,
  exampleIn,
  installWheel,
  type Sdks,
  whyNot,
} from "../support/languages";
import { given, library } from "../support/library";
import { type Block, blocks, linesOf, ROOT, Terminal } from "../support/readme";
import { itUnless } from "../support/unless";
import { eachWithYaml, type YamlProgram } from "../support/yaml";

interface Schema {
  pluginDownloadURL: string;
}

interface Workflow {
  jobs: { plugin: { steps: { run?: string }[] } };
}

const WAYS = blocks("docs/plugin.md");
const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
const system = { linux: "linux", darwin: "darwin", win32: "windows" }[process.platform as "linux"];
const processor = { x64: "amd64", arm64: "arm64" }[process.arch as "x64"];
const ARCHIVE = `pulumi-resource-checks-v${version}-${system}-${processor}.tar.gz`;
const SERVER_OF_DOCUMENT = "https://downloads.example.com/checks";

const needed = whyNot("python") ?? whyNot("go");

describe("a release", () => {
  const folder = mkdtempSync(join(tmpdir(), "release-"));
  const release = join(folder, "release");
  const scene = eachWithYaml();
  let server: FileServer;

  beforeAll(async () => {
    server = await FileServer.start(release);
    const script = join(ROOT, "scripts", "release.mjs");
    const address = ["--download-url", `${server.url}/v\${VERSION}`];
    const options = ["--out", release, ...address, ...(needed ? ["--without-sdks"] : [])];
    const made = spawnSync(process.execPath, [script, ...options], { encoding: "utf8" });
    if (made.status !== 0) throw new Error(made.stderr);
  });
  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const under = (heading: string, language: string) =>
    WAYS.filter((block) => block.heading === heading && block.language === language);
  const documented = (heading: string): YamlProgram => {
    const [block] = under(heading, "yaml");
    return parse((block?.code ?? "").replaceAll(SERVER_OF_DOCUMENT, server.url)) as YamlProgram;
  };
  const withoutPlugins = (program: YamlProgram) => {
    const { resources, outputs } = program;
    scene.stack.drop("Pulumi.yaml");
    scene.stack.write("Pulumi.yaml", stringify({ name: "jobs", runtime: "yaml", resources, outputs }));
  };
  const walk = async (lines: { command: string }[], { folder: place, shellEnvironment }: Stack) => {
    const terminal = new Terminal(place, shellEnvironment);
    for (const { command } of lines) {
      const line = command
        .replace(`pulumi-resource-checks-v${version}-linux-amd64.tar.gz`, join(release, ARCHIVE))
        .replace(SERVER_OF_DOCUMENT, server.url);
      const { code, text } = await terminal.run(line);
      if (code !== 0) throw new Error(`\`${command}\` ended with ${code}:\n${text}`);
    }
  };
  const follow = (heading: string) => walk(under(heading, "sh").flatMap(linesOf), scene.stack);
  const installed = () =>
    existsSync(join(scene.stack.folder, "home", "plugins", `resource-checks-v${version}`));

  const removed = async () => {
    succeeded(await scene.stack.pulumi(["plugin", "rm", "resource", "checks", "--yes"]));
    expect(installed()).toBe(false);
  };
  /** What the workflow does on every system with the archive that was made for it. */
  const stepsOfCi = async () => {
    const { jobs } = parse(readFileSync(join(ROOT, ".github", "workflows", "ci.yml"), "utf8")) as Workflow;
    symlinkSync(release, join(scene.stack.folder, "release"));
    const environment = { VERSION: version, SYSTEM: `${system}-${processor}` };
    const terminal = new Terminal(scene.stack.folder, { ...scene.stack.shellEnvironment, ...environment });
    for (const { run } of jobs.plugin.steps) {
      const { code, text } = await terminal.run(run ?? "true");
      if (code !== 0) throw new Error(`\`${run}\` ended with ${code}:\n${text}`);
    }
  };

  it("gives a plugin by its archive alone that makes, sees no change, and destroys", async () => {
    const { service, stack } = scene;
    withoutPlugins(documented("In an npm project"));
    rmSync(join(stack.folder, "node_modules"), { recursive: true });
    await follow("From an archive");
    expect(installed()).toBe(true);
    const up = await stack.up();
    expect(up.text).not.toMatch(/exited prematurely|using pulumi-resource-checks from/);
    const made = await service.check("nightly-backup");
    expect(made).toMatchObject({ schedule: "30 2 * * *", tz: "Europe/Riga", grace: 3600 });
    expect(await stack.outputs()).toEqual({ pingUrl: made.ping_url });
    expect((await stack.preview("--expect-no-changes")).code).toBe(0);
    const ended = await stack.destroy();
    expect(ended.text).not.toContain("exited prematurely");
    expect(await service.checks()).toEqual([]);
  });

  it("serves a plugin from any web server, by hand, and to a program that names the server", async () => {
    const { service, stack } = scene;
    await follow("From a web server");
    expect(installed()).toBe(true);
    expect(server.asked).toEqual([`/${ARCHIVE}`]);
    await removed();
    await stepsOfCi();
    const answered = JSON.parse(readFileSync(join(stack.folder, "answered.json"), "utf8")) as Schema;
    await removed();
    const address = ["--server", answered.pluginDownloadURL];
    succeeded(await stack.pulumi(["plugin", "install", "resource", "checks", version, ...address]));
    expect(server.asked).toEqual([`/${ARCHIVE}`, `/v${version}/${ARCHIVE}`]);

    await removed();
    withoutPlugins(documented("From a web server"));
    await stack.up();
    expect(server.asked).toEqual([`/${ARCHIVE}`, `/v${version}/${ARCHIVE}`, `/${ARCHIVE}`]);
    expect(await service.checks()).toHaveLength(1);
    await stack.destroy();
  });

  it("serves from PATH, also by a link, and is told in one line where Node is missing", async () => {
    const { service, stack } = scene;
    withoutPlugins(documented("In an npm project"));
    const [line] = under("On PATH", "sh");
    const folderOfDocument = /PATH="\$PWD\/(.+):\$PATH"/.exec(line?.code ?? "")?.[1] ?? "";
    const wrapper = join(stack.folder, folderOfDocument, "pulumi-resource-checks");
    expect(existsSync(wrapper)).toBe(true);
    const links = join(stack.folder, "links");
    mkdirSync(links);
    symlinkSync(wrapper, join(links, "pulumi-resource-checks"));
    const { PATH = "" } = stack.shellEnvironment;
    succeeded(await stack.pulumi(["up", "--yes", "--skip-preview"], { PATH: `${links}:${PATH}` }));
    expect(await service.checks()).toHaveLength(1);

    const engineOnly = PATH.slice(0, PATH.indexOf(String(process.env.PATH)));
    const missing = await stack.pulumi(["preview"], { PATH: `${links}:${engineOnly}` });
    expect(missing.code).not.toBe(0);
    expect(missing.text).toContain("needs Node 20 or newer, and there is no `node` on PATH");
  });

  /** Makes the checks of a language's example with what the release has, by a plugin that the engine fetches by itself. */
  const use = async (language: "python" | "go" | "java", sdks: Sdks, artefact?: string, lines?: Block) => {
    const { service } = scene;
    const files = exampleIn(language, sdks);
    const withoutPlugin = { "Pulumi.yaml": String(files["Pulumi.yaml"]).replace(/^plugins:[\s\S]*/m, "") };
    const environment = { ...service.environment, ...environmentOf(language, sdks), ...NO_HOST_NAMED };
    const stack = new Stack(environment, { ...files, ...withoutPlugin });
    try {
      if (artefact) symlinkSync(join(release, artefact), join(stack.folder, artefact));
      if (lines) await walk(linesOf(lines), stack);
      await stack.init();
      await stack.up();
      expect(await service.check("quickstart-nightly-backup")).toMatchObject({ grace: 3600 });
      expect(server.asked.pop()).toBe(`/v${version}/${ARCHIVE}`);
      await stack.destroy();
    } finally {
      stack.remove();
    }
  };
  const sdks: Sdks = {
    python: () => join(folder, "site"),
    go: () => "./not-there-yet",
    java: () => join(folder, "maven"),
  };
  const ways = under("SDKs for Python, Go, Java and C#", "sh");

  itUnless(needed, "brings SDKs that know where the plugin is", async () => {
    const [pip, go] = ways as [Block, Block];
    installWheel(join(release, pip.code.trim().replace(/^pip install /, "")), sdks.python());
    await use("python", sdks);
    await use("go", sdks, `pulumi-checks-sdk-go-v${version}.tar.gz`, go);
  });

  itUnless(needed ?? whyNot("java"), "brings a jar for Java that knows it, too", async () => {
    const [, , jar] = ways;
    copyJavaPackages(sdks.java());
    await use("java", sdks, `pulumi-checks-${version}.jar`, jar);
  });

  itUnless(
    needed,
    "brings the sources for Java and C#, with what builds them and with the plugin's server",
    async () => {
      const [, , , java, csharp] = ways as [Block, Block, Block, Block, Block];
      for (const { code } of [java, csharp]) {
        const [unpack = "", build = ""] = code.split("\n");
        execFileSync("tar", ["-xzf", join(release, unpack.split(" ")[2] ?? ""), "-C", folder]);
        const [project = ""] = /\S+\/\S+/.exec(build) ?? [];
        expect(existsSync(join(folder, project))).toBe(true);
        const sources = readdirSync(join(folder, dirname(project)), { recursive: true, encoding: "utf8" });
        const [about = ""] = sources.filter((name) => /(?:^pulumi-|\/)plugin\.json$/.test(name));
        expect(JSON.parse(readFileSync(join(folder, dirname(project), about), "utf8"))).toEqual({
          resource: true,
          name: "checks",
          version,
          server: `${server.url}/v\${VERSION}`,
        });
        expect(sources.filter((name) => /\bdist\b|\.(?:jar|class)$/.test(name))).toEqual([]);
      }
    },
  );

  it("is the npm package that all end-to-end tests use, and its checksums are right", () => {
    const sum = (file: string) => createHash("sha256").update(readFileSync(file)).digest("hex");
    expect(sum(join(release, `pulumi-checks-${version}.tgz`))).toBe(sum(given("PULUMI_CHECKS_TARBALL")));
    const { dependencies } = JSON.parse(readFileSync(join(library(), "package.json"), "utf8")) as {
      dependencies: Record<string, string>;
    };
    const [install] = under("In an npm project", "sh").flatMap(linesOf);
    expect(install?.command.split(" ").slice(2).sort()).toEqual(Object.keys(dependencies).sort());
    const listed = readFileSync(join(release, "SHA256SUMS"), "utf8").trim().split("\n");
    expect(listed).toContain(`${sum(join(release, ARCHIVE))}  ${ARCHIVE}`);
    const files = readdirSync(release, { recursive: true, withFileTypes: true }).filter((file) =>
      file.isFile(),
    );
    expect(listed).toHaveLength(files.length - 1);
    const wrong = listed.filter((line) => sum(join(release, line.slice(66))) !== line.slice(0, 64));
    expect(wrong).toEqual([]);
  });
});

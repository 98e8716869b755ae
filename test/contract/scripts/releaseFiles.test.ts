/** The files of a release that no program installs: they say what the rest of it is and does. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { GetSchemaRequest, type GetSchemaResponse } from "@pulumi/pulumi/proto/provider_pb";
import { extract } from "tar";
import { grpc } from "../../../provider/hosts/plugin/grpc";
import { listening } from "../../support/listening";
import { SCRIPTS, script } from "../../support/scripts/script";

interface Schema {
  pluginDownloadURL?: string;
  config: { variables: Record<string, object> };
}

const { registryPages } = script<{ registryPages(root: string, schema: object): Record<string, string> }>(
  "release/registry.mjs",
);
const ROOT = join(SCRIPTS, "..");
const ADDRESS = "https://downloads.example.com/checks";
const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };

describe("a release", () => {
  const folder = mkdtempSync(join(tmpdir(), "release-files-"));
  const read = (...path: string[]) => readFileSync(join(folder, ...path), "utf8");
  const released = (name: string) => read("release", name);
  const unpacked = async (archive: string, name: string) => {
    mkdirSync(join(folder, name));
    await extract({ file: join(folder, "release", archive), cwd: join(folder, name) });
    return readdirSync(join(folder, name));
  };
  let schema: Schema;

  beforeAll(() => {
    const options = ["--without-sdks", "--out", join(folder, "release"), "--download-url", ADDRESS];
    const made = spawnSync(process.execPath, [join(SCRIPTS, "release.mjs"), ...options], {
      encoding: "utf8",
    });
    if (made.status !== 0) throw new Error(made.stderr);
    schema = JSON.parse(released("schema.json")) as Schema;
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("has these files, and beside them the SDKs", () => {
    const plugins = ["darwin", "linux", "windows"].flatMap((system) =>
      ["amd64", "arm64"].map(
        (processor) => `pulumi-resource-checks-v${version}-${system}-${processor}.tar.gz`,
      ),
    );
    const pages = `pulumi-checks-registry-pages-v${version}.tar.gz`;
    const files = [
      ...plugins,
      pages,
      `pulumi-checks-${version}.tgz`,
      "SHA256SUMS",
      "release-notes.md",
      "schema.json",
    ];
    expect(readdirSync(join(folder, "release")).sort()).toEqual(files.sort());
  });

  it("tells in its notes what the change log has of this version", () => {
    const [title, empty, ...notes] = released("release-notes.md").trimEnd().split("\n");
    expect([title, empty]).toEqual([`# pulumi-checks ${version}`, ""]);
    const sections = readFileSync(join(ROOT, "CHANGELOG.md"), "utf8").split(/^## .+$/m);
    expect(notes.join("\n").length).toBeGreaterThan(100);
    expect(sections.map((section) => section.trim())).toContain(notes.join("\n"));
  });

  it("has the registry's pages in an archive, as they follow from its schema", async () => {
    expect(await unpacked(`pulumi-checks-registry-pages-v${version}.tar.gz`, "pages")).toEqual(["docs"]);
    const names = readdirSync(join(folder, "pages", "docs"));
    const pages = Object.fromEntries(names.map((name) => [name, read("pages", "docs", name)]));
    expect(pages).toEqual(registryPages(ROOT, schema));
    for (const setting of Object.keys(schema.config.variables))
      expect(pages["installation-configuration.md"]).toContain(`| \`checks:${setting}\``);
  });

  it("has the schema, all of it, that its plugin answers with and that the library has", async () => {
    const { pluginDownloadURL, ...rest } = schema;
    expect(pluginDownloadURL).toBe(ADDRESS);
    const ofLibrary = join(ROOT, "dist", "provider", "hosts", "plugin", "schema.json");
    expect(rest).toEqual(JSON.parse(readFileSync(ofLibrary, "utf8")));
    await unpacked(`pulumi-resource-checks-v${version}-linux-amd64.tar.gz`, "plugin");
    // A plugin without its engine soon ends.
    const engine = await listening(0);
    const plugin = spawn(join(folder, "plugin", "pulumi-resource-checks"), [`127.0.0.1:${engine.port}`], {
      cwd: folder,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(plugin, "exit");
    try {
      expect(JSON.parse(await answered(plugin))).toEqual(schema);
    } finally {
      plugin.kill();
      await ended;
      await engine.close();
    }
  });
});

/** The schema that a plugin has which was just started. */
async function answered({ stdout }: ChildProcess): Promise<string> {
  const [port] = (await once(stdout as NodeJS.EventEmitter, "data")) as [Buffer];
  const credentials = grpc.credentials.createInsecure() as never;
  const client = new ResourceProviderClient(`127.0.0.1:${Number(port)}`, credentials);
  try {
    const ask = promisify<GetSchemaRequest, GetSchemaResponse>(client.getSchema.bind(client));
    return (await ask(new GetSchemaRequest())).getSchema();
  } finally {
    client.close();
  }
}

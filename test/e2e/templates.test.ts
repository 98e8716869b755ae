/** `pulumi new` with each template, and the first `up` and the `destroy` of what it made. */
import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { Stack, succeeded } from "../support/engine";
import { NO_HOST_NAMED } from "../support/hosts";
import { environmentOf, itIn } from "../support/languages";
import { library } from "../support/library";
import { blocks, ROOT, Terminal } from "../support/readme";
import { Service } from "../support/service";

const TEMPLATES = join(ROOT, "templates");
/** Without what takes a registry: packages are installed by the test, and the key is in the environment. */
const NEW = ["--force", "--yes", "--generate-only", "--name", "jobs"];

describe("a project from the template", () => {
  let service: Service;
  let stack: Stack;
  beforeEach(async () => {
    service = await Service.start();
  });
  afterEach(async () => {
    stack?.remove();
    await service.stop();
  });

  const made = async (template: string, environment: Record<string, string>, args = NEW) => {
    stack = new Stack({ ...service.environment, ...environment, ...NO_HOST_NAMED });
    if (template !== "typescript") await installPlugin();
    succeeded(await stack.pulumi(["new", join(TEMPLATES, template), ...args]));
  };

  /** As `--file` installs an archive of the release; this one has nothing but the way to the npm package. */
  const installPlugin = async () => {
    const program = join(stack.folder, "pulumi-resource-checks");
    const target = join(library(), "node_modules", "pulumi-checks", "plugin", "pulumi-resource-checks");
    stack.write("pulumi-resource-checks", `#!/bin/sh\nexec "${target}" "$@"\n`);
    chmodSync(program, 0o755);
    const { version } = require("../../package.json") as { version: string };
    succeeded(await stack.pulumi(["plugin", "install", "resource", "checks", version, "--file", program]));
  };

  const isMadeAndDestroyed = async () => {
    await stack.up();
    expect(await service.check("nightly-backup")).toMatchObject({ tz: "Europe/Riga", grace: 3600 });
    await stack.destroy();
    expect(await service.checks()).toEqual([]);
  };

  itIn("yaml", "is made by the line of the guide, beside a checkout", async () => {
    stack = new Stack({ ...service.environment, ...environmentOf("yaml"), ...NO_HOST_NAMED });
    await installPlugin();
    symlinkSync(ROOT, join(stack.folder, "pulumi-checks"));
    const guide = blocks("docs/plugin.md").map(({ code }) => code.trim());
    const line = guide.find((code) => code.startsWith("pulumi new "));
    const terminal = new Terminal(stack.folder, stack.shellEnvironment);
    const { code, text } = await terminal.run(`${line} --yes --stack dev`);
    if (code !== 0) throw new Error(text);
    expect(readFileSync(join(stack.folder, "jobs", "Pulumi.yaml"), "utf8")).toContain("name: jobs\n");
  });

  it("in TypeScript is made and destroyed", async () => {
    await made("typescript", {});
    stack.linkFromCheckout("typescript");
    await stack.init();
    await isMadeAndDestroyed();
  });

  itIn("yaml", "in YAML is made and destroyed, with a stack from the first minute", async () => {
    await made("yaml", environmentOf("yaml"), ["--force", "--yes", "--name", "jobs", "--stack", "dev"]);
    await isMadeAndDestroyed();
  });

  itIn("python", "in Python is made and destroyed", async () => {
    await made("python", environmentOf("python"));
    execFileSync("python3", ["-m", "venv", "--without-pip", join(stack.folder, "venv")]);
    await stack.init();
    await isMadeAndDestroyed();
  });
});

import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { parse } from "yaml";
import { Stack, succeeded } from "../support/engine";
import { whyNoCode } from "../support/languages";
import { Service } from "../support/service";
import { itUnless } from "../support/unless";
import { eachWithYaml, type YamlProgram, type YamlStack } from "../support/yaml";

describe("checks of a project in which nobody has used Pulumi", () => {
  const scene = eachWithYaml();

  it("are imported all at once from the list that adopt writes, and the code that Pulumi prints is the program", async () => {
    const { service, stack } = scene;
    const beta = service.emulator.projects.beta.readWriteKey;
    for (const check of [
      { slug: "plain" },
      { slug: "backup", name: "Nightly backup", schedule: "30 2 * * *", tz: "Europe/Riga", tags: "prod db" },
      { slug: "paged", timeout: 600, channels: "*", desc: "every ten minutes" },
      { name: "No slug" },
    ])
      await service.request("POST", "/checks/", check);
    await service.request("POST", "/checks/", { slug: "elsewhere", methods: "POST" }, beta);
    const [before, there] = [await service.checks(), await service.checks(beta)];
    const secret = ["config", "set", "--path", "checks:projects.beta.apiKey", beta, "--secret"];
    succeeded(await stack.pulumi(secret));

    const imports = async (code: number, ...options: string[]): Promise<YamlProgram["resources"]> => {
      const adopt = [
        "pulumi-checks",
        "adopt",
        "apply",
        "--out",
        ".",
        "--format",
        "import",
        "--force",
        ...options,
      ];
      const run = promisify(execFile)("npx", adopt, { cwd: stack.folder, env: stack.shellEnvironment });
      const ended = await run.then(
        () => 0,
        (error: { code: number }) => error.code,
      );
      expect(ended).toBe(code);
      const list = ["import", "--file", "import.json", "--out", "imported.yaml"];
      const imported = await stack.pulumi([...list, "--yes", "--skip-preview", "--protect=false"]);
      expect(imported).toMatchObject({ code: 0 });
      const text = readFileSync(join(stack.folder, "imported.yaml"), "utf8");
      return (parse(text) as YamlProgram).resources;
    };
    // Left out is what has no slug: somebody has to decide.
    const resources = { ...(await imports(2)), ...(await imports(0, "--project", "beta")) };
    expect(Object.keys(resources).sort()).toEqual([
      "backup",
      "elsewhere",
      "paged",
      "paged-channels",
      "plain",
    ]);
    expect(resources.plain).toEqual({ type: "checks:Check", properties: { slug: "plain" } });
    stack.program({ resources });
    for (const args of [
      ["preview"],
      ["up", "--yes", "--skip-preview"],
      ["refresh", "--yes", "--skip-preview"],
    ])
      expect(await stack.pulumi([...args, "--expect-no-changes"])).toMatchObject({ code: 0 });
    expect(await service.checks()).toEqual(before);
    expect(await service.checks(beta)).toEqual(there);
  });
});

/** Imports all checks of the project by a list of `adopt`; the program is what Pulumi prints, which is returned as well. */
async function importAll(stack: YamlStack): Promise<string> {
  const adopt = ["pulumi-checks", "adopt", "apply", "--out", ".", "--format", "import"];
  await promisify(execFile)("npx", adopt, { cwd: stack.folder, env: stack.shellEnvironment });
  const list = ["import", "--file", "import.json", "--out", "imported.yaml"];
  succeeded(await stack.pulumi([...list, "--yes", "--skip-preview", "--protect=false"]));
  const text = readFileSync(join(stack.folder, "imported.yaml"), "utf8");
  stack.program(parse(text) as YamlProgram);
  return text;
}

describe("checks whose slugs cannot be names in the code that Pulumi prints", () => {
  const scene = eachWithYaml();

  it("are imported under their slugs, and the code has other names for them", async () => {
    const { service, stack } = scene;
    await service.request("POST", "/checks/", { slug: "3am", name: "3am", channels: "Pager" });
    await service.request("POST", "/checks/", { slug: "pulumi" });
    const before = await service.checks();
    await importAll(stack);
    await stack.up("--expect-no-changes");
    expect(Object.keys(await stack.rows()).sort()).toEqual(["3am", "3am-channels", "pulumi"]);
    expect(await service.checks()).toEqual(before);
  });
});

describe("checks of which an import that was interrupted had some", () => {
  const scene = eachWithYaml();

  it("are all there after the same import, and so is their code, though Pulumi calls it a failure", async () => {
    const { service, stack } = scene;
    for (const slug of ["first", "second"]) await service.request("POST", "/checks/", { slug });
    const before = await service.checks();
    const answers = ["--yes", "--skip-preview", "--protect=false", "--out", "imported.yaml"];
    succeeded(await stack.pulumi(["import", "checks:index:Check", "first", "first", ...answers]));
    const resources = ["first", "second"].map((name) => ({ type: "checks:index:Check", name, id: name }));
    writeFileSync(join(stack.folder, "import.json"), JSON.stringify({ resources }));
    const { code, text } = await stack.pulumi(["import", "--file", "import.json", ...answers]);
    expect(code).not.toBe(0);
    expect(text).toMatch(/::first' already exists/);
    stack.program(parse(readFileSync(join(stack.folder, "imported.yaml"), "utf8")) as YamlProgram);
    expect(await stack.preview("--expect-no-changes")).toMatchObject({ code: 0 });
    expect(await service.checks()).toEqual(before);
  });
});

describe("checks of a project whose stack has default channels", () => {
  const scene = eachWithYaml();

  it("are imported with their own, so that the code that Pulumi prints changes nothing", async () => {
    const { service, stack } = scene;
    await service.request("POST", "/checks/", { slug: "paged", channels: "Pager" });
    await service.request("POST", "/checks/", { slug: "mailed", channels: "Ops mail" });
    await service.request("POST", "/checks/", { slug: "silent" });
    succeeded(await stack.pulumi(["config", "set", "--path", "checks:defaultChannels[0]", "Pager"]));
    const before = await service.checks();
    await importAll(stack);
    await stack.up("--expect-no-changes");
    expect(await stack.preview("--refresh", "--expect-no-changes")).toMatchObject({ code: 0 });
    expect(await service.checks()).toEqual(before);
  });
});

describe("checks of a project whose stack has stamps", () => {
  const scene = eachWithYaml({ CHECKS_STAMP: "true" });

  it("are imported, and the next up writes the stamps alone; an assignment may name a check by its uuid instead of its name", async () => {
    const { service, stack } = scene;
    const { uuid } = await service.request("POST", "/checks/", {
      slug: "backup",
      name: "backup",
      channels: "*",
    });
    const before = await service.check("backup");
    const text = await importAll(stack);
    const preview = await stack.preview();
    expect(preview.text).toContain('check "backup": an up puts the stamp of jobs/dev on it (checks:stamp)');
    expect(preview.text).toContain("~ 2 to update");
    await stack.up();
    expect(await service.check("backup")).toEqual({ ...before, tags: "pulumi:jobs/dev" });
    expect(text).toContain("check: ${backup.name}");
    stack.program(parse(text.replace("${backup.name}", "${backup.uuid}")) as YamlProgram);
    await stack.up("--expect-no-changes");
    expect((await service.check("backup")).uuid).toBe(uuid);
  });
});

const TYPESCRIPT = `
import * as pulumi from "@pulumi/pulumi";
import * as checks from "pulumi-checks";

const backup = new checks.Check("backup", {
    grace: 7200,
    slug: "nightly-backup",
    tags: ["prod"],
});
`;

const PYTHON = `
import pulumi
import pulumi_checks as checks

backup = checks.Check("backup",
    grace=7200,
    slug="nightly-backup",
    tags=["prod"])
`;

const GO = `
package main

import (
	"example.com/pulumi-checks/sdk/go/checks"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		_, err := checks.NewCheck(ctx, "backup", &checks.CheckArgs{
			Grace: pulumi.Any(7200),
			Slug:  pulumi.String("nightly-backup"),
			Tags: pulumi.StringArray{
				pulumi.String("prod"),
			},
		})
		if err != nil {
			return err
		}
		return nil
	})
}
`;

describe("a check that is imported", () => {
  const programs = [
    ["TypeScript", "nodejs", TYPESCRIPT],
    ["Python", "python", PYTHON],
    ["Go", "go", GO],
  ] as const;

  for (const [language, runtime, code] of programs) {
    itUnless(whyNoCode(), `is told in ${language} by what differs from the defaults alone`, async () => {
      const service = await Service.start();
      const project = { "Pulumi.yaml": `name: jobs\nruntime: ${runtime}\n` };
      const stack = new Stack({ ...service.environment, CHECKS_HOST: "plugin" }, project);
      try {
        await service.request("POST", "/checks/", { slug: "nightly-backup", tags: "prod", grace: 7200 });
        await stack.init();
        const check = ["checks:index:Check", "backup", "nightly-backup"];
        const quickly = ["--yes", "--skip-preview", "--protect=false", "--out", "imported"];
        succeeded(await stack.pulumi(["import", ...check, ...quickly]));
        expect(readFileSync(join(stack.folder, "imported"), "utf8").trim()).toBe(code.trim());
      } finally {
        stack.remove();
        await service.stop();
      }
    });
  }
});

describe("a check with another stack's stamp", () => {
  const scene = eachWithYaml();
  const refused =
    'check "backup": slug: the check belongs to the stack jobs/prod. To hand it over to this stack, run `pulumi-checks handover backup --to jobs/dev`';

  it("is not imported, neither by the command nor by the option, and may be looked at", async () => {
    const { service, stack } = scene;
    await service.request("POST", "/checks/", { slug: "backup", tags: "pulumi:jobs/prod" });
    const command = ["import", "checks:index:Check", "backup", "backup", "--yes", "--protect=false"];
    for (const skip of [[], ["--skip-preview"]]) {
      const run = await stack.pulumi([...command, ...skip]);
      expect(run.code).not.toBe(0);
      expect(run.text).toContain(refused);
    }
    const declared = { type: "checks:Check", properties: { slug: "backup" }, options: { import: "backup" } };
    stack.program({ resources: { backup: declared } });
    for (const args of [["preview"], ["up", "--yes", "--skip-preview"]]) {
      const run = await stack.pulumi(args);
      expect(run.code).not.toBe(0);
      expect(run.text).toContain(refused);
    }
    stack.program({ resources: { backup: { type: "checks:Check", get: { id: "backup" } } } });
    await stack.up();
    await stack.up("--refresh", "--expect-no-changes");
    expect(await service.check("backup")).toMatchObject({ tags: "pulumi:jobs/prod" });
  });
});

describe("an assignment that is imported by its check's slug", () => {
  const scene = eachWithYaml();

  it("is the one of a program that declares the check, from then on and after a refresh", async () => {
    const { service, stack } = scene;
    await service.request("POST", "/checks/", { slug: "backup", channels: "Pager,Ops mail" });
    /** Each object once: Pulumi reads no YAML with anchors. */
    const declare = (options?: () => object, channels = ["Pager", "Ops mail"]) =>
      stack.program({
        resources: {
          backup: { type: "checks:Check", properties: { slug: "backup" }, ...options?.() },
          pager: {
            type: "checks:ChannelAssignment",
            properties: { check: "${backup.uuid}", channels },
            ...options?.(),
          },
        },
      });
    declare(() => ({ options: { import: "backup" } }));
    const before = await service.checks();
    await stack.up();
    await stack.up("--refresh", "--expect-no-changes");
    declare();
    await stack.up("--expect-no-changes");
    await stack.up("--refresh", "--expect-no-changes");
    expect(await service.checks()).toEqual(before);
    // It is an assignment like any other: what it no longer names is detached.
    declare(undefined, ["Pager"]);
    await stack.up();
    const left = String((await service.check("backup")).channels).split(",");
    expect(left).toHaveLength(1);
    expect(String(before[0]?.channels).split(",")).toEqual(expect.arrayContaining(left));
    expect(await stack.preview("--refresh", "--expect-no-changes")).toMatchObject({ code: 0 });
  });
});

describe("a check that a program makes, and looks at by its slug", () => {
  const scene = eachWithYaml();

  it("is found in the run that makes it", async () => {
    const backup = { type: "checks:Check", properties: { slug: "backup" } };
    const seen = { type: "checks:Check", get: { id: "${backup.slug}" } };
    scene.stack.program({ resources: { backup, seen } });
    await scene.stack.up();
    await scene.stack.up("--expect-no-changes");
  });
});

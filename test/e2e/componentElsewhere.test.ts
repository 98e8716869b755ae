import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { Stack } from "../support/engine";
import { type HostName, onEachHost, withPlugin } from "../support/hosts";
import { itIn } from "../support/languages";
import { Service } from "../support/service";
import { rowsOf } from "../support/stateFile";
import { type YamlResource, YamlStack } from "../support/yaml";

/** A plugin of a team's own, whose component has a check with an assignment, and a second check where it is told a slug. */
const PLUGIN = `
const pulumi = require("@pulumi/pulumi");
const { main } = require("@pulumi/pulumi/provider");
const { ChannelAssignment, Check } = require("pulumi-checks");
class Job extends pulumi.ComponentResource {
  constructor(name, { slug, second }, options) {
    super("team:index:Job", name, {}, options);
    const check = new Check(name + "-check", { slug, grace: "10m" }, { parent: this });
    new ChannelAssignment(name + "-pager", { check, channels: ["Pager"] }, { parent: this });
    if (second) new Check(name + "-second", { slug: second }, { parent: this });
    this.registerOutputs({});
  }
}
const inputProperties = { slug: { type: "string" }, second: { type: "string" } };
const schema = { name: "team", version: "0.0.1", resources: { "team:index:Job": { isComponent: true, inputProperties } } };
const construct = async (name, type, inputs, options) => ({ urn: new Job(name, inputs, options).urn, state: {} });
main({ version: "0.0.1", schema: JSON.stringify(schema), construct }, process.argv.slice(2));
`;

function installTeam(stack: Stack): void {
  const folder = join(stack.folder, "team");
  mkdirSync(folder);
  stack.write("team/index.js", PLUGIN);
  stack.write("team/pulumi-resource-team", `#!/bin/sh\nexec node '${join(folder, "index.js")}' "$@"\n`);
  chmodSync(join(folder, "pulumi-resource-team"), 0o755);
}

/** A program in YAML to which that plugin is installed. */
class StackWithTeam extends YamlStack {
  constructor(environment: Record<string, string>) {
    super(environment);
    installTeam(this);
  }

  protected override get plugins(): object[] {
    return [...super.plugins, { name: "team", path: "team" }];
  }
}

const job = (slug: string, options: object = {}, second?: string): YamlResource => ({
  type: "team:Job",
  properties: { slug, ...(second !== undefined && { second }) },
  options: { ...options },
});

onEachHost("a component in TypeScript that a program in YAML uses", (on: { CHECKS_HOST: HostName }) => {
  let service: Service;
  let stack: StackWithTeam;

  beforeEach(async () => {
    service = await Service.start();
    stack = new StackWithTeam({ ...service.environment, ...on });
    await stack.init();
  });

  afterEach(async () => {
    stack.remove();
    await service.stop();
  });

  itIn(
    "yaml",
    "takes no check of another one, and keeps its own under another name with an alias",
    async () => {
      stack.program({ resources: { backup: job("backup") } });
      await stack.up();
      const backup = await service.check("backup");

      // A copy in which somebody forgot the slug, and which the engine happens to hear of first.
      const waiting = { dependsOn: ["${copy}"] };
      stack.program({ resources: { backup: job("backup", waiting), copy: job("backup") } });
      const refused = await stack.tryUp();
      expect(refused.code).not.toBe(0);
      expect(refused.text).toContain('the check with this slug belongs to the resource "backup-check"');
      expect(refused.text).not.toContain("Duplicate resource");
      stack.program({ resources: { backup: job("backup", waiting), copy: job("copy") } });
      await stack.up();
      expect(await service.check("backup")).toEqual(backup);

      const renamed = job("backup", { aliases: [{ name: "backup" }] });
      stack.program({ resources: { nightly: renamed, copy: job("copy") } });
      expect((await stack.preview("--expect-no-changes")).code).toBe(0);
      await stack.up();
      expect(await service.check("backup")).toEqual(backup);
      expect(await service.checks()).toHaveLength(2);
    },
  );

  itIn("yaml", "replaces its check, which keeps its UUID", async () => {
    stack.program({ resources: { backup: job("backup") } });
    await stack.up();
    const backup = await service.check("backup");
    const { urn } = rowsOf(stack).find(({ urn }) => urn.endsWith("::backup-check")) ?? { urn: "" };
    await stack.up("--replace", urn);
    expect(await service.checks()).toEqual([backup]);
  });

  itIn(
    "yaml",
    "makes a new check with the slug that another one of the same component gives up",
    async () => {
      stack.program({ resources: { backup: job("backup") } });
      await stack.up();
      const { uuid } = await service.check("backup");
      stack.program({ resources: { backup: job("nightly", {}, "backup") } });
      await stack.up();
      expect(await service.check("nightly")).toMatchObject({ uuid });
      expect(await service.checks()).toHaveLength(2);
    },
  );
});

/** A program in TypeScript that uses the same plugin, as one of a language for which it has an SDK. */
const PROGRAM = (slug: string) => `
const pulumi = require("@pulumi/pulumi");
const { Check } = require("pulumi-checks");
const own = new Check("own", { slug: "${slug}" });
new pulumi.ComponentResource("team:index:Job", "backup", { slug: "backup" }, { dependsOn: [own] }, true);
`;

onEachHost("a program in TypeScript that uses a component of a plugin", (on: { CHECKS_HOST: HostName }) => {
  let service: Service;
  let stack: Stack;

  beforeEach(async () => {
    service = await Service.start();
    const project = `${withPlugin("name: jobs\nruntime: nodejs\n")}    - name: team\n      path: team\n`;
    stack = new Stack({ ...service.environment, ...on }, { "Pulumi.yaml": project });
    installTeam(stack);
    await stack.init();
  });

  afterEach(async () => {
    stack.remove();
    await service.stop();
  });

  it("takes no check of the component", async () => {
    stack.write("index.js", PROGRAM("own"));
    await stack.up();
    const backup = await service.check("backup");
    stack.write(
      "index.js",
      PROGRAM("own").replace('Check("own"', 'Check("copy"').replace('slug: "own"', 'slug: "backup"'),
    );
    const refused = await stack.tryUp();
    expect(refused.code).not.toBe(0);
    expect(refused.text).toContain('the check with this slug belongs to the resource "backup-check"');
    expect(refused.text).not.toContain("Duplicate resource");
    stack.write("index.js", PROGRAM("own"));
    await stack.up();
    expect(await service.check("backup")).toEqual(backup);
  });
});

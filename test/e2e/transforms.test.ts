/** What transforms and `ignoreChanges` make of a program: it knows other slugs and projects than the service. */
import { stringify } from "yaml";
import { onEachHost, PLUGIN_PROVIDERS } from "../support/hosts";
import { eachWithScene } from "../support/scene";

onEachHost("a check whose slug a transform changes", (on) => {
  const scene = eachWithScene({}, on);

  const declare = (program: string) =>
    scene.stack.write(
      "index.js",
      `const { Check } = require("pulumi-checks");
      const pulumi = require("@pulumi/pulumi");
      pulumi.runtime.registerResourceTransform(({ type, props, opts }) =>
        /:Check$/.test(type) ? { props: { ...props, slug: "dev-" + props.slug }, opts } : undefined);
      ${program}`,
    );
  const inComponent = (options: string) => `
    class Jobs extends pulumi.ComponentResource {
      constructor() {
        super("test:Jobs", "jobs");
        new Check("a", { slug: "one", channels: "*" }, { parent: this, ${options} });
      }
    }
    new Jobs();`;

  it("stays the same below another parent: with an alias, which the dynamic host asks for", async () => {
    const { stack, service } = scene;
    declare(`new Check("a", { slug: "one", channels: "*" });`);
    await stack.up();
    const { uuid } = await service.check("dev-one");
    declare(inComponent(""));
    if (on.CHECKS_HOST === "dynamic") {
      const refused = await stack.tryUp();
      expect(refused.code).not.toBe(0);
      expect(refused.text).toContain(
        'slug: the check with this slug belongs to the resource "a" of this stack. If this is the same resource below another parent, give it an alias of the former one, such as `aliases: [{ parent: pulumi.rootStackResource }]`',
      );
      declare(inComponent("aliases: [{ parent: pulumi.rootStackResource }]"));
    }
    await stack.up();
    expect(await service.checks()).toEqual([expect.objectContaining({ slug: "dev-one", uuid })]);
    expect((await stack.preview("--refresh", "--expect-no-changes")).code).toBe(0);
  });
});

onEachHost("a check whose slug `ignoreChanges` keeps", (on) => {
  const scene = eachWithScene({}, on);

  it("leaves the slug that the program says to another check; one that is new does not", async () => {
    const { stack, service } = scene;
    const declare = (...checks: string[]) =>
      stack.write("index.js", `const { Check } = require("pulumi-checks"); ${checks.join("\n")}`);
    const kept = (name: string) =>
      `new Check("${name}", { slug: "two", channels: "*" }, { ignoreChanges: ["slug"] });`;
    declare(`new Check("a", { slug: "one", channels: "*" });`);
    await stack.up();
    const { uuid } = await service.check("one");

    declare(kept("a"), `new Check("b", { slug: "two", channels: "*" });`);
    await stack.up();
    expect(await service.check("one")).toMatchObject({ uuid });
    expect(await service.check("two")).not.toMatchObject({ uuid });
    expect((await stack.preview("--refresh", "--expect-no-changes")).code).toBe(0);

    declare(kept("a"), `new Check("b", { slug: "two", channels: "*" });`, kept("c"));
    const refused = await stack.tryUp();
    expect(refused.code).not.toBe(0);
    expect(refused.text).toMatch(/slug: the Check "[bc]" of this program has the same slug/);
    expect(await service.checks()).toHaveLength(2);
  });
});

onEachHost("a check that a transform moves to another project", (on) => {
  const scene = eachWithScene({}, on);

  it("is made there with its assigned channels before it is deleted here, as its preview says", async () => {
    const { stack, service } = scene;
    const { readWriteKey: key } = service.emulator.projects.beta;
    const run = (...args: string[]) => stack.pulumi(args, { CHECKS_PROJECTS_BETA_API_KEY: key });
    const declare = (transform: string) =>
      stack.write(
        "index.js",
        `const { Check, ChannelAssignment } = require("pulumi-checks");
        const pulumi = require("@pulumi/pulumi");
        ${transform}
        new Check("backup", { slug: "backup" });
        new ChannelAssignment("pager", { check: "backup", channels: ["Pager"] });`,
      );
    declare("");
    await stack.up();
    declare(`pulumi.runtime.registerResourceTransform(({ props, opts }) =>
      ({ props: { ...props, project: "beta" }, opts }));`);
    expect(await run("preview")).toMatchObject({ code: 0, text: expect.stringContaining("2 to replace") });
    await service.admin.clearRequests();
    expect(await run("up", "--yes", "--skip-preview")).toMatchObject({ code: 0 });
    const writes = (await service.admin.requestLog()).log.filter(({ method }) => method !== "GET");
    expect(writes.at(0)).toMatchObject({ method: "POST", project: "beta" });
    expect(writes.at(-1)).toMatchObject({ method: "DELETE", project: "alpha" });
    expect(await service.checks()).toEqual([]);
    const pager = (await service.admin.channels()).beta?.find(({ name }) => name === "Pager");
    expect(await service.checks(key)).toEqual([
      expect.objectContaining({ slug: "backup", channels: pager?.id }),
    ]);
    expect(await run("preview", "--refresh", "--expect-no-changes")).toMatchObject({ code: 0 });
  });
});

onEachHost("an assignment that a transform freezes with ignoreChanges", (on) => {
  const scene = eachWithScene({}, on);

  it("keeps its channel when another one that has it, too, leaves the program", async () => {
    const { stack, service } = scene;
    const declare = (transform: string, others: string) =>
      stack.write(
        "index.js",
        `const { Check, ChannelAssignment } = require("pulumi-checks");
        const pulumi = require("@pulumi/pulumi");
        ${transform}
        const check = new Check("backup", { slug: "backup" });
        new ChannelAssignment("pager", { check, channels: ["Pager"] });
        ${others}`,
      );
    declare("", `new ChannelAssignment("team", { check, channels: ["Pager", "Ops mail"] });`);
    await stack.up();
    declare(
      `pulumi.runtime.registerResourceTransform(({ props, opts }) =>
        ({ props, opts: { ...opts, ignoreChanges: ["*"] } }));`,
      "",
    );
    await stack.up();
    const pager = (await service.admin.channels()).alpha?.find(({ name }) => name === "Pager");
    expect(await service.check("backup")).toMatchObject({ channels: pager?.id });
  });
});

onEachHost("a check that a transform gives a Provider", (on) => {
  const project = { name: "jobs", runtime: "nodejs", plugins: { providers: PLUGIN_PROVIDERS } };
  const scene = eachWithScene({ "Pulumi.yaml": stringify(project) }, on);

  it("is served by it where the plugin serves the program; elsewhere it is told what to do instead", async () => {
    const { stack, service } = scene;
    const declare = (options: string) =>
      stack.write(
        "index.js",
        `const { Check, Provider } = require("pulumi-checks");
        const pulumi = require("@pulumi/pulumi");
        const { CHECKS_URL: url, CHECKS_API_KEY: apiKey } = process.env;
        const provider = new Provider("ours", { url, apiKey });
        pulumi.runtime.registerResourceTransform(({ type, props, opts }) =>
          type.endsWith(":Check") ? { props, opts: { ...opts, provider } } : undefined);
        new Check("backup", { slug: "backup", channels: "*" }, ${options});`,
      );
    declare("{}");
    if (on.CHECKS_HOST === "dynamic") {
      for (const refused of [await stack.preview(), await stack.tryUp()]) {
        expect(refused.code).not.toBe(0);
        expect(refused.text).toContain(
          "has a Provider although the program declares it for the dynamic host: a transform gave it that one. Name the Provider in the resource's own options",
        );
      }
      expect(await service.checks()).toEqual([]);
      declare("{ provider }");
    }
    await stack.up();
    expect(await service.checks()).toMatchObject([{ slug: "backup" }]);
    expect((await stack.preview("--refresh", "--expect-no-changes")).code).toBe(0);
  });
});

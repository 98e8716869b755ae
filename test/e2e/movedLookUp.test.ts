/** Look-ups by a slug that one check of the program gives up, and another one gets, in the same run. */
import { onEachHost } from "../support/hosts";
import { eachWithScene } from "../support/scene";
import { Service } from "../support/service";

onEachHost("a look-up of a slug that moves", (on) => {
  const scene = eachWithScene({}, on);

  const declare = (program: string) =>
    scene.stack.write(
      "index.js",
      `const { Check, getCheckOutput, getPingsOutput, Provider } = require("pulumi-checks");
      const pulumi = require("@pulumi/pulumi");
      const foundBy = (slug) => pulumi.unsecret(getCheckOutput({ slug }).uuid);
      ${program}`,
    );
  const outputs = async () => {
    const { text } = await scene.stack.pulumi(["stack", "output", "--json"]);
    return JSON.parse(text) as Record<string, unknown>;
  };
  const uuidOf = async (slug: string) => (await scene.service.check(slug)).uuid;

  it("means the new check that gets it from a renamed one, in the preview and in the first up", async () => {
    const { stack } = scene;
    declare(`new Check("a", { slug: "one" });`);
    await stack.up();
    const former = await uuidOf("one");
    declare(`new Check("a", { slug: "old" });
      new Check("b", { slug: "one" });
      exports.found = foundBy("one");
      exports.pings = getPingsOutput({ slug: "one" }).apply(({ pings }) => pings.length);`);
    const preview = await stack.preview();
    expect(preview.text).toMatch(/found *: \[unknown\]/);
    await stack.up();
    expect(await uuidOf("old")).toBe(former);
    expect(await outputs()).toEqual({ found: await uuidOf("one"), pings: 0 });
    expect((await stack.up()).text).toMatch(/3 unchanged/);
    expect(await outputs()).toEqual({ found: await uuidOf("one"), pings: 0 });
  });

  it("means a check that gets a new slug or tag, in the preview too", async () => {
    const { stack, service } = scene;
    const program = (slug: string, more = "") => `
      const { getBadgesOutput } = require("pulumi-checks");
      new Check("a", { slug: "${slug}"${more} });
      exports.found = foundBy("${slug}");
      exports.pings = getPingsOutput({ slug: "${slug}" }).apply(({ pings }) => pings.length);`;
    declare(program("one"));
    await stack.up();
    const former = await uuidOf("one");
    const badge = `exports.tag = pulumi.unsecret(getBadgesOutput({ tag: "fresh" })).apply(({ badge }) => badge.tag);`;
    declare(program("two", `, tags: ["fresh"]`) + badge);
    expect((await stack.preview()).text).toMatch(/tag *: \[unknown\]/);
    await stack.up();
    expect(await outputs()).toEqual({ found: former, pings: 0, tag: "fresh" });
    // By hand, where the next `up` gives the slug back.
    await service.request("POST", `/checks/${former}`, { slug: "other" });
    await stack.preview("--refresh");
    await stack.up("--refresh");
    expect(await outputs()).toEqual({ found: await uuidOf("two"), pings: 0, tag: "fresh" });
    expect(await uuidOf("two")).toBe(former);
  });

  it("means the check that has it in the end where two checks swap theirs", async () => {
    const { stack } = scene;
    const program = (a: string, b: string) => `
      new Check("a", { slug: "${a}" });
      new Check("b", { slug: "${b}" });
      exports.one = foundBy("one");
      exports.two = foundBy("two");`;
    declare(program("one", "two"));
    await stack.up();
    const [one, two] = [await uuidOf("one"), await uuidOf("two")];
    expect(await outputs()).toEqual({ one, two });
    declare(program("two", "one"));
    await stack.up();
    expect([await uuidOf("one"), await uuidOf("two")]).toEqual([two, one]);
    expect(await outputs()).toEqual({ one: two, two: one });
  });

  it("means the new check also where a run before could not make it", async () => {
    const { stack, service } = scene;
    declare(`new Check("a", { slug: "one" });`);
    await stack.up();
    const former = await uuidOf("one");
    declare(`new Check("a", { slug: "old" });
      new Check("b", { slug: "one" });
      exports.found = foundBy("one");`);
    // The first write gives the slug up, the second one is to make the other check.
    const refused = { kind: "status", status: 400, body: "no" } as const;
    await service.admin.faults({ match: { method: "POST" }, nth: 2, times: 1, action: refused });
    expect((await stack.tryUp()).code).not.toBe(0);
    expect((await service.checks()).map(({ slug, uuid }) => [slug, uuid])).toEqual([["old", former]]);
    await stack.up();
    expect(await service.checks()).toHaveLength(2);
    expect(await uuidOf("old")).toBe(former);
    expect(await outputs()).toEqual({ found: await uuidOf("one") });
  });

  // A provider of its own is the plugin's.
  if (on.CHECKS_HOST === "plugin")
    it("is not about the check of another service that has the same slug, and comes first", async () => {
      const { stack, service } = scene;
      const other = await Service.start();
      try {
        const provider = JSON.stringify({ url: other.emulator.url, apiKey: other.key });
        const program = (slug: string, more = "") => `
        new Check("there", { slug: "one" }, { provider: new Provider("other", ${provider}) });
        new Check("a", { slug: "${slug}" });
        ${more}
        exports.found = foundBy("one");`;
        declare(program("one"));
        // The other service's check is there long before.
        const slowly = { kind: "stall", ms: 3_000 } as const;
        await service.admin.faults({ match: { method: "POST" }, times: 1, action: slowly });
        await stack.up();
        const former = await uuidOf("one");
        expect(await outputs()).toEqual({ found: former });
        declare(program("old", `new Check("b", { slug: "one" });`));
        await stack.up();
        expect(await uuidOf("old")).toBe(former);
        expect(await outputs()).toEqual({ found: await uuidOf("one") });
        expect(await other.checks()).toHaveLength(1);
      } finally {
        await other.stop();
      }
    });

  it("shows a check that keeps its slug, or is taken over, without waiting for it", async () => {
    const { stack, service } = scene;
    await service.request("POST", "/checks/", { slug: "two", desc: "by hand" });
    // Each is told of itself: to wait for it would be to wait for ever.
    const program = (grace: number) => `
      const own = (slug) => new Check(slug, { slug, grace: ${grace}, desc: getCheckOutput({ slug }).desc });
      new Check("one", { slug: "one", grace: ${grace} });
      own("two");
      exports.one = foundBy("one");`;
    declare(program(60));
    await stack.up();
    declare(program(120));
    await stack.up();
    expect(await service.check("two")).toMatchObject({ desc: "by hand", grace: 120 });
    expect(await outputs()).toEqual({ one: await uuidOf("one") });
  });
});

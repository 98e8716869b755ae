import { Stack } from "../support/engine";
import { Service } from "../support/service";

/** Each provider serves a check and what is assigned to it; the second one's needs the first one's. */
const PROGRAM = `
const { ChannelAssignment, Check, Provider } = require("pulumi-checks");
const [here, there] = JSON.parse(process.env.SERVICES).map((args, index) => new Provider("service" + index, args));
const backup = new Check("backup", { slug: process.env.SLUG, tags: ["prod"] }, { provider: here });
const report = new Check("report", { slug: backup.slug }, { provider: there });
new ChannelAssignment("pager", { check: backup, channels: ["Pager"] }, { provider: here, dependsOn: [report] });
new ChannelAssignment("mail", { check: report, channels: ["Ops mail"] }, { provider: there });
`;

describe("two stacks at the same time, each with two services by providers of its own", () => {
  let services: Service[];
  let stacks: Stack[];

  beforeEach(async () => {
    services = await Promise.all([Service.start(), Service.start()]);
    const given = services.map(({ emulator, key }) => ({
      url: emulator.url,
      apiKey: key,
      deadlineSeconds: 3,
    }));
    stacks = ["one", "two"].map((slug) => {
      const environment = { SERVICES: JSON.stringify(given), SLUG: slug, CHECKS_HOST: "plugin" };
      return new Stack(environment, { "index.js": PROGRAM });
    });
    for (const stack of stacks) await stack.init();
  });
  afterEach(async () => {
    for (const stack of stacks) stack.remove();
    await Promise.all(services.map((service) => service.stop()));
  });

  const slugs = () =>
    Promise.all(services.map(async (service) => (await service.checks()).map(({ slug }) => slug).sort()));

  it("keep what was made when the second service fails, and converge on the next up without a second check", async () => {
    const [, there] = services as [Service, Service];
    await there.admin.faults({ match: { method: "POST" }, action: { kind: "status", status: 503 } });
    for (const { code, text } of await Promise.all(stacks.map((stack) => stack.tryUp()))) {
      expect(code).not.toBe(0);
      expect(text).toMatch(
        /Check report \*\*creating failed\*\* error: .*the service answered 503; given up after 3 s/,
      );
      expect(text).not.toMatch(/^\s+at .*:\d+:\d+/m);
    }
    expect(await slugs()).toEqual([["one", "two"], []]);
    const made = await services[0]?.checks();
    await there.admin.clearFaults();
    await Promise.all(stacks.map((stack) => stack.up()));
    expect(await slugs()).toEqual([
      ["one", "two"],
      ["one", "two"],
    ]);
    expect((await services[0]?.checks())?.map(({ uuid }) => uuid)).toEqual(made?.map(({ uuid }) => uuid));
    for (const stack of stacks) {
      expect(await stack.preview("--expect-no-changes")).toMatchObject({ code: 0 });
      for (const { key } of services) expect(await stack.exported()).not.toContain(key);
    }
    await Promise.all(stacks.map((stack) => stack.destroy()));
    expect(await slugs()).toEqual([[], []]);
  });

  it("assign channels to the check of the named provider, although another service's with that slug is there first", async () => {
    const [here, there] = services as [Service, Service];
    const [stack] = stacks as [Stack];
    stack.write(
      "index.js",
      `const { ChannelAssignment, Check, Provider } = require("pulumi-checks");
      const [here, there] = JSON.parse(process.env.SERVICES).map((args, index) => new Provider("service" + index, args));
      const slug = process.env.SLUG;
      new Check("there", { slug }, { provider: there });
      new Check("here", { slug }, { provider: here });
      new ChannelAssignment("pager", { check: slug, channels: ["Pager"] }, { provider: here });`,
    );
    const slowly = { kind: "stall", ms: 2_000 } as const;
    await here.admin.faults({ match: { method: "POST" }, times: 1, action: slowly });
    await stack.up();
    const { channels } = await here.request("GET", "/channels/");
    const pager = (channels as { id: string; name: string }[]).find(({ name }) => name === "Pager");
    expect(await here.check("one")).toMatchObject({ channels: pager?.id });
    expect(await there.check("one")).toMatchObject({ channels: "" });
    expect(await stack.preview("--expect-no-changes")).toMatchObject({ code: 0 });
  });

  it.each([
    ["the default one", ""],
    ["an explicit one", ", { provider: c }"],
  ])(
    "assign channels to the check that gets its slug from one of another provider: %s",
    async (_, former) => {
      const [service] = services as [Service, Service];
      const stack = new Stack(
        {
          ...service.environment,
          SERVICE: JSON.stringify({ url: service.emulator.url, apiKey: service.key }),
          CHECKS_HOST: "plugin",
        },
        {},
      );
      stacks.push(stack);
      await stack.init("three");
      const declare = (program: string) =>
        stack.write(
          "index.js",
          `const { ChannelAssignment, Check, Provider } = require("pulumi-checks");
        const [c, d] = ["c", "d"].map((name) => new Provider(name, JSON.parse(process.env.SERVICE)));
        ${program}`,
        );
      declare(`new Check("a", { slug: "one" }${former});`);
      await stack.up();
      declare(`new Check("a", { slug: "two" }${former});
      new Check("b", { slug: "one" }, { provider: d });
      new ChannelAssignment("pager", { check: "one", channels: ["Pager"] }, { provider: d });`);
      await stack.up();
      expect(await service.check("one")).toMatchObject({
        channels: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
      });
      expect(await service.check("two")).toMatchObject({ channels: "" });
      expect(await stack.preview("--expect-no-changes")).toMatchObject({ code: 0 });
    },
  );
});

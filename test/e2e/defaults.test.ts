/** What checks have that name nothing: by the configuration, and by `withDefaults`. */
import { succeeded } from "../support/engine";
import { onEachHost } from "../support/hosts";
import { eachWithScene } from "../support/scene";

const PROGRAM = `
const pulumi = require("@pulumi/pulumi");
const { Check, withDefaults } = require("pulumi-checks");
const { ofProgram } = JSON.parse(require("fs").readFileSync("declared.json", "utf8"));
if (ofProgram) withDefaults(ofProgram);
class Team extends pulumi.ComponentResource {
  constructor(name) {
    super("test:index:Team", name);
    new Check("open", { slug: "open" }, { parent: this });
  }
}
new Team("team");
new Check("tagged", { slug: "tagged", tags: ["db"] });
new Check("own", { slug: "own", tags: ["db"], grace: 120, channels: [] });
`;

onEachHost("defaults of checks", (on) => {
  const scene = eachWithScene({ "index.js": PROGRAM, "declared.json": "{}" }, on);

  it("are shown by the preview and written, by configuration and before it by the program", async () => {
    const { service, stack } = scene;
    const found = async (slug: string) => {
      const { grace, tags, channels } = await service.check(slug);
      const names = (await service.admin.channels()).alpha ?? [];
      const attached = String(channels).split(",").filter(Boolean);
      return [grace, tags, attached.map((id) => names.find((one) => one.id === id)?.name).sort()];
    };
    await stack.up();
    expect(await found("open")).toEqual([3600, "", []]);

    for (const [key, value] of [
      ["checks:defaultGrace", "10m"],
      ["checks:channelsByTag.db", "Pager"],
    ] as const) {
      succeeded(await stack.pulumi(["config", "set", "--path", key, value]));
    }
    const preview = succeeded(await stack.preview());
    expect(preview.text.match(/grace *: 3600 => 600|\+ grace *: 600/g)).toHaveLength(2);
    expect(preview.text.match(/"Pager"/g)).toHaveLength(1);
    await stack.up();
    expect(await found("open")).toEqual([600, "", []]);
    expect(await found("tagged")).toEqual([600, "db", ["Pager"]]);
    expect(await found("own")).toEqual([120, "db", []]);

    stack.write(
      "declared.json",
      JSON.stringify({ ofProgram: { grace: "5m", tags: ["prod"], channels: "*" } }),
    );
    await stack.up();
    expect((await found("open")).slice(0, 2)).toEqual([300, "prod"]);
    expect((await found("open"))[2]).toContain("Pager");
    expect(await found("tagged")).toEqual([300, "db", ["Pager"]]);
    expect(await found("own")).toEqual([120, "db", []]);
    expect(succeeded(await stack.preview("--expect-no-changes")).code).toBe(0);
  });

  it("are not lost without a word where the configuration has a typing error", async () => {
    const { service, stack } = scene;
    succeeded(await stack.pulumi(["config", "set", "checks:defaultGrase", "10m"]));
    succeeded(await stack.pulumi(["config", "set", "merchant:profil", "sadad"]));
    const { code, text } = await stack.preview();
    expect(text).toContain("checks:defaultGrase: there is no such setting; the settings are url, apiKey, ");
    expect(text).toContain("merchant:profil: there is no such setting; the settings are profile, url, ");
    // Once, not for each check. To the plugin it is an argument of the provider, which refuses it.
    const warned = text.match(/warning: checks:defaultGrase: /g) ?? [];
    expect([code === 0, warned.length]).toEqual([on.CHECKS_HOST === "dynamic", 1]);
    expect(await service.checks()).toEqual([]);
  });
});

const HELD = `
const { ChannelAssignment, Check } = require("pulumi-checks");
const args = { slug: "held", grace: process.env.GRACE };
const held = new Check("held", args, { ignoreChanges: ["*"] });
new ChannelAssignment("pager", { check: held, channels: ["Pager"] });
new Check("grace", { slug: "grace" }, { ignoreChanges: ["grace"] });
`;

onEachHost("checks whose changes are ignored", (on) => {
  const scene = eachWithScene({ "index.js": HELD }, on);

  it("stay as they are when defaults come to be configured, and an assignment keeps its channels", async () => {
    const { service, stack } = scene;
    await stack.pulumi(["up", "--yes", "--skip-preview"], { GRACE: "10m" }).then(succeeded);
    const before = await service.checks();
    for (const [key, value] of [
      ["checks:defaultGrace", "20m"],
      ["checks:defaultTags", "prod"],
      ["checks:defaultChannels", "Ops mail"],
    ] as const) {
      succeeded(await stack.pulumi(["config", "set", "--path", key, value]));
    }
    await stack.pulumi(["up", "--yes", "--skip-preview"], { GRACE: "30m" }).then(succeeded);
    const now = await service.checks();
    const [held, grace] = ["held", "grace"].map((slug) => now.find((one) => one.slug === slug));
    expect(held).toEqual(before.find(({ slug }) => slug === "held"));
    expect(grace).toMatchObject({ grace: 3600, tags: "prod" });
  });
});

const BY_OUTPUT = `
const { ChannelAssignment, Check } = require("pulumi-checks");
for (const key of ["id", "uuid", "slug"]) {
  const check = new Check(key, { slug: key });
  new ChannelAssignment(key + "-pager", { check: check[key], channels: ["Pager"] });
}
`;

onEachHost("checks whose assignments name them by their outputs", (on) => {
  const scene = eachWithScene({ "index.js": BY_OUTPUT }, on);

  it("get no channels by default, and are not taken for checks that alert nobody", async () => {
    const { service, stack } = scene;
    expect(succeeded(await stack.preview()).text).not.toContain("nobody is alerted");
    succeeded(await stack.pulumi(["config", "set", "checks:defaultChannels", "Ops mail"]));
    await stack.up();
    const pager = (await service.admin.channels()).alpha?.find(({ name }) => name === "Pager")?.id;
    expect((await service.checks()).map(({ channels }) => channels)).toEqual([pager, pager, pager]);
    expect(await stack.preview("--refresh", "--expect-no-changes")).toMatchObject({ code: 0 });
  });
});

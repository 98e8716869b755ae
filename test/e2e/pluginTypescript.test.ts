import { Stack, type StateRow, succeeded } from "../support/engine";
import { NO_HOST_NAMED } from "../support/hosts";
import { Service } from "../support/service";
import { check, YamlStack } from "../support/yaml";

const PROJECT = `name: jobs
runtime: nodejs
plugins:
  providers:
    - name: checks
      path: node_modules/pulumi-checks/plugin
`;

/** Checks from a file, and an assignment of the first. */
const PROGRAM = `
const { ChannelAssignment, Check } = require("pulumi-checks");
const declared = JSON.parse(require("fs").readFileSync("checks.json", "utf8"));
const checks = Object.entries(declared).map(([name, { options, ...args }]) => new Check(name, args, options));
if (checks.length > 0) new ChannelAssignment("pager", { check: checks[0], channels: ["Pager"] });
exports.urls = checks.map(({ pingUrl }) => pingUrl);
exports.uuids = checks.map(({ uuid }) => uuid);
`;

const TWO_PROVIDERS = `
const { Check, Provider } = require("pulumi-checks");
const [url, alpha, beta] = ["URL", "ALPHA", "BETA"].map((name) => process.env[name]);
const provider = new Provider("alpha", { url, apiKey: alpha, defaultTags: ["ours", "too"] });
new Check("here", { slug: "same" }, { provider });
new Check("there", { slug: "same" }, { provider: new Provider("beta", { url, apiKey: beta, concurrency: 2 }) });
`;

const TWO_HOSTS = `
const { Check, Provider } = require("pulumi-checks");
const [url, apiKey] = ["URL", "BETA"].map((name) => process.env[name]);
const beta = () => new Check("backup", { slug: "backup" }, { provider: new Provider("beta", { url, apiKey }) });
const alpha = () => new Check("backup", { slug: "backup" });
for (const make of process.env.TURNED ? [beta, alpha] : [alpha, beta]) if (process.env.ONE !== make.name) make();
`;

/** Checks by name, of two explicit providers of one project and of none, and what is only looked at. */
const SHARED_PROJECT = `
const { Check, Provider } = require("pulumi-checks");
const { checks, looks = {} } = JSON.parse(require("fs").readFileSync("checks.json", "utf8"));
const [url, apiKey] = [process.env.CHECKS_URL, process.env.CHECKS_API_KEY];
const by = { left: new Provider("left", { url, apiKey }), right: new Provider("right", { url, apiKey }) };
for (const [name, { of, slug }] of Object.entries(checks)) new Check(name, { slug }, { provider: by[of] });
for (const [name, { of, uuid }] of Object.entries(looks)) Check.get(name, uuid, {}, { provider: by[of] });
`;

const PAUSES_WHAT_IT_SEES = `
const { Check, Provider } = require("pulumi-checks");
Check.get("seen", process.env.UUID, {}, process.env.APART && { provider: new Provider("apart") }).pause();
`;

describe("a program in TypeScript on the native plugin", () => {
  let service: Service;
  let stack: Stack;

  beforeEach(async () => {
    service = await Service.start();
  });

  afterEach(async () => {
    stack.remove();
    await service.stop();
  });

  async function rows(): Promise<StateRow[]> {
    const { deployment } = JSON.parse(await stack.exported()) as { deployment: { resources?: StateRow[] } };
    return (deployment.resources ?? []).filter(({ type }) => /checks:\w+$|checks:index:/.test(type));
  }

  it("moves a stack from the dynamic host by one setting, without a write, and not back", async () => {
    const environment = { ...service.environment, ...NO_HOST_NAMED };
    stack = new Stack(environment, { "Pulumi.yaml": PROJECT, "index.js": PROGRAM });
    await stack.init();
    const declared = {
      backup: { slug: "backup", schedule: "30 2 * * *", tz: "Europe/Riga", tags: ["prod", "db"] },
      report: { slug: "report", timeout: 600, paused: true },
      sync: { slug: "sync", methods: "POST", desc: "every hour" },
    };
    stack.declare(declared);
    await stack.up();
    const before = await service.checks();
    const uuids = (await rows()).map(({ id }) => id);

    await stack.pulumi(["config", "set", "checks:host", "plugin"]);
    await service.admin.clearRequests();
    const preview = await stack.preview("--expect-no-changes");
    expect(preview.text).toContain("5 unchanged");
    expect(preview.code).toBe(0);
    await stack.up("--expect-no-changes");
    expect((await service.admin.requests()).total).toBe(0);
    expect(await service.checks()).toEqual(before);
    const moved = (await rows()).filter(({ type }) => !type.startsWith("pulumi:providers"));
    expect(moved.map(({ type }) => type)).toEqual(
      expect.arrayContaining(["checks:index:Check", "checks:index:ChannelAssignment"]),
    );
    expect(moved.map(({ id }) => id).sort()).toEqual(
      uuids.filter((id) => moved.some((row) => row.id === id)).sort(),
    );
    expect(moved).toHaveLength(4);

    // They leave out what follows from the rest, as before, and no read of it counts as drift.
    const lack = async () =>
      (await rows()).filter(({ type, outputs }) => /Check$/.test(type) && !outputs?.uniqueKey);
    expect(await lack()).toHaveLength(3);
    const first = succeeded(await stack.pulumi(["refresh", "--yes", "--diff", "--expect-no-changes"]));
    expect(first.text).toContain("5 unchanged");
    expect(await lack()).toHaveLength(3);
    await stack.up("--expect-no-changes");
    expect(await service.checks()).toEqual(before);

    stack.declare({ ...declared, sync: { ...declared.sync, desc: "each hour" } });
    const one = await stack.preview();
    expect(one.text).toContain("1 to update");
    expect(one.text).not.toContain("[unknown]");
    await service.admin.clearRequests();
    await stack.up();
    expect((await service.admin.requests()).total).toBe(1);
    const refreshed = succeeded(
      await stack.pulumi(["refresh", "--yes", "--skip-preview", "--expect-no-changes"]),
    );
    expect(refreshed.text).not.toContain("exited prematurely");
    expect(await stack.exported()).not.toContain("__provider");

    await stack.pulumi(["config", "set", "checks:host", "dynamic"]);
    const back = await stack.preview();
    expect(back.code).not.toBe(0);
    expect(back.text).toContain(
      "the native plugin has served it, and there is no way back to the dynamic host",
    );
    expect(back.text).not.toMatch(/PromiseRejection|UnhandledPromise/);
    await stack.pulumi(["config", "set", "checks:host", "plugin"]);
    await stack.destroy();
    expect(await service.checks()).toEqual([]);
    expect(stack.output.join("")).not.toMatch(/UnhandledPromise|exited prematurely/);
  });

  it("hands a stack on to YAML, which completes its rows without a request", async () => {
    const yaml = new YamlStack({ ...service.environment, CHECKS_HOST: "plugin" });
    stack = yaml;
    await yaml.init();
    yaml.drop("Pulumi.yaml");
    yaml.write("Pulumi.yaml", PROJECT);
    yaml.write("index.js", PROGRAM);
    yaml.declare({
      backup: { slug: "backup", schedule: "30 2 * * *" },
      sync: { slug: "sync", desc: "hourly" },
    });
    await yaml.up();
    const before = await service.checks();
    expect((await yaml.rows()).sync?.outputs).not.toHaveProperty("pauseUrl");

    yaml.program({
      resources: {
        backup: check({ slug: "backup", schedule: "30 2 * * *" }),
        sync: check({ slug: "sync", desc: "hourly" }),
        pager: {
          type: "checks:ChannelAssignment",
          properties: { check: "${backup.uuid}", channels: ["Pager"] },
        },
      },
      outputs: { pause: "${sync.pauseUrl}", tags: "${sync.tags}", grace: "${backup.grace}" },
    });
    const preview = await yaml.preview("--diff");
    expect(preview.text).toContain("its row in the state is completed for this program's language");
    expect(preview.text).toContain("2 to update");
    await service.admin.clearRequests();
    await yaml.up();
    expect((await service.admin.requests()).total).toBe(0);
    expect(await service.checks()).toEqual(before);
    const { uuid } = await service.check("sync");
    expect(await yaml.outputs()).toEqual({
      pause: `${service.emulator.url}/api/v3/checks/${uuid}/pause`,
      tags: [],
      grace: 3600,
    });
    expect((await yaml.preview("--expect-no-changes")).code).toBe(0);
    expect((await yaml.preview("--refresh", "--expect-no-changes")).code).toBe(0);
    await yaml.destroy();
    expect(await service.checks()).toEqual([]);
  });

  it("takes CHECKS_HOST, renames in the program, and guards the slugs as on the dynamic host", async () => {
    stack = new Stack({ ...service.environment, CHECKS_HOST: "plugin" }, { "Pulumi.yaml": PROJECT });
    await stack.init();
    stack.declare({ backup: { slug: "backup", paused: true }, twin: { slug: "twin" } });
    await stack.up();
    const { uuid } = await service.check("backup");
    stack.declare({ renamed: { slug: "backup", paused: true }, twin: { slug: "twin" } });
    expect((await stack.preview("--expect-no-changes")).text).toContain("3 unchanged");
    await stack.up();
    expect((await service.check("backup")).uuid).toBe(uuid);
    stack.declare({ renamed: { slug: "twin" }, twin: { slug: "twin" } });
    expect((await stack.preview()).text).toMatch(/of this program has the same slug/);
  });

  it("serves explicit providers, each with its own key and defaults", async () => {
    const { alpha, beta } = service.emulator.projects;
    const environment = { URL: service.emulator.url, ALPHA: alpha.readWriteKey, BETA: beta.readWriteKey };
    stack = new Stack(environment, { "Pulumi.yaml": PROJECT, "index.js": TWO_PROVIDERS });
    await stack.init();
    await stack.up();
    expect((await service.checks(alpha.readWriteKey)).map(({ tags }) => tags)).toEqual(["ours too"]);
    expect((await service.checks(beta.readWriteKey)).map(({ tags }) => tags)).toEqual([""]);
    const state = await stack.exported();
    expect(state).not.toContain(alpha.readWriteKey);
    expect(state).not.toContain(beta.readWriteKey);
    expect((await stack.preview("--expect-no-changes")).code).toBe(0);
    await stack.destroy();
    expect(await service.checks(beta.readWriteKey)).toEqual([]);
  });

  it("lets names and slugs go from provider to provider of one project, and keeps every check", async () => {
    const environment = { ...service.environment, ...NO_HOST_NAMED };
    stack = new Stack(environment, { "Pulumi.yaml": PROJECT, "index.js": SHARED_PROJECT });
    await stack.init();
    const up = async (checks: Record<string, { of?: string; slug: string }>, looks: object = {}) => {
      stack.declare({ checks, looks });
      await stack.up();
      expect((await stack.preview("--refresh", "--expect-no-changes")).code).toBe(0);
      const found = (await service.checks()).map(({ slug, uuid }) => [slug, uuid]);
      return Object.fromEntries(found) as Record<string, string>;
    };
    const first = await up({
      a: { of: "left", slug: "one" },
      b: { of: "right", slug: "two" },
      c: { slug: "three" },
    });
    // Other names, of the same provider and of another one.
    const renamed = await up({
      d: { of: "left", slug: "one" },
      e: { slug: "two" },
      f: { of: "right", slug: "three" },
    });
    expect(renamed).toEqual(first);
    // The slugs go on, and to new ones.
    const handedOn = await up({
      g: { of: "right", slug: "one" },
      d: { of: "left", slug: "two" },
      e: { slug: "three" },
      f: { of: "right", slug: "four" },
    });
    expect(handedOn).toMatchObject({ two: first.one, three: first.two, four: first.three });
    expect(Object.values(first)).not.toContain(handedOn.one);

    const looks = { seen: { of: "left", uuid: handedOn.one }, own: { uuid: handedOn.three } };
    expect(await up({}, looks)).toEqual({ one: handedOn.one, three: handedOn.three });
    await stack.destroy();
    expect(await service.checks()).toHaveLength(2);
  });

  it("pauses a check that it only looks at, but none with an explicit provider, whose keys it does not have", async () => {
    const { uuid } = await service.request("POST", "/checks/", { slug: "seen" });
    stack = new Stack(
      { ...service.environment, CHECKS_HOST: "plugin", UUID: String(uuid) },
      { "Pulumi.yaml": PROJECT, "index.js": PAUSES_WHAT_IT_SEES },
    );
    await stack.init();
    succeeded(await stack.preview());
    expect(await service.check("seen")).toMatchObject({ status: "new" });
    await stack.up();
    expect(await service.check("seen")).toMatchObject({ status: "paused" });
    const { code, text } = await stack.pulumi(["up", "--yes", "--skip-preview"], { APART: "1" });
    expect(code).not.toBe(0);
    expect(text).toContain('Check "seen": pause: does not work with an explicit provider while');
  });

  it.each(["", "beta first"])(
    "has a check of an explicit provider beside one of the dynamic host, of one name (%s)",
    async (turned) => {
      const { alpha, beta } = service.emulator.projects;
      const environment = { URL: service.emulator.url, BETA: beta.readWriteKey, TURNED: turned };
      stack = new Stack(
        { ...service.environment, ...NO_HOST_NAMED, ...environment },
        { "Pulumi.yaml": PROJECT, "index.js": TWO_HOSTS },
      );
      await stack.init();
      succeeded(await stack.pulumi(["up", "--yes", "--skip-preview"], { ONE: "beta" }));
      const [made] = await service.checks(alpha.readWriteKey);
      succeeded(await stack.preview());
      expect((await stack.up()).text).toMatch(/2 created\s+2 unchanged/);
      expect(await service.checks(alpha.readWriteKey)).toEqual([made]);
      expect(await service.checks(beta.readWriteKey)).toHaveLength(1);
      await stack.up("--expect-no-changes");

      // What is declared in its place keeps its row, and is refused elsewhere: it is the same check.
      await stack.destroy();
      expect(await service.checks(alpha.readWriteKey)).toEqual([]);
    },
  );
});

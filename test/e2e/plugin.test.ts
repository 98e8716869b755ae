import { succeeded } from "../support/engine";
import { check, eachWithYaml } from "../support/yaml";

describe("a program in YAML on the native plugin", () => {
  const scene = eachWithYaml();

  it("is made, shows no change without a request, tells each field in the preview, and is destroyed", async () => {
    const { service, stack } = scene;
    const outputs = { url: "${backup.pingUrl}", uuid: "${backup.uuid}" };
    const assigned = (by: string, channel: string) => ({
      type: "checks:ChannelAssignment",
      properties: { check: by, channels: [channel] },
    });
    // The engine knows of no order between a check and what names its slug.
    const assignments = {
      alarm: assigned("backup", "Ops mail"),
      pager: assigned("${backup.uuid}", "Pager"),
    };
    const declared = {
      slug: "backup",
      tags: ["prod", "db"],
      schedule: "30 2 * * *",
      tz: "Europe/Riga",
      grace: "1h",
    };
    stack.program({ resources: { ...assignments, backup: check(declared) }, outputs });
    const first = await stack.up();
    expect(first.text).not.toMatch(
      /exited prematurely|a bug in the provider|warning: (?!using pulumi-language)/,
    );
    const made = await service.check("backup");
    expect(made).toMatchObject({ tags: "prod db", schedule: "30 2 * * *", tz: "Europe/Riga", grace: 3600 });
    expect(String(made.channels).split(",")).toHaveLength(2);
    expect(await stack.outputs()).toEqual({ url: made.ping_url, uuid: made.uuid });

    await service.admin.clearRequests();
    expect((await stack.preview("--expect-no-changes")).code).toBe(0);
    expect((await service.admin.requests()).total).toBe(0);

    stack.program({
      resources: {
        ...assignments,
        backup: check({ ...declared, grace: 7200, tz: undefined, name: "Backup" }),
      },
      outputs,
    });
    const preview = await stack.preview();
    expect(preview.text).toMatch(/~ grace *: 3600 => 7200/);
    expect(preview.text).toMatch(/[+~] name *: .*"Backup"/);
    expect(preview.text).toContain("1 to update");
    expect(preview.text).not.toMatch(/uuid *:.*=>|\[unknown\]|output<string>/);
    await service.admin.clearRequests();
    await stack.up();
    expect((await service.admin.requests()).total).toBe(1);
    expect(await service.check("backup")).toMatchObject({
      uuid: made.uuid,
      grace: 7200,
      tz: "UTC",
      name: "Backup",
    });

    const ended = await stack.destroy();
    expect(ended.text).not.toContain("exited prematurely");
    expect(await service.checks()).toEqual([]);
  });

  it("tells drift field by field with --expect-no-changes, and takes it in or undoes it", async () => {
    const { service, stack } = scene;
    stack.program({ resources: { backup: check({ slug: "backup" }), other: check({ slug: "other" }) } });
    await stack.up();
    expect((await stack.refreshPreview("--expect-no-changes")).code).toBe(0);
    const { uuid } = await service.check("backup");
    await service.request("POST", `/checks/${uuid}`, { grace: 120, tags: "by hand" });
    const drift = await stack.refreshPreview("--expect-no-changes");
    expect(drift.code).toBe(7);
    expect(drift.text).toMatch(/~ grace *: 3600 => 120/);
    succeeded(await stack.pulumi(["refresh", "--yes", "--skip-preview"]));
    const preview = await stack.preview();
    expect(preview.text).toMatch(/~ grace *: 120 => 3600/);
    await stack.up();
    expect(await service.check("backup")).toMatchObject({ uuid, grace: 3600, tags: "" });

    await service.request("DELETE", `/checks/${uuid}`);
    await stack.up("--refresh");
    expect((await service.check("backup")).uuid).not.toBe(uuid);
  });

  it("imports by UUID, by slug and from a named project, with code that says no more than it must", async () => {
    const { service, stack } = scene;
    const beta = service.emulator.projects.beta.readWriteKey;
    await stack.pulumi(["config", "set", "--path", "--secret", "checks:projects.beta.apiKey", "--", beta]);
    const byUuid = await service.request("POST", "/checks/", { slug: "one", tags: "a b", grace: 7200 });
    await service.request("POST", "/checks/", {
      slug: "two",
      schedule: "5 4 * * *",
      tz: "Europe/Riga",
      channels: "*",
    });
    await service.request("POST", "/checks/", { slug: "three", name: "Three" }, beta);
    const imported = async (type: string, name: string, id: string) =>
      succeeded(await stack.pulumi(["import", type, name, id, "--yes", "--protect=false"])).text;
    const one = await imported("checks:index:Check", "one", byUuid.uuid);
    expect(
      one
        .slice(one.indexOf("resources:"))
        .trim()
        .split("\n")
        .map((line) => line.trim()),
    ).toEqual([
      "resources:",
      "one:",
      "type: checks:Check",
      "properties:",
      "grace: 7200",
      "slug: one",
      "tags:",
      "- a",
      "- b",
    ]);
    expect(await imported("checks:index:Check", "two", "two")).toContain("tz: Europe/Riga");
    expect(await imported("checks:index:Check", "three", "beta/three")).toContain("project: beta");
    expect(await imported("checks:index:ChannelAssignment", "channels", "two")).toContain("check: two");

    const wrong = await stack.pulumi(["import", "checks:index:Check", "four", "four", "--yes"]);
    expect(wrong.code).not.toBe(0);
    expect(wrong.text).toContain("does not exist");

    const channels = (await stack.rows()).channels?.inputs?.channels;
    stack.program({
      resources: {
        one: check({ slug: "one", tags: ["a", "b"], grace: 7200 }),
        two: check({ slug: "two", schedule: "5 4 * * *", tz: "Europe/Riga" }),
        three: check({ slug: "three", name: "Three", project: "beta" }),
        channels: { type: "checks:ChannelAssignment", properties: { check: "two", channels } },
      },
    });
    const preview = await stack.preview("--expect-no-changes");
    expect(preview.text).toContain("5 unchanged");
    expect(preview.code).toBe(0);
  });

  it("serves two explicit providers with a key each, whose arguments beat the environment", async () => {
    const { service, stack } = scene;
    const { alpha, beta } = service.emulator.projects;
    const provider = (apiKey: string) => ({
      type: "pulumi:providers:checks",
      properties: { url: service.emulator.url, apiKey: { "fn::secret": apiKey } },
    });
    stack.program({
      resources: {
        alpha: provider(alpha.readWriteKey),
        beta: provider(beta.readWriteKey),
        here: check({ slug: "same" }, { provider: "${alpha}" }),
        there: check({ slug: "same" }, { provider: "${beta}" }),
      },
    });
    const wrong = { CHECKS_API_KEY: "x".repeat(32) };
    succeeded(await stack.pulumi(["up", "--yes"], wrong));
    expect(await service.checks(alpha.readWriteKey)).toHaveLength(1);
    expect(await service.checks(beta.readWriteKey)).toHaveLength(1);
    expect(await stack.exported()).not.toContain(beta.readWriteKey);
    succeeded(await stack.pulumi(["refresh", "--yes", "--skip-preview"], wrong));
    succeeded(await stack.pulumi(["destroy", "--yes", "--skip-preview"], wrong));
    expect(await service.checks(alpha.readWriteKey)).toEqual([]);
    expect(await service.checks(beta.readWriteKey)).toEqual([]);
    expect(stack.output.join("")).not.toContain(beta.readWriteKey);
  });

  it("refuses one slug by two explicit providers of one project, and lets a check go from one to the other", async () => {
    const { service, stack } = scene;
    const { alpha } = service.emulator.projects;
    const provider = (tags: string[]) => ({
      type: "pulumi:providers:checks",
      properties: {
        url: service.emulator.url,
        apiKey: { "fn::secret": alpha.readWriteKey },
        defaultTags: tags,
      },
    });
    const providers = { left: provider(["left"]), right: provider(["right"]) };
    const one = check({ slug: "same" }, { provider: "${left}" });
    const two = (slug: string, by: string) => check({ slug }, { provider: `\${${by}}` });
    stack.program({ resources: { ...providers, one, two: two("same", "right") } });
    const twice = await stack.preview();
    expect(twice.code).not.toBe(0);
    expect(twice.text).toContain(
      "slug: a Check of another provider of this program has the same slug in this project",
    );
    expect((await stack.pulumi(["up", "--yes", "--skip-preview"])).code).not.toBe(0);
    expect((await service.checks(alpha.readWriteKey)).length).toBeLessThan(2);

    stack.program({ resources: { ...providers, one, two: two("other", "right") } });
    await stack.up();
    stack.program({ resources: { ...providers, one, two: two("same", "right") } });
    expect((await stack.preview()).code).not.toBe(0);
    const made = (await service.checks(alpha.readWriteKey)).map(({ uuid }) => uuid).sort();
    expect(made).toHaveLength(2);
    // The slugs change hands, and so does a check: none is lost.
    stack.program({ resources: { ...providers, one: two("same", "right"), two: two("other", "left") } });
    succeeded(await stack.pulumi(["up", "--yes", "--refresh"]));
    const now = await service.checks(alpha.readWriteKey);
    expect(now.map(({ uuid }) => uuid).sort()).toEqual(made);
    expect(now.map(({ slug, tags }) => `${slug} ${tags}`).sort()).toEqual(["other left", "same right"]);
    expect((await stack.preview("--expect-no-changes")).code).toBe(0);
    await stack.destroy();
    expect(await service.checks(alpha.readWriteKey)).toEqual([]);
  });

  it("attaches and detaches the channels of assignments that several providers make of one check at once", async () => {
    const { service, stack } = scene;
    const providers = ["left", "right"].map((name) => ({
      [name]: {
        type: "pulumi:providers:checks",
        properties: { url: service.emulator.url, apiKey: { "fn::secret": service.key } },
      },
    }));
    const assigned = (channel: string, options?: Record<string, unknown>) => ({
      type: "checks:ChannelAssignment",
      properties: { check: "${backup.uuid}", channels: [channel] },
      ...(options && { options }),
    });
    const own = { backup: check({ slug: "backup" }), ...Object.assign({}, ...providers) };
    stack.program({ resources: own });
    await stack.up();
    // Long enough that each would read the channels before another one has written them.
    await service.admin.limits({ latencyMs: 200 });
    stack.program({
      resources: {
        ...own,
        pager: assigned("Pager", { provider: "${left}" }),
        mail: assigned("Ops mail", { provider: "${right}" }),
        room: assigned("Chat room"),
      },
    });
    await stack.up();
    expect(String((await service.check("backup")).channels).split(",")).toHaveLength(3);
    expect((await stack.preview("--refresh", "--expect-no-changes")).code).toBe(0);
    stack.program({ resources: own });
    await stack.up();
    expect(await service.check("backup")).toMatchObject({ channels: "" });
  });

  it("answers every data source, and looks after what the same run has written", async () => {
    const { service, stack } = scene;
    await service.request("POST", "/checks/", { slug: "there", name: "There", tags: "prod" });
    const { uuid, ping_url: pingUrl } = await service.check("there");
    await fetch(String(pingUrl), { method: "POST", body: "all is well" });
    const ask = (name: string, args: object = {}) => ({
      "fn::invoke": { function: `checks:${name}`, arguments: args },
    });
    stack.program({
      resources: { backup: check({ slug: "backup", grace: 600 }) },
      variables: {
        found: ask("getCheck", { slug: "there" }),
        made: ask("getCheck", { uuid: "${backup.uuid}" }),
        checks: ask("getChecks", { tags: ["prod"] }),
        channels: ask("getChannels", { kind: "sms" }),
        flips: ask("getFlips", { slug: "there", seconds: "1h" }),
        pings: ask("getPings", { slug: "there" }),
        body: ask("getPingBody", { slug: "there", n: 1 }),
        badges: ask("getBadges", { tag: "prod" }),
        status: ask("getStatus"),
      },
      outputs: {
        found: "${found.status}",
        url: "${found.pingUrl}",
        made: "${made.grace}",
        checks: "${checks.checks[0].name}",
        channels: "${channels.channels[0].name}",
        up: "${flips.uptimeSeconds}",
        ping: "${pings.pings[0].type}",
        body: "${body.body}",
        badge: "${badges.badge.svg}",
        healthy: "${status.healthy}",
      },
    });
    const up = await stack.up();
    expect(up.text).not.toContain(uuid);
    expect(await stack.outputs()).toEqual({
      found: "up",
      url: pingUrl,
      made: 600,
      checks: "There",
      channels: "Pager",
      up: expect.any(Number),
      ping: "success",
      body: "all is well",
      badge: expect.stringContaining(".svg"),
      healthy: true,
    });
  });

  it("says in the preview what it would take over, and hands on what is known of it", async () => {
    const { service, stack } = scene;
    const there = await service.request("POST", "/checks/", { slug: "there", name: "By hand", timeout: 300 });
    const program = (properties: object) =>
      stack.program({
        resources: { there: check({ slug: "there", ...properties }) },
        outputs: { uuid: "${there.uuid}" },
      });
    program({});
    const preview = await stack.preview();
    expect(preview.text).toMatch(/takes over the existing check "By hand" .* and changes its name, timeout/);
    expect(preview.text).toContain(`uuid: "${there.uuid}"`);
    program({ onExisting: "fail" });
    const refused = await stack.preview();
    expect(refused.code).not.toBe(0);
    expect(refused.text).toContain('a check with this slug exists already and onExisting is "fail"');
    expect(await service.check("there")).toEqual(there);
    program({});
    await stack.up();
    expect(await service.check("there")).toMatchObject({ uuid: there.uuid, name: "", timeout: 86_400 });
  });

  it("refuses two checks with one slug, and a setting that is none, in one line each", async () => {
    const { stack } = scene;
    stack.program({ resources: { one: check({ slug: "same" }), two: check({ slug: "same" }) } });
    const twice = await stack.preview();
    expect(twice.code).not.toBe(0);
    expect(twice.text).toMatch(/slug: the Check "(one|two)" of this program has the same slug/);
    stack.program({ resources: { one: check({ slug: "Not A Slug", grace: 5 }) } });
    const wrong = await stack.preview();
    expect(wrong.text).toContain("slug: must consist of one or more of a-z");
    expect(wrong.text).toContain("grace: must be a whole number of seconds");
    await stack.pulumi(["config", "set", "checks:apikey", "typo"]);
    const strange = await stack.preview();
    expect(strange.code).not.toBe(0);
    expect(strange.text).toContain("checks:apikey: there is no such setting");
  });

  it("uses today's key in refresh and destroy, and keeps every secret out of state and output", async () => {
    const { service, stack } = scene;
    stack.program({
      resources: { backup: check({ slug: "backup" }) },
      outputs: { url: "${backup.pingUrl}" },
    });
    await stack.up();
    const { ping_url: pingUrl } = await service.check("backup");
    const state = await stack.exported();
    expect(state).not.toContain(service.key);
    expect(state).not.toContain(String(pingUrl));
    expect(stack.output.join("")).not.toContain(String(pingUrl));

    const key = (value: string) => stack.pulumi(["config", "set", "--secret", "checks:apiKey", "--", value]);
    await key("w".repeat(32));
    for (const command of ["refresh", "destroy"]) {
      const refused = await stack.pulumi([command, "--yes", "--skip-preview"]);
      expect(refused.code).not.toBe(0);
      expect(refused.text).toContain("the service refused the API key");
    }
    await key(service.key);
    succeeded(await stack.pulumi(["refresh", "--yes", "--skip-preview"]));
    await stack.destroy();
    expect(await service.checks()).toEqual([]);
  });

  it("keeps a check that was made but could not be paused, and finishes it with the next up", async () => {
    const { service, stack } = scene;
    await service.admin.faults({
      match: { path: "/pause$" },
      times: 1,
      action: { kind: "status", status: 400 },
    });
    stack.program({ resources: { backup: check({ slug: "backup", paused: true }) } });
    const failed = await stack.tryUp();
    expect(failed.code).not.toBe(0);
    const { uuid } = await service.check("backup");
    expect((await stack.rows()).backup?.id).toBe(uuid);
    await stack.up();
    expect(await service.check("backup")).toMatchObject({ uuid, status: "paused" });
  });
});

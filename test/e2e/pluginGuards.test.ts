import { check, eachWithYaml, type YamlProgram } from "../support/yaml";

/** What the SDK for TypeScript sees to in the program, in a language that has no such SDK. */
describe("a program in YAML", () => {
  const scene = eachWithYaml();

  it("keeps its checks when names and slugs change hands, and is told in the preview what cannot be", async () => {
    const { service, stack } = scene;
    const program = (resources: YamlProgram["resources"] = {}) => stack.program({ resources });
    program({ a: check({ slug: "one", name: "A" }), old: check({ slug: "report" }) });
    await stack.up();
    const [one, report] = [await service.check("one"), await service.check("report")];

    const changed = {
      b: check({ slug: "one", name: "B" }),
      a: check({ slug: "two", name: "A" }),
      renamed: check({ slug: "report" }),
    };
    program(changed);
    const preview = await stack.preview();
    expect(preview.text).toContain('check "report": takes over the existing check "report"');
    expect(preview.text).not.toContain('check "one": takes over');
    const up = await stack.up();
    expect(up.text).toContain(
      "another resource of this stack, or the one that replaces this, has the check now, and it is kept",
    );
    expect(await service.check("two")).toMatchObject({ uuid: one.uuid, name: "A" });
    expect(await service.check("one")).toMatchObject({ name: "B" });
    expect(await service.check("report")).toEqual(report);
    expect(await service.checks()).toHaveLength(3);
    expect((await stack.preview("--refresh", "--expect-no-changes")).code).toBe(0);

    program({
      ...changed,
      b: check({ slug: "two", name: "B" }),
      a: check({ slug: "one", name: "A" }),
    });
    expect((await stack.up()).text).not.toContain("has this slug too");
    expect(await service.check("one")).toMatchObject({ uuid: one.uuid, name: "A" });
    program(changed);
    await stack.up();

    const assigned = (named: string) => ({
      type: "checks:ChannelAssignment",
      properties: { check: named, channels: ["Pager"], mode: "exclusive" },
    });
    const own = check({ slug: "two", name: "A", channels: ["Ops mail"] });
    for (const named of ["two", "${a.slug}", "${a.uuid}"]) {
      program({ ...changed, a: own, team: assigned(named) });
      const refused = await stack.preview();
      expect(refused.code).not.toBe(0);
      expect(refused.text).toMatch(/(Check "a"|ChannelAssignment "team").*each would undo the other/);
    }
    expect(await service.check("two")).toMatchObject({ channels: one.channels });
  });

  it("keeps the check of a resource with a new name that waits for one that fails, with --continue-on-error", async () => {
    const { service, stack } = scene;
    stack.program({ resources: { old: check({ slug: "report" }) } });
    await stack.up();
    const report = await service.check("report");
    const renamed = (channel: string) => ({
      resources: {
        broken: check({ slug: "broken", channels: [channel] }),
        renamed: check({ slug: "report" }, { dependsOn: ["${broken}"] }),
      },
    });
    stack.program(renamed("Nobody"));
    const up = await stack.tryUp("--continue-on-error");
    expect(up.code).not.toBe(0);
    expect(up.text).toContain(
      'Check "old": not deleted: it is kept for the Check "renamed", which this run has not created',
    );
    expect(await service.checks()).toEqual([report]);

    stack.program(renamed("Pager"));
    await stack.up();
    expect((await service.check("report")).uuid).toBe(report.uuid);
    expect(await service.checks()).toHaveLength(2);
  });

  it("keeps the check and the channels of resources that wait for one that fails, with --continue-on-error", async () => {
    const { service, stack } = scene;
    const assigned = (options?: Record<string, unknown>) => ({
      type: "checks:ChannelAssignment",
      properties: { check: "${shared.uuid}", channels: ["Pager"] },
      ...(options && { options }),
    });
    const shared = check({ slug: "shared" });
    stack.program({
      resources: { shared, old: check({ slug: "report" }), stays: assigned(), goes: assigned() },
    });
    await stack.up();
    const [before, report] = [await service.check("shared"), await service.check("report")];
    const waits = () => ({ dependsOn: ["${broken}"] });
    const program = (channel: string) =>
      stack.program({
        resources: {
          shared,
          broken: check({ slug: "broken", channels: [channel] }),
          old: check({ slug: "archive" }, waits()),
          stays: assigned(waits()),
          // Outside TypeScript a resource sees what is declared at about the same time, which takes long on a busy machine.
          slow: check({ slug: "slow", paused: true }),
          new: check({ slug: "report" }, { dependsOn: ["${slow}"] }),
        },
      });
    program("Nobody");
    await service.admin.faults({
      match: { path: "/pause$" },
      times: 1,
      action: { kind: "stall", ms: 5_000 },
    });
    const up = await stack.tryUp("--continue-on-error");
    expect(up.text).toContain('the check with this slug belongs to the resource "old" of this stack');
    expect(await service.check("report")).toEqual(report);
    expect(await service.check("shared")).toMatchObject({ channels: before.channels });

    program("Pager");
    await stack.up();
    expect((await service.check("archive")).uuid).toBe(report.uuid);
    expect((await service.check("report")).uuid).not.toBe(report.uuid);
    expect(await service.check("shared")).toMatchObject({ channels: before.channels });
  });

  it("is told when an assignment by a slug stays with a check that is gone, and what attaches its channels", async () => {
    const { service, stack } = scene;
    const team = {
      type: "checks:ChannelAssignment",
      properties: { check: "report", channels: ["Pager"] },
    };
    const program = (name: string) =>
      stack.program({ resources: { team, [name]: check({ slug: "report" }) } });
    program("old");
    await stack.up();
    const { channels } = await service.check("report");
    // The check of a resource with another name would be taken over, but it was deleted by hand.
    await service.request("DELETE", `/checks/${(await service.check("report")).uuid}`);
    program("renamed");
    // Long enough that the engine asks about the assignment before there is the new check.
    await service.admin.limits({ latencyMs: 300 });
    expect((await stack.up()).text).toMatch(
      /warning: channel assignment of "report": it stays with the check that had this slug before. Run `pulumi up --refresh`/,
    );
    await service.admin.limits({ latencyMs: 0 });
    await stack.up("--refresh");
    expect(await service.check("report")).toMatchObject({ channels });
    expect((await stack.preview("--refresh", "--expect-no-changes")).text).not.toContain("it stays with");
  });

  it("is told in the preview of an assignment by a slug that no check has and none of the program gets", async () => {
    const { service, stack } = scene;
    const assigned = (named: string) => ({
      type: "checks:ChannelAssignment",
      properties: { check: named, channels: ["Pager"] },
    });
    stack.program({
      resources: { right: assigned("backup"), wrong: assigned("bakcup"), backup: check({ slug: "backup" }) },
    });
    await service.admin.clearRequests();
    const { code, text } = await stack.preview();
    expect(code).toBe(0);
    expect((await service.admin.requests()).byRoute["GET /api/v3/checks/"]).toBe(1);
    expect(text).toContain(
      'channel assignment of "bakcup": check: no check of this project has this slug, and',
    );
    expect(text).not.toContain('channel assignment of "backup"');
  });

  it("looks up a check that it makes itself by its UUID; by its slug there is none yet, and that is said", async () => {
    const { stack } = scene;
    const asked = (by: object) => ({
      resources: { backup: check({ slug: "backup", grace: 600 }) },
      variables: { made: { "fn::invoke": { function: "checks:getCheck", arguments: by } } },
      outputs: { grace: "${made.grace}" },
    });
    stack.program(asked({ slug: "${backup.slug}" }));
    const refused = await stack.preview();
    expect(refused.code).not.toBe(0);
    expect(refused.text).toMatch(/no check has the slug "backup".*look it up by the resource's uuid/);

    stack.program(asked({ uuid: "${backup.uuid}" }));
    expect(await stack.preview()).toMatchObject({ code: 0 });
    await stack.up();
    expect(await stack.outputs()).toEqual({ grace: 600 });
  });
});

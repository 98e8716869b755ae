import { succeeded } from "../support/engine";
import { GRAPH, ONE_WRITE } from "../support/graphProgram";
import { startKeyProxy } from "../support/proxy";
import { eachWithScene } from "../support/scene";
import type { Service } from "../support/service";
import { nameOf, rowsOf } from "../support/stateFile";

/** Checks from `checks.json`, and assignments of them: `{ name: { of, ...args } }`. */
const PROGRAM = `
const { Check, ChannelAssignment } = require("pulumi-checks");
const { assignments, ...checks } = JSON.parse(require("fs").readFileSync("checks.json", "utf8"));
const made = {};
for (const [name, args] of Object.entries(checks)) made[name] = new Check(name, args);
for (const [name, { of, ...args }] of Object.entries(assignments ?? {}))
  new ChannelAssignment(name, { check: made[of] ?? of, ...args });
`;

describe("channels assigned apart from their check", () => {
  const scene = eachWithScene({ "index.js": PROGRAM });
  const backup = { backup: { slug: "backup" } };
  const quiet = async () => {
    expect(await scene.stack.preview("--refresh", "--expect-no-changes")).toMatchObject({ code: 0 });
  };

  it("are attached, compared, repaired, moved and detached, and leave all others alone", async () => {
    const { stack, service } = scene;
    stack.declare({ ...backup, assignments: { pager: { of: "backup", channels: ["Pager"] } } });
    await stack.up();
    expect(await channelsOf(service)).toEqual(["Pager"]);
    const { uuid } = await service.check("backup");

    await attach(service, ["Pager", "Ops mail"]);
    await quiet();
    await attach(service, ["Ops mail"]);
    expect((await stack.refreshPreview("--expect-no-changes")).text).toMatch(/- \[0\]: "Pager"/);
    await stack.up("--refresh");
    expect(await channelsOf(service)).toEqual(["Ops mail", "Pager"]);

    stack.declare({
      backup: { slug: "backup", grace: 60 },
      assignments: { pager: { of: "backup", channels: ["Chat room"] } },
    });
    await stack.up();
    expect(await channelsOf(service)).toEqual(["Chat room", "Ops mail"]);

    stack.declare({ backup: { slug: "backup", grace: 90 } });
    await stack.up();
    expect(await channelsOf(service)).toEqual(["Ops mail"]);
    expect((await service.check("backup")).uuid).toBe(uuid);
  });

  it("go over to the check that gets the slug by which they are assigned, also where that is declared after them", async () => {
    const { stack, service } = scene;
    const program = (first: string, second: string) =>
      stack.write(
        "index.js",
        `const { Check, ChannelAssignment } = require("pulumi-checks");
        new ChannelAssignment("pager", { check: "backup", channels: ["Pager"] });
        new Check("one", { slug: "${first}" });
        new Check("two", { slug: "${second}" });`,
      );
    program("backup", "other");
    await stack.up();
    const { uuid } = await service.check("other");
    program("archived", "backup");
    expect((await stack.preview()).text).toContain(
      'channel assignment of "backup": another check of this program has this slug now, and gets the channels',
    );
    await stack.up();
    expect(await service.check("backup")).toMatchObject({ uuid });
    expect(await channelsOf(service)).toEqual(["Pager"]);
    expect(await service.check("archived")).toMatchObject({ channels: "" });
    await quiet();
  });

  it("stay while another assignment wants them, also one that is not targeted", async () => {
    const { stack, service } = scene;
    const other = { of: "backup", channels: ["Ops mail"] };
    stack.declare({
      ...backup,
      assignments: { pager: { of: "backup", channels: ["Pager", "Ops mail"] }, other },
    });
    await stack.up();
    stack.declare({ ...backup, assignments: { pager: { of: "backup", channels: ["Pager"] }, other } });
    await stack.up("--target", "**pager");
    expect(await channelsOf(service)).toEqual(["Ops mail", "Pager"]);
    await quiet();
  });

  it("stay or go as each of their assignments says, also of two with one name, and of one that gets another name", async () => {
    const { stack, service } = scene;
    const program = (first: string[], second: string, rest: string) =>
      stack.write(
        "index.js",
        `const { Check, ChannelAssignment } = require("pulumi-checks");
        const { ComponentResource } = require("@pulumi/pulumi");
        const check = new Check("backup", { slug: "backup" });
        const [one, two] = ["One", "Two"].map((team) => new ComponentResource("team:index:" + team, team));
        new ChannelAssignment("pager", { check, channels: ${JSON.stringify(first)} }, { parent: one });
        new ChannelAssignment("${second}", { check, ${rest} parent: two });`,
      );
    program(["Pager", "Ops mail"], "pager", 'channels: ["Ops mail", "Chat room"] }, {');
    await stack.up();
    program(["Pager"], "pager", 'channels: ["Ops mail", "Chat room"] }, {');
    await stack.up("--target", "**One$**pager");
    expect(await channelsOf(service)).toEqual(["Chat room", "Ops mail", "Pager"]);
    program(["Pager"], "room", 'channels: ["Ops mail"] }, { aliases: [{ name: "pager" }],');
    await stack.up();
    expect(await channelsOf(service)).toEqual(["Ops mail", "Pager"]);
    await quiet();
  });

  it("are the only ones when the assignment is exclusive; all of them follow a channel that is added later", async () => {
    const { stack, service } = scene;
    await service.request("POST", "/checks/", { slug: "by-hand", channels: "*" });
    stack.declare({ assignments: { all: { of: "by-hand", channels: "*", mode: "exclusive" } } });
    await stack.up();
    await quiet();
    const later = await service.admin.addChannel("alpha", "Later", "email");
    expect((await stack.refreshPreview("--expect-no-changes")).code).toBe(7);
    await stack.up("--refresh");
    expect(await channelsOf(service, "by-hand")).toContain("Later");

    stack.declare({
      assignments: { all: { of: "by-hand", channels: ["Later", "Pager"], mode: "exclusive" } },
    });
    await stack.up();
    expect(await channelsOf(service, "by-hand")).toEqual(["Later", "Pager"]);
    await service.admin.deleteChannel(later.id);
    expect((await stack.refreshPreview("--expect-no-changes")).text).toMatch(
      /- \[0\]: "Later"|"Later" => "Pager"/,
    );
    const run = await stack.tryUp("--refresh");
    expect(run.text).toMatch(/channels\[0\]: no channel has this name; the channels are .*"Pager"/);
    expect(await channelsOf(service, "by-hand")).toEqual(["Pager"]);
    await stack.destroy();
    expect(await channelsOf(service, "by-hand")).toEqual([]);
  });

  it("share a check and its channels in any order, and come and go together", async () => {
    const { stack, service } = scene;
    const names = ["Pager", "Ops mail", "Chat room"];
    const assignments = Object.fromEntries(
      Array.from({ length: 20 }, (_, n) => [
        `team-${n}`,
        { of: "backup", channels: [names[n % 3], names[(n + 1) % 3]] },
      ]),
    );
    stack.declare({ ...backup, assignments });
    await stack.up();
    expect(await channelsOf(service)).toEqual([...names].sort());
    await quiet();
    stack.declare({
      ...backup,
      assignments: {
        "team-0": { of: "backup", channels: ["Pager"] },
        "team-1": { of: "backup", channels: ["Ops mail"] },
        "team-2": { of: "backup", channels: ["Ops mail"] },
      },
    });
    await stack.up();
    expect(await channelsOf(service)).toEqual(["Ops mail", "Pager"]);
    await stack.destroy();
    expect(await service.checks()).toEqual([]);
  });

  it("are all attached at once under two names of the check's project, with a key each", async () => {
    const { stack, service } = scene;
    const another = "another-key-of-the-same-project-".padEnd(32, "0");
    const proxy = await startKeyProxy(service.emulator.url, { [another]: service.key });
    try {
      const keys = { CHECKS_URL: proxy.url, CHECKS_PROJECTS_TEAM_API_KEY: another };
      stack.declare(backup);
      succeeded(await stack.pulumi(["up", "--yes", "--skip-preview"], keys));
      // Long enough that each would read the channels before the other one has written them.
      await service.admin.limits({ latencyMs: 200 });
      const pager = { of: "backup", channels: ["Pager"] };
      const mail = { of: "backup", channels: ["Ops mail"], project: "team" };
      stack.declare({ ...backup, assignments: { pager, mail } });
      succeeded(await stack.pulumi(["up", "--yes", "--skip-preview"], keys));
    } finally {
      await proxy.close();
    }
    expect(await channelsOf(service)).toEqual(["Ops mail", "Pager"]);
  });

  it("are refused in the preview when the check names channels itself, or two assignments exclude each other", async () => {
    const { stack } = scene;
    stack.declare({
      backup: { slug: "backup", channels: ["Pager"] },
      assignments: { chat: { of: "backup", channels: ["Chat room"] } },
    });
    expect((await stack.preview()).text).toContain(
      'ChannelAssignment "chat": check: the Check "backup" names channels itself',
    );
    stack.declare({
      ...backup,
      assignments: {
        chat: { of: "backup", channels: ["Chat room"], mode: "exclusive" },
        pager: { of: "backup", channels: ["Pager"] },
      },
    });
    expect((await stack.preview()).text).toMatch(
      /ChannelAssignment "(chat|pager)": mode: the ChannelAssignment/,
    );
  });

  it("wait for their check where an up leaves it out, which says how; the next one makes both", async () => {
    const { stack, service } = scene;
    stack.declare({ ...backup, assignments: { pager: { of: "backup", channels: ["Pager"] } } });
    const { code, text } = await stack.tryUp("--exclude", "**::backup");
    expect(code).not.toBe(0);
    expect(text).toContain("check: is required: a Check of the program");
    expect(text).toContain("that --exclude leaves out, add --exclude-dependents");
    await stack.up("--exclude", "**::backup", "--exclude-dependents");
    expect(await service.checks()).toEqual([]);
    await stack.up();
    expect(await channelsOf(service)).toEqual(["Pager"]);
    await quiet();
  });

  it("are made anew when the check was deleted by hand", async () => {
    const { stack, service } = scene;
    stack.declare({ ...backup, assignments: { pager: { of: "backup", channels: ["Pager"] } } });
    await stack.up();
    await service.request("DELETE", `/checks/${(await service.check("backup")).uuid}`);
    await stack.up("--refresh");
    expect(await channelsOf(service)).toEqual(["Pager"]);
    await quiet();
  });
});

describe("channels that a check comes to name itself", () => {
  const scene = eachWithScene({ ...GRAPH, "index.js": PROGRAM }, ONE_WRITE);
  const both = ["Ops mail", "Pager"];

  it("stay when the assignment goes that had attached them, be it additive or exclusive", async () => {
    const { stack, service } = scene;
    const modes = ["additive", "exclusive"];
    const declared = (args: object) => Object.fromEntries(modes.map((slug) => [slug, { slug, ...args }]));
    const assignments = modes.map((mode) => [`team-${mode}`, { of: mode, channels: ["Pager"], mode }]);
    stack.declare({ ...declared({}), assignments: Object.fromEntries(assignments) });
    await stack.up();
    stack.declare(declared({ channels: both }));
    await stack.up();
    for (const mode of modes) expect(await channelsOf(service, mode)).toEqual(both);
    expect(await stack.preview("--refresh", "--expect-no-changes")).toMatchObject({ code: 0 });
  });

  it("stay when an assignment goes that was refused beside them: it had never been made", async () => {
    const { stack, service } = scene;
    const backup = { backup: { slug: "backup", channels: both } };
    stack.declare({ ...backup, assignments: { team: { of: "backup", channels: ["Pager"] } } });
    for (const refused of [await stack.tryUp(), await stack.tryUp()]) {
      expect(refused.code).not.toBe(0);
      expect(refused.text).toMatch(/ChannelAssignment "team": check: the Check "backup"/);
      expect(rowsOf(stack).map(nameOf)).not.toContain("team");
    }
    stack.declare(backup);
    await stack.up();
    expect(await channelsOf(service)).toEqual(both);
    expect(await stack.preview("--refresh", "--expect-no-changes")).toMatchObject({ code: 0 });
  });
});

/** Names of the channels of a check, in alphabetical order. */
async function channelsOf(service: Service, slug = "backup"): Promise<string[]> {
  const channels = (await service.admin.channels()).alpha ?? [];
  const ids = String((await service.check(slug)).channels).split(",");
  return channels
    .filter(({ id }) => ids.includes(id))
    .map(({ name }) => name)
    .sort();
}

/** Sets the channels of a check by hand. */
async function attach(service: Service, names: string[], slug = "backup"): Promise<void> {
  const { uuid } = await service.check(slug);
  await service.request("POST", `/checks/${uuid}`, { channels: names.join(",") });
}

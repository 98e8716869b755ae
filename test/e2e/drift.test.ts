import { eachWithScene } from "../support/scene";

jest.setTimeout(180_000);

/** Spellings that the service keeps differently, or that mean the same. */
const AWKWARD = {
  zone: { slug: "zone", schedule: "0 3 * * *", tz: "Europe/Kiev" },
  blanks: { slug: "blanks", schedule: "  0 3 * * *  " },
  emoji: { slug: "emoji", name: "🦑".repeat(100), tags: ["b", "a"] },
  channels: { slug: "channels", channels: ["Pager", "Ops mail", "Chat room"] },
  all: { slug: "all", channels: "*" },
};

describe("drift is exact and quiet", () => {
  const scene = eachWithScene();

  it("shows none for spellings that the service keeps differently, in either order of a list", async () => {
    const { stack } = scene;
    stack.declare(AWKWARD);
    await stack.up();
    stack.declare({
      ...AWKWARD,
      emoji: { ...AWKWARD.emoji, tags: ["a", "b"] },
      channels: { slug: "channels", channels: ["Chat room", "Pager", "Ops mail"] },
    });
    expect((await stack.up()).text).not.toContain("updated");
    const run = await stack.preview("--refresh", "--expect-no-changes");
    expect(run).toMatchObject({ code: 0 });
  });

  it("shows none after pings, flips, a pause by hand, and tags and channels reordered by hand", async () => {
    const { stack, service } = scene;
    stack.declare({ backup: { slug: "backup", tags: ["a", "b"], channels: ["Pager", "Ops mail"] } });
    await stack.up();
    const { uuid, channels } = await service.check("backup");
    const ping = (suffix = "") => fetch(`${service.emulator.url}/${uuid}${suffix}`);
    await ping("/start");
    await ping();
    await ping("/fail");
    await service.admin.advance(3 * 86_400);
    await service.request("POST", `/checks/${uuid}/pause`, {});
    await service.request("POST", `/checks/${uuid}`, {
      tags: "b a",
      channels: String(channels).split(",").reverse().join(","),
    });
    expect(await stack.refreshPreview("--expect-no-changes")).toMatchObject({ code: 0 });
    expect(await stack.preview("--refresh", "--expect-no-changes")).toMatchObject({ code: 0 });
  });

  it("shows each field changed by hand, in the user's spelling, and repairs it in place", async () => {
    const { stack, service } = scene;
    stack.declare({
      backup: {
        slug: "backup",
        tags: ["prod"],
        schedule: "0 3 * * *",
        tz: "Europe/Kiev",
        channels: ["Pager"],
      },
    });
    await stack.up();
    const before = await service.check("backup");
    const mail = (await service.admin.channels()).alpha?.find(({ name }) => name === "Ops mail");
    await service.request("POST", `/checks/${before.uuid}`, {
      tags: "prod db",
      tz: "Asia/Tokyo",
      desc: "hello",
      channels: mail?.id,
    });
    const drift = await stack.preview("--refresh", "--expect-no-changes");
    expect(drift.code).toBe(7);
    expect(drift.text).toContain('~ tz           : "Asia/Tokyo" => "Europe/Kiev"');
    expect(drift.text).toContain('"Ops mail" => "Pager"');
    expect(drift.text).toMatch(/- desc +: "hello"/);
    const readOnly = { CHECKS_API_KEY: service.emulator.projects.alpha.readOnlyKey };
    const seen = await stack.pulumi(["preview", "--refresh", "--diff", "--expect-no-changes"], readOnly);
    expect(seen).toMatchObject({ code: 7 });
    expect(seen.text).toContain('~ tz           : "Asia/Tokyo" => "Europe/Kiev"');
    await stack.up("--refresh");
    expect(await service.check("backup")).toEqual(before);
    expect(await stack.preview("--refresh", "--expect-no-changes")).toMatchObject({ code: 0 });
  });

  it("shows a check made simple by hand, and one made periodic, and repairs both", async () => {
    const { stack, service } = scene;
    stack.declare({
      cron: { slug: "cron", schedule: "0 3 * * *" },
      simple: { slug: "simple", timeout: 600 },
    });
    await stack.up();
    await service.request("POST", `/checks/${(await service.check("cron")).uuid}`, { timeout: 300 });
    await service.request("POST", `/checks/${(await service.check("simple")).uuid}`, {
      schedule: "daily",
      tz: "UTC",
    });
    expect((await stack.refreshPreview("--expect-no-changes")).code).toBe(7);
    await stack.up("--refresh");
    expect(await service.check("cron")).toMatchObject({ schedule: "0 3 * * *" });
    expect(await service.check("simple")).toMatchObject({ timeout: 600 });
    expect((await service.check("simple")).schedule).toBeUndefined();
  });

  it("leaves channels attached by hand alone when the program does not name any", async () => {
    const { stack, service } = scene;
    stack.declare({ backup: { slug: "backup" } });
    await stack.up();
    const { uuid } = await service.check("backup");
    await service.request("POST", `/checks/${uuid}`, { channels: "*" });
    expect((await stack.refreshPreview("--expect-no-changes")).code).toBe(0);
    stack.declare({ backup: { slug: "backup", name: "renamed" } });
    await stack.up("--refresh");
    expect(String((await service.check("backup")).channels).split(",")).toHaveLength(5);
  });

  it("shows a check that was deleted by hand, and makes it anew", async () => {
    const { stack, service } = scene;
    stack.declare({ a: { slug: "a" }, b: { slug: "b" } });
    await stack.up();
    await service.request("DELETE", `/checks/${(await service.check("a")).uuid}`);
    const drift = await stack.preview("--refresh", "--expect-no-changes");
    expect(drift.code).toBe(7);
    expect(drift.text).toMatch(/[+] .*Check: [(]create[)]/);
    stack.declare({ a: { slug: "a", name: "changed" }, b: { slug: "b" } });
    const blind = await stack.tryUp();
    expect(blind.text).toContain("was deleted outside of Pulumi. Run `pulumi up --refresh`");
    await stack.up("--refresh");
    expect((await service.checks()).map(({ slug }) => slug).sort()).toEqual(["a", "b"]);
  });
});

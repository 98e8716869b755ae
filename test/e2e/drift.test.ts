import { ONE_WRITE } from "../support/graphProgram";
import { onEachHost } from "../support/hosts";
import { eachWithScene } from "../support/scene";

/** Spellings that the service keeps differently, or that mean the same. */
const AWKWARD = {
  zone: { slug: "zone", schedule: "0 3 * * *", tz: "Europe/Kiev" },
  blanks: { slug: "blanks", schedule: "  0 3 * * *  " },
  emoji: { slug: "emoji", name: "🦑".repeat(100), tags: ["b", "a"] },
  channels: { slug: "channels", channels: ["Pager", "Ops mail", "Chat room"] },
  all: { slug: "all", channels: "*" },
};

onEachHost("drift is exact and quiet", (on) => {
  const scene = eachWithScene({}, { ...ONE_WRITE, ...on });

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

  it("shows none after pings, flips, a pause by hand, tags and channels reordered by hand, or channels that are not named", async () => {
    const { stack, service } = scene;
    const unnamed = { slug: "unnamed" };
    const backup = { slug: "backup", tags: ["a", "b"], channels: ["Pager", "Ops mail"] };
    stack.declare({ backup, unnamed });
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
    const attached = (await service.check("unnamed")).uuid;
    await service.request("POST", `/checks/${attached}`, { channels: "*" });
    expect(await stack.refreshPreview("--expect-no-changes")).toMatchObject({ code: 0 });
    expect(await stack.preview("--refresh", "--expect-no-changes")).toMatchObject({ code: 0 });

    stack.declare({ backup, unnamed: { ...unnamed, name: "renamed" } });
    await stack.up("--refresh");
    expect(String((await service.check("unnamed")).channels).split(",")).toHaveLength(5);
  });

  it("shows nothing of fields that a program declares at their defaults beside one that was changed", async () => {
    const { stack, service } = scene;
    const declared = {
      slug: "backup",
      name: "",
      desc: "nightly",
      timeout: "1d",
      manualResume: false,
      methods: "",
      startKw: [],
      filterBody: false,
    };
    stack.declare({ backup: declared });
    await stack.up();
    const { uuid } = await service.check("backup");
    const byHand = async () => {
      await service.request("POST", `/checks/${uuid}`, { desc: "by hand" });
      return stack.preview("--refresh", "--diff");
    };
    const isField = (name = "") => name in declared || name === "grace";
    const shown = ({ text }: { text: string }) => [
      ...new Set([...text.matchAll(/^\s+[~+-] (\w+) *: /gm)].map(([, name]) => name).filter(isField)),
    ];
    expect(shown(await byHand())).toEqual(["desc"]);
    stack.declare({ backup: { ...declared, timeout: 86_400, grace: "1h" } });
    await stack.up("--refresh");
    expect(shown(await byHand())).toEqual(["desc"]);
    await stack.pulumi(["refresh", "--yes", "--skip-preview"]);
    expect(shown(await stack.preview("--diff"))).toEqual(["desc"]);
    await stack.up();
    expect(await stack.preview("--refresh", "--expect-no-changes")).toMatchObject({ code: 0 });
  });

  it("shows each field changed by hand, in the user's spelling, also another kind of check, and repairs it in place", async () => {
    const { stack, service } = scene;
    stack.declare({
      backup: {
        slug: "backup",
        tags: ["prod"],
        schedule: "0 3 * * *",
        tz: "Europe/Kiev",
        channels: ["Pager"],
      },
      cron: { slug: "cron", schedule: "0 3 * * *" },
      simple: { slug: "simple", timeout: 600 },
      named: { slug: "named", grace: 3600 },
    });
    await stack.up();
    const before = await service.checks();
    const byHand = async (slug: string, fields: object) =>
      service.request("POST", `/checks/${(await service.check(slug)).uuid}`, fields);
    const mail = (await service.admin.channels()).alpha?.find(({ name }) => name === "Ops mail");
    await byHand("backup", { tags: "prod db", tz: "Asia/Tokyo", desc: "hello", channels: mail?.id });
    await byHand("cron", { timeout: 300 });
    await byHand("simple", { schedule: "daily", tz: "UTC" });
    await byHand("named", { grace: 1800 });
    const found = await stack.refreshPreview("--expect-no-changes");
    expect(found.code).toBe(7);
    const [plain, beside] = [/[+] grace *: 1800/, /~ grace *: 3600 => 1800/];
    expect(found.text).toMatch(on.CHECKS_HOST === "plugin" ? beside : plain);
    const drift = await stack.preview("--refresh", "--expect-no-changes");
    expect(drift.code).toBe(7);
    expect(drift.text).toMatch(/~ grace *: 1800 => 3600/);
    expect(drift.text).toMatch(/~ tz *: "Asia\/Tokyo" => "Europe\/Kiev"/);
    expect(drift.text).toContain('"Ops mail" => "Pager"');
    expect(drift.text).toMatch(/- desc +: "hello"/);
    for (const name of ["backup", "cron", "simple"]) expect(drift.text).toContain(`::${name}]`);
    const readOnly = { CHECKS_API_KEY: service.emulator.projects.alpha.readOnlyKey };
    const seen = await stack.pulumi(["preview", "--refresh", "--diff", "--expect-no-changes"], readOnly);
    expect(seen).toMatchObject({ code: 7 });
    expect(seen.text).toMatch(/~ tz *: "Asia\/Tokyo" => "Europe\/Kiev"/);
    await stack.up("--refresh");
    expect(await service.checks()).toEqual(before);
    expect(await stack.preview("--refresh", "--expect-no-changes")).toMatchObject({ code: 0 });
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

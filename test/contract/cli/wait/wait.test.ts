import { coloursFor } from "../../../../cli/render/terminal";
import { json, text } from "../../../../cli/wait/show";
import { findTargets, type Wanted } from "../../../../cli/wait/targets";
import { Teller } from "../../../../cli/wait/teller";
import { type Outcome, type Rules, watch } from "../../../../cli/wait/watch";
import type { DialectName } from "../../../../emulator";
import { silent } from "../../../../provider/core/log";
import { DriftScene } from "../../../support/cli/driftScene";
import { EmulatorPace } from "../../../support/cli/emulatorPace";
import { type Document, Service } from "../../../support/service";

const MINUTE = 60;
const HOUR = 3600;
const DAY = 24 * HOUR;

const ALL: Wanted = { stacks: [], lastUp: false, slugs: [], tags: [] };
const RULES: Rules = { until: "ping", timeout: 3 * MINUTE, every: 30 };

describe.each<DialectName>(["server", "spec"])("a wait (%s)", (dialect) => {
  let service: Service;
  let scene: DriftScene;
  let pace: EmulatorPace;
  let told: string[];

  beforeAll(async () => {
    service = await Service.start({ dialect });
  });
  beforeEach(async () => {
    await service.admin.reset();
    scene = new DriftScene();
    Object.assign(process.env, service.environment);
    pace = await EmulatorPace.start(service.admin);
    told = [];
  });
  afterEach(() => scene.end());
  afterAll(() => service.stop());

  const check = (fields: object) => service.request("POST", "/checks/", fields);
  const ping = (one: Document, end = "") => fetch(`${String(one.ping_url)}${end}`, { method: "POST" });

  /** Waits, with what is written to the log of a job; all on the emulator's clock. */
  async function wait(wanted: Partial<Wanted> = {}, rules: Partial<Rules> = {}): Promise<Outcome> {
    const all = { ...RULES, ...rules };
    const log = { info: (line: string) => void told.push(line), status() {} };
    const teller = new Teller(log, all);
    const watched = await findTargets({ ...ALL, ...wanted }, silent);
    return watch(watched, all, (standings, at) => teller.tell(standings, at), pace);
  }

  /** What the result says of each check, by its label. */
  function says(outcome: Outcome, until: Rules["until"] = "ping"): Record<string, string> {
    const { checks } = JSON.parse(json(outcome, until, RULES.timeout)) as {
      checks: { check: string; says: string }[];
    };
    return Object.fromEntries(checks.map((one) => [one.check, one.says]));
  }

  it("is over as soon as each check was pinged", async () => {
    const [backup, sync] = [await check({ slug: "backup" }), await check({ slug: "sync" })];
    pace.after(30, () => ping(backup)).after(150, () => ping(sync));
    const outcome = await wait();
    expect(outcome.ending).toBe("reached");
    expect(outcome.ended - outcome.began).toBe(150_000);
    expect(told).toEqual([
      "backup was pinged (1 of 2 checks pinged)",
      "1 of 2 checks pinged after 1 min; waiting for sync",
      "1 of 2 checks pinged after 2 min; waiting for sync",
      "sync was pinged (2 of 2 checks pinged)",
    ]);
  });

  it("counts no ping of before", async () => {
    await ping(await check({ slug: "backup" }));
    expect((await wait()).ending).toBe("missed");
  });

  it("counts a ping of before that came after --since, by the service's clock", async () => {
    await ping(await check({ slug: "backup" }));
    await service.admin.advance(90);
    pace = await EmulatorPace.start(service.admin);
    expect((await wait({ since: pace.now() - 60_000 })).ending).toBe("missed");
    expect((await wait({ since: pace.now() - (RULES.timeout + 100) * 1000 })).ending).toBe("reached");
  });

  it("asks once a look: for the list, or for the only check", async () => {
    const [backup] = [await check({ slug: "backup" }), await check({ slug: "sync" })];
    await service.admin.clearRequests();
    await wait({}, { timeout: 20, every: 5 });
    expect((await service.admin.requests()).byRoute).toEqual({ "GET /api/v3/checks/": 5 });
    await service.admin.clearRequests();
    pace.after(10, () => ping(backup));
    expect((await wait({ slugs: ["backup"] })).ending).toBe("reached");
    const { byRoute } = await service.admin.requests();
    expect(byRoute["GET /api/v3/checks/"]).toBe(1);
    expect(Object.entries(byRoute).filter(([route]) => route.startsWith("GET "))).toHaveLength(2);
  });

  it("needs no more than a read-only key, and then says the same", async () => {
    const backup = await check({ slug: "backup" });
    await check({ slug: "sync", schedule: "0 3 * * *" });
    process.env.CHECKS_API_KEY = service.emulator.projects.alpha.readOnlyKey;
    pace.after(10, () => ping(backup));
    const outcome = await wait();
    expect(says(outcome)).toMatchObject({
      backup: "was pinged",
      sync: expect.stringMatching(/^was never pinged; /),
    });
    expect((await wait({ slugs: ["sync"] })).ending).toBe("missed");
  });

  describe("that was in vain says why", () => {
    /** The reason of one check when the time is over. */
    async function reason(one: Document, until: Rules["until"] = "ping"): Promise<string | undefined> {
      const outcome = await wait({ slugs: [one.slug] }, { until });
      expect(outcome.ending).toBe("missed");
      expect(outcome.ended - outcome.began).toBe(RULES.timeout * 1000);
      return says(outcome, until)[one.slug];
    }

    it("never pinged, and when its next run is due", async () => {
      await service.admin.setClock(Date.UTC(2026, 4, 3, 10, 0) / 1000);
      pace = await EmulatorPace.start(service.admin);
      expect(await reason(await check({ slug: "nightly", schedule: "0 3 * * *", tz: "Europe/Riga" }))).toBe(
        "was never pinged; its next run is due 2026-05-04 00:00 UTC",
      );
      expect(await reason(await check({ slug: "daily" }))).toBe("was never pinged");
    });

    it("not pinged again, and when its next run is due", async () => {
      await service.admin.setClock(Date.UTC(2026, 4, 3, 10, 0) / 1000);
      const daily = await check({ slug: "daily", timeout: DAY });
      await ping(daily);
      await service.admin.advance(HOUR);
      pace = await EmulatorPace.start(service.admin);
      expect(await reason(daily)).toBe(
        "no ping since 2026-05-03 10:00 UTC; its next run is due 2026-05-04 10:00 UTC",
      );
    });

    it("paused, and whether a ping would resume it", async () => {
      const [held, paused] = [
        await check({ slug: "held", manual_resume: true }),
        await check({ slug: "paused" }),
      ];
      for (const one of [held, paused]) await service.request("POST", `/checks/${one.uuid}/pause`, {});
      expect(await reason(held)).toBe("is paused, and takes no ping until somebody resumes it");
      expect(await reason(paused)).toBe("is paused; no ping came, which would resume it");
      await service.request("POST", `/checks/${paused.uuid}/resume`, {});
      expect(await reason(paused, "up")).toBe("was never pinged");
    });

    it("until up: a failure, a run without an end, down since before, late", async () => {
      const [failed, running] = [await check({ slug: "failed" }), await check({ slug: "running" })];
      pace.after(60, () => ping(failed, "/fail"));
      expect(await reason(failed, "up")).toMatch(/^its job reported a failure \d{4}-/);
      pace = await EmulatorPace.start(service.admin);
      pace.after(60, () => ping(running, "/start"));
      expect(await reason(running, "up")).toBe("a run began, and has not reported its end");
      const down = await check({ slug: "down", timeout: MINUTE, grace: MINUTE });
      const late = await check({ slug: "late", timeout: MINUTE, grace: DAY });
      for (const one of [down, late]) await ping(one);
      await service.admin.advance(HOUR);
      pace = await EmulatorPace.start(service.admin);
      expect(await reason(down, "up")).toMatch(/^is down; its last ping came \d{4}-.* UTC$/);
      expect(await reason(late, "up")).toMatch(
        /^is late: its last ping came .* and the next one is overdue$/,
      );
    });
  });

  it("until up takes a check that is up already, and not one that has told a failure", async () => {
    const [up, failing] = [await check({ slug: "up" }), await check({ slug: "failing" })];
    await ping(up);
    pace.after(30, () => ping(failing, "/fail")).after(150, () => ping(failing));
    const outcome = await wait({}, { until: "up" });
    expect([outcome.ending, outcome.ended - outcome.began]).toEqual(["reached", 150_000]);
    expect(told[0]).toBe("up is up (1 of 2 checks up)");
  });

  it("until up says when a check goes down again, and waits on", async () => {
    const [flaps, slow] = [await check({ slug: "flaps" }), await check({ slug: "slow" })];
    await ping(flaps);
    pace
      .after(30, () => ping(flaps, "/fail"))
      .after(60, () => ping(slow))
      .after(90, () => ping(flaps));
    const outcome = await wait({}, { until: "up" });
    expect([outcome.ending, outcome.ended - outcome.began]).toEqual(["reached", 90_000]);
    expect(told.some((line) => line.startsWith("flaps no longer: its job reported a failure"))).toBe(true);
  });

  it("takes a failure for a ping, and says that it is one", async () => {
    const failing = await check({ slug: "failing" });
    pace.after(30, () => ping(failing, "/fail"));
    const outcome = await wait();
    expect(outcome.ending).toBe("reached");
    const words = "was pinged, and is down: its job reported a failure";
    expect(says(outcome).failing).toBe(words);
    expect(text(outcome, "ping", coloursFor(false))).toContain(words);
  });

  it("does not call a failure what is only overdue by now", async () => {
    const late = await check({ slug: "late-one", timeout: 60, grace: 60 });
    await ping(late);
    await service.admin.advance(300);
    pace = await EmulatorPace.start(service.admin);
    const outcome = await wait({ slugs: ["late-one"], since: pace.now() - 30 * MINUTE * 1000 });
    expect(outcome.ending).toBe("reached");
    expect(says(outcome)["late-one"]).toBe("was pinged, and is down: its next ping is overdue");
  });

  it("does not wait for a check that is deleted meanwhile, and says what to do", async () => {
    const [gone, sync] = [await check({ slug: "gone" }), await check({ slug: "sync" })];
    pace.after(30, () => service.request("DELETE", `/checks/${gone.uuid}`)).after(60, () => ping(sync));
    const outcome = await wait();
    expect([outcome.ending, outcome.ended - outcome.began]).toEqual(["missed", 60_000]);
    expect(says(outcome).gone).toMatch(/^is not on the service; `pulumi up --refresh` creates it again/);
    const only = await check({ slug: "only" });
    pace = await EmulatorPace.start(service.admin);
    pace.after(30, () => service.request("DELETE", `/checks/${only.uuid}`));
    expect((await wait({ slugs: ["only"] })).ending).toBe("missed");
  });

  it("goes on when the service is away for a while, and does not know when it is away at the end", async () => {
    process.env.CHECKS_DEADLINE_SECONDS = "1";
    const backup = await check({ slug: "backup" });
    const away = () =>
      service.admin.faults({
        match: { path: "/checks/" },
        action: { kind: "status", status: 503 },
        times: 1000,
      });
    pace
      .after(30, away)
      .after(60, () => service.admin.clearFaults())
      .after(90, () => ping(backup));
    expect((await wait()).ending).toBe("reached");
    pace = await EmulatorPace.start(service.admin);
    pace.after(10, away);
    const outcome = await wait({}, { timeout: 10 });
    expect(outcome).toMatchObject({ ending: "unknown", problems: [expect.stringContaining("503")] });
    expect(text(outcome, "ping", coloursFor(false))).toMatch(
      /^Not known after 10 s: the service could not be asked/,
    );
  });

  it.each([
    ["the only check", { slugs: ["backup"] }],
    ["a list", {}],
  ])("takes the 404 of a gateway for no proof that a check is gone, by %s", async (_, wanted) => {
    const backup = await check({ slug: "backup" });
    pace
      .after(30, () =>
        service.admin.faults({
          match: { path: "/checks/" },
          action: { kind: "status", status: 404, body: "default backend - 404" },
          times: 1000,
        }),
      )
      .after(90, () => service.admin.clearFaults())
      .after(120, () => ping(backup));
    const outcome = await wait(wanted);
    expect([outcome.ending, outcome.ended - outcome.began]).toEqual(["reached", 120_000]);
  });

  it("is an error when the key is taken away", async () => {
    await check({ slug: "backup" });
    pace.after(10, () =>
      service.admin.faults({
        match: { path: "/checks/" },
        action: { kind: "status", status: 401, body: '{"error": "wrong api key"}' },
      }),
    );
    await expect(wait()).rejects.toThrow("the service refused the API key");
  });

  describe("for what a stack's state holds", () => {
    it("leaves out what else is in the project, and finds what is gone from the service", async () => {
      const state = await scene.deploy("dev", { a: { slug: "a" }, b: { slug: "b", tags: ["prod"] } });
      await check({ slug: "stray" });
      const stacks = [{ spelled: state, folder: ".", file: state }];
      const a = await service.check("a");
      await service.request("DELETE", `/checks/${(await service.check("b")).uuid}`);
      pace.after(30, () => ping(a));
      const outcome = await wait({ stacks });
      expect(says(outcome)).toEqual({ a: "was pinged", b: expect.stringContaining("is not on the service") });
      expect(outcome.ended - outcome.began).toBe(30_000);
      expect(Object.keys(says(await wait({ stacks, tags: ["prod"] })))).toEqual(["b"]);
      expect(Object.keys(says(await wait({ stacks, slugs: ["a"] })))).toEqual(["a"]);
    });

    it("leaves out a check that its program keeps paused and that takes no pings, unless it is named", async () => {
      const suspended = { slug: "suspended", paused: true, manualResume: true };
      const state = await scene.deploy("dev", {
        a: { slug: "a" },
        suspended,
        held: { slug: "held", paused: true },
      });
      const stacks = [{ spelled: state, folder: ".", file: state }];
      const outcome = await wait({ stacks }, { timeout: 0 });
      expect(Object.keys(says(outcome))).toEqual(["a", "held"]);
      const { leftOut } = JSON.parse(json(outcome, "ping", 0)) as { leftOut: object[] };
      expect(leftOut).toEqual([
        { check: "suspended", project: "default", uniqueKey: expect.stringMatching(/^[0-9a-f]{40}$/) },
      ]);
      expect(text(outcome, "ping", coloursFor(false))).toContain(
        "\n\nNot waited for: suspended; its program keeps it paused, and it takes no pings.\n",
      );
      const named = await wait({ stacks, slugs: ["suspended"] }, { timeout: 0 });
      expect(says(named)).toEqual({ suspended: expect.stringContaining("takes no ping until somebody") });
      const { uuid } = await service.check("suspended");
      await service.request("POST", `/checks/${uuid}/resume`);
      expect(Object.keys(says(await wait({ stacks }, { timeout: 0 })))).toContain("suspended");
    });

    it("has nothing to wait for where all are kept so", async () => {
      const state = await scene.deploy("dev", { a: { slug: "a", paused: true, manualResume: true } });
      const outcome = await wait({ stacks: [{ spelled: state, folder: ".", file: state }] });
      expect(outcome.ending).toBe("reached");
      expect(text(outcome, "ping", coloursFor(false))).toBe(
        "Nothing to wait for.\n\nNot waited for: a; its program keeps it paused, and it takes no pings.\n",
      );
    });

    it("asks each project once, whatever the stacks", async () => {
      const { beta } = service.emulator.projects;
      process.env.CHECKS_PROJECTS_BETA_API_KEY = beta.readWriteKey;
      const one = await scene.deploy("one", { a: { slug: "a" } });
      const two = await scene.deploy("two", { b: { slug: "b" }, c: { slug: "c", project: "beta" } });
      await service.admin.clearRequests();
      const stacks = [one, two].map((file) => ({ spelled: file, folder: ".", file }));
      const outcome = await wait({ stacks }, { timeout: 0 });
      expect(outcome.standings.map(({ target }) => [target.label, target.project])).toEqual([
        ["a", "default"],
        ["b", "default"],
        ["c", "beta"],
      ]);
      expect((await service.admin.requests()).byRoute).toEqual({ "GET /api/v3/checks/": 2 });
      expect(Object.keys(says(await wait({ stacks, project: "beta" }, { timeout: 0 })))).toEqual(["c"]);
    });

    it("calls a check whose slug is a secret by its resource", async () => {
      const state = await scene.deploy("dev", { backup: { slug: "hidden-name" } }, ["slug", "name"]);
      const outcome = await wait({ stacks: [{ spelled: state, folder: ".", file: state }] });
      expect(text(outcome, "ping", coloursFor(false)) + told.join()).not.toContain("hidden-name");
      expect(says(outcome)).toEqual({ backup: "was never pinged" });
    });

    it("says whose checks were looked at where the stack has none with that tag, but the project may", async () => {
      await check({ slug: "other", tags: "prod" });
      const file = await scene.deploy("dev", { a: { slug: "a" } });
      const state = { spelled: file, folder: ".", file };
      const scope = `Only the checks of ${file} are looked at: leave out --state for all of the project`;
      const refusal = (choice: object) =>
        wait({ stacks: [state], ...choice }).catch(({ message }) => message);
      expect([
        await refusal({ tags: ["prod"] }),
        await refusal({ slugs: ["other"] }),
        await refusal({ stacks: [{ ...state, spelled: "dev" }, state], slugs: ["other"] }),
      ]).toEqual([
        `--tag: no check carries the tag "prod". No check has a tag. ${scope}`,
        `--slug: no check has the slug, unique key or UUID "other". There is only a. ${scope}`,
        expect.stringContaining(`Only the checks of dev, ${file} are looked at`),
      ]);
    });

    it("tells no tag and no project that a program keeps secret, and finds by the tag all the same", async () => {
      process.env.CHECKS_PROJECTS_BETA_API_KEY = service.emulator.projects.beta.readWriteKey;
      const hidden = { a: { slug: "a", tags: ["prod", "core"], project: "beta" } };
      const state = await scene.deploy("dev", hidden, ["tags", "project"]);
      const open = await scene.deploy("open", { b: { slug: "b", tags: ["core", "web"] } });
      const stacks = [state, open].map((file) => ({ spelled: file, folder: ".", file }));
      await expect(wait({ stacks, tags: ["nope"] })).rejects.toThrow(
        '--tag: no check carries the tag "nope". There are [secret], web',
      );
      const only = { stacks: stacks.slice(0, 1) };
      await expect(wait({ ...only, tags: ["nope"] })).rejects.toThrow("There is only [secret]");
      const one = await wait({ ...only, tags: ["prod"] }, { timeout: 0 });
      expect(JSON.parse(json(one, "ping", 0)).checks).toMatchObject([{ check: "a", project: "[secret]" }]);
      const shown = text(await wait({ stacks }, { timeout: 0 }), "ping", coloursFor(false));
      expect(shown).toContain("a ([secret])");
      expect(shown).toContain("(a read-write key: that of its project)");
      expect(shown + told.join()).not.toMatch(/beta|prod|core/i);
    });
  });

  it("shows neither UUID nor ping URL nor key", async () => {
    const backup = await check({ slug: "backup" });
    const outcome = await wait();
    for (const shown of [text(outcome, "ping", coloursFor(false)), json(outcome, "ping", 600), told.join()]) {
      for (const secret of [backup.uuid, service.key, "/ping/"]) expect(shown).not.toContain(secret);
    }
  });
});

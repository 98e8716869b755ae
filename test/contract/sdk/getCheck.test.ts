import { inspect } from "node:util";
import * as pulumi from "@pulumi/pulumi";
import { uniqueKeyOf } from "../../../provider/monitor/snapshot";
import { getCheck, getCheckOutput, getChecks, getFlips, getPings } from "../../../sdk";
import { describeWithService } from "../../support/sdk/eachDialect";
import { deathOf, inProgram, insideOf } from "../../support/sdk/program";
import type { Service } from "../../support/service";

/** Two checks with nothing at its default, one of each kind. */
async function furnish(service: Service) {
  const simple = await service.request("POST", "/checks/", {
    slug: "queue-worker",
    name: "Queue worker",
    tags: "prod queue",
    timeout: 300,
    grace: 60,
    channels: "*",
    manual_resume: true,
    methods: "POST",
    success_kw: "done,ok",
    filter_subject: true,
  });
  const cron = await service.request("POST", "/checks/", {
    slug: "nightly-backup",
    name: "Backup",
    schedule: "30 2 * * *",
    tz: "Europe/Riga",
  });
  await service.admin.clearRequests();
  return { simple, cron };
}

const readOnly = (service: Service) => ({ apiKey: service.emulator.projects.alpha.readOnlyKey });

describeWithService("looking up a check", (service) => {
  it("gives every field under its name in the SDK, with lists as arrays", async () => {
    const { simple } = await furnish(service());
    const { pingUrl, ...check } = await inProgram(service(), () => getCheck({ slug: "queue-worker" }));
    expect(check).toMatchObject({
      uuid: simple.uuid,
      slug: "queue-worker",
      name: "Queue worker",
      desc: "",
      timeout: 300,
      grace: 60,
      manualResume: true,
      methods: "POST",
      startKw: [],
      successKw: ["done", "ok"],
      filterSubject: true,
      status: "new",
      nPings: 0,
      started: false,
      badgeUrl: simple.badge_url,
      updateUrl: simple.update_url,
      channels: String(simple.channels).split(",").sort(),
    });
    expect(check.tags.toSorted()).toEqual(["prod", "queue"]);
    expect(check).not.toHaveProperty("schedule");
    expect(check).not.toHaveProperty("tz");
    expect(check).not.toHaveProperty("lastPing");
    expect(pingUrl && (await insideOf(pingUrl))).toMatchObject({ value: simple.ping_url, isSecret: true });
  });

  it("gives a cron check its schedule and zone, and no timeout", async () => {
    await furnish(service());
    const check = await inProgram(service(), () => getCheck({ slug: "nightly-backup" }));
    expect(check).toMatchObject({ schedule: "30 2 * * *", tz: "Europe/Riga" });
    expect(check).not.toHaveProperty("timeout");
  });

  it("gives what changes by itself", async () => {
    const { simple } = await furnish(service());
    await fetch(`${simple.ping_url}/start`, { method: "POST" });
    await fetch(String(simple.ping_url), { method: "POST" });
    const live = await service().check("queue-worker");
    const check = await inProgram(service(), () => getCheck({ uuid: simple.uuid }));
    expect(check).toMatchObject({
      status: "up",
      nPings: 2,
      lastPing: live.last_ping,
      nextPing: live.next_ping,
    });
  });

  it("finds it by slug, UUID and unique key", async () => {
    const { simple } = await furnish(service());
    const bySlug = await inProgram(service(), () => getCheck({ slug: "queue-worker" }));
    const byUuid = await inProgram(service(), () => getCheck({ uuid: simple.uuid }));
    const byKey = await inProgram(service(), () => getCheck({ uniqueKey: bySlug.uniqueKey }));
    expect([byUuid.name, byKey.name]).toEqual(["Queue worker", "Queue worker"]);
    expect([byUuid.uniqueKey, byKey.uuid]).toEqual([bySlug.uniqueKey, simple.uuid]);
  });

  it("shows a read-only key the unique key, and nothing that it may not see", async () => {
    const { simple } = await furnish(service());
    const { uniqueKey } = await inProgram(service(), () => getCheck({ slug: "queue-worker" }));
    const selectors = [{ slug: "queue-worker" }, { uuid: simple.uuid }, { uniqueKey }];
    for (const selector of selectors) {
      const check = await inProgram(service(), () => getCheck(selector), readOnly(service()));
      expect(check).toMatchObject({ uniqueKey, name: "Queue worker" });
      // Whoever asked by the UUID knows it already.
      expect("uuid" in check ? { uuid: check.uuid } : {}).toEqual("uuid" in selector ? selector : {});
      const hidden = ["pingUrl", "updateUrl", "pauseUrl", "resumeUrl", "channels"];
      expect(hidden.filter((key) => key in check)).toEqual([]);
    }
  });

  it("answers any number of look-ups of a run from one list", async () => {
    const { simple, cron } = await furnish(service());
    await inProgram(service(), async () => {
      await Promise.all([
        getCheck({ slug: "queue-worker" }),
        getCheck({ slug: "nightly-backup" }),
        getChecks(),
      ]);
      const { uniqueKey } = await getCheck({ uuid: simple.uuid });
      await getCheck({ uniqueKey });
      await insideOf(getCheckOutput({ uuid: cron.uuid }));
    });
    expect((await service().admin.requests()).byRoute).toEqual({ "GET /api/v3/checks/": 1 });
  });

  it("asks anew in the next run", async () => {
    const { simple } = await furnish(service());
    expect(await inProgram(service(), () => getCheck({ slug: "queue-worker" }))).toMatchObject({ grace: 60 });
    await service().request("POST", `/checks/${simple.uuid}`, { grace: 120 });
    expect(await inProgram(service(), () => getCheck({ slug: "queue-worker" }))).toMatchObject({
      grace: 120,
    });
  });

  it("sees what an output stands for as it is now, in an update", async () => {
    const { simple } = await furnish(service());
    const graces = await inProgram(service(), async () => {
      const before = await getCheck({ slug: "queue-worker" });
      await service().request("POST", `/checks/${simple.uuid}`, { grace: 120 });
      const outputs = [{ uuid: pulumi.output(simple.uuid) }, { slug: pulumi.output("queue-worker") }];
      const after = await Promise.all(outputs.map((args) => insideOf(getCheckOutput(args))));
      return [before.grace, ...after.map(({ value }) => value.grace)];
    });
    expect(graces).toEqual([60, 120, 120]);
  });

  it("shares the list in a preview, which writes nothing", async () => {
    const { simple } = await furnish(service());
    const lookUp = async () => {
      await getChecks();
      await insideOf(getCheckOutput({ uuid: pulumi.output(simple.uuid) }));
    };
    await inProgram(service(), lookUp, { preview: true });
    expect((await service().admin.requests()).total).toBe(1);
  });

  it("finds a check that was made after the list", async () => {
    await furnish(service());
    const found = await inProgram(service(), async () => {
      await getChecks();
      const late = await service().request("POST", "/checks/", { slug: "late" });
      const bySlug = await getCheck({ slug: "late" });
      return [bySlug.uuid, (await getCheck({ uuid: late.uuid })).uuid, late.uuid];
    });
    expect(new Set(found).size).toBe(1);
  });

  it("looks into the project that is named", async () => {
    const { readWriteKey } = service().emulator.projects.beta;
    await service().request("POST", "/checks/", { slug: "theirs", name: "Theirs" }, readWriteKey);
    const config = { "checks:projects": JSON.stringify({ team: { apiKey: readWriteKey } }) };
    const lookUp = () => getCheck({ slug: "theirs", project: "team" });
    expect(await inProgram(service(), lookUp, { config })).toMatchObject({ name: "Theirs" });
    expect(await deathOf(inProgram(service(), lookUp))).toMatch(
      /^getCheck: configuration: checks:projects: there is no project named "team"; none is configured\. /,
    );
    const missing = () => getCheck({ slug: "their", project: "team" });
    expect(await deathOf(inProgram(service(), missing, { config }))).toContain(
      'getCheck: slug: no check of project "team" has the slug "their"; there is theirs.',
    );
  });

  it("keeps the ping URL out of whatever prints a check", async () => {
    const { simple } = await furnish(service());
    const { pingUrl, ...others } = await inProgram(service(), () => getCheck({ slug: "queue-worker" }));
    expect(pingUrl).toBeDefined();
    const printed = `${String(pingUrl)} ${JSON.stringify(pingUrl)} ${inspect(others)}`;
    expect(printed).not.toContain(simple.ping_url);
  });

  it("marks an output as secret only if it has a ping URL in it", async () => {
    await furnish(service());
    const look = async () => insideOf(getCheckOutput({ slug: "queue-worker" }).status);
    expect(await inProgram(service(), look)).toMatchObject({ value: "new", isSecret: true });
    expect(await inProgram(service(), look, readOnly(service()))).toMatchObject({
      value: "new",
      isSecret: false,
    });
  });
});

describeWithService("a check that is not to be found", (service) => {
  it("is told with what there is instead", async () => {
    await furnish(service());
    const lookUp = () => getCheck({ slug: "nightly_backups" });
    expect(await deathOf(inProgram(service(), lookUp))).toMatch(
      /^getCheck: slug: no check has the slug "nightly_backups"; there are nightly-backup and 1 more\. If this /,
    );
  });

  it("is told with ten of all slugs in their order where none is like it, and that there are none", async () => {
    const death = () => deathOf(inProgram(service(), () => getCheck({ slug: "x" })));
    await service().request("POST", "/checks/", { name: "has no slug" });
    expect(await death()).toMatch(/^getCheck: slug: no check has the slug "x"; no check has a slug\. /);
    const slugs = ["l", "k", "j", "i", "h", "g", "f", "e", "d", "c", "b", "a"];
    for (const slug of slugs) await service().request("POST", "/checks/", { slug });
    expect(await death()).toContain("; there are a, b, c, d, e, f, g, h, i, j and 2 more. ");
  });

  it("is told as missing by UUID and unique key, after proof that the key is good", async () => {
    const uuid = "0b5cf8a0-4b1c-4b46-a6a8-3e4d94b6a5c1";
    expect(await deathOf(inProgram(service(), () => getCheck({ uuid })))).toContain(
      `getCheck: uuid: there is no check with this UUID (unique key ${uniqueKeyOf(uuid).slice(0, 8)}…). It was deleted, or the API key belongs to another project.`,
    );
    const uniqueKey = "a".repeat(40);
    expect(await deathOf(inProgram(service(), () => getCheck({ uniqueKey })))).toContain(
      `getCheck: uniqueKey: there is no check ${uniqueKey}. `,
    );
  });

  it("is told without the UUID that somebody takes for a slug or a unique key", async () => {
    await furnish(service());
    const uuid = "0b5cf8a0-4b1c-4b46-a6a8-3e4d94b6a5c1";
    const bySlug = await deathOf(inProgram(service(), () => getCheck({ slug: uuid })));
    expect(bySlug).toMatch(
      /^getCheck: slug: no check has a slug that is the given UUID; there are .*\. Name a check by its UUID with `uuid`/,
    );
    const byKey = await deathOf(inProgram(service(), () => getCheck({ uniqueKey: uuid })));
    expect(byKey).toContain(
      `getCheck: uniqueKey: there is no check with this UUID (unique key ${uniqueKeyOf(uuid).slice(0, 8)}…). `,
    );
    for (const death of [bySlug, byKey]) expect(death).not.toContain(uuid);
  });

  const uuid = "0b5cf8a0-4b1c-4b46-a6a8-3e4d94b6a5c1";
  it.each<[string, () => Promise<unknown>]>([
    ["getCheck", () => getCheck({ uuid })],
    ["getCheck", () => insideOf(getCheckOutput({ uuid: pulumi.output(uuid) }))],
    ["getFlips", () => getFlips({ uuid })],
    ["getPings", () => getPings({ uuid })],
  ])(
    "is not told as missing by a wrong address, which answers 404 to everything: %s",
    async (name, lookUp) => {
      const config = { "checks:url": `${service().emulator.url}/elsewhere` };
      const death = await deathOf(inProgram(service(), lookUp, { config }));
      expect(death).toContain(`${name}: listing the checks: the service answered 404. `);
      expect(death).toContain("(checks:url) is right");
    },
  );

  it("is refused when it is another project's", async () => {
    const { readWriteKey } = service().emulator.projects.beta;
    const theirs = await service().request("POST", "/checks/", { slug: "theirs" }, readWriteKey);
    // By the document of the interface such a check is not found, as one that is gone.
    expect(await deathOf(inProgram(service(), () => getCheck({ uuid: theirs.uuid })))).toMatch(
      /^getCheck: uuid: (the check belongs to another project than the API key \(403\)\. Name the check's project with `project`, or set the key of that project in |there is no check with this UUID .* belongs to another project\. )/,
    );
  });

  it("is refused when several have the slug, naming each", async () => {
    const one = await service().request("POST", "/checks/", { slug: "twice", name: "One" });
    const two = await service().request("POST", "/checks/", { slug: "twice", name: "Two" });
    const death = await deathOf(inProgram(service(), () => getCheck({ slug: "twice" })));
    expect(death).toContain('getCheck: slug: 2 checks have the slug "twice": ');
    expect(death).toContain(`${uniqueKeyOf(one.uuid)} ("One")`);
    expect(death).toContain(`${uniqueKeyOf(two.uuid)} ("Two")`);
    for (const { uuid } of [one, two]) expect(death).not.toContain(uuid);
    const shown = await deathOf(inProgram(service(), () => getCheck({ slug: "twice" }), readOnly(service())));
    expect(shown).toContain("Give the uniqueKey of the one you mean");
    expect(shown).not.toContain(one.uuid);
  });

  it("ends an output with the same line", async () => {
    const lookUp = () => insideOf(getCheckOutput({ slug: pulumi.output("nothing") }));
    expect(await deathOf(inProgram(service(), lookUp))).toMatch(
      /^getCheck: slug: no check has the slug "nothing"/,
    );
  });

  it("is told without the key when that is wrong", async () => {
    const apiKey = "k".repeat(32);
    const death = await deathOf(inProgram(service(), () => getCheck({ slug: "x" }), { apiKey }));
    expect(death).toMatch(/^getCheck: listing the checks: the service refused the API key/);
    expect(death).not.toContain(apiKey);
  });
});

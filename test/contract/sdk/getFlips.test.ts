import * as pulumi from "@pulumi/pulumi";
import { uniqueKeyOf } from "../../../provider/monitor/snapshot";
import { getChecks, getFlips, getFlipsOutput, hours } from "../../../sdk";
import { describeWithService } from "../../support/sdk/eachDialect";
import { deathOf, inProgram, insideOf } from "../../support/sdk/program";
import type { Service } from "../../support/service";

/** 2026-06-01T00:00:00Z, when the story begins. */
const BEGIN = Date.UTC(2026, 5, 1) / 1000;

const at = (hour: number) => BEGIN + hours(hour);

/** A check that was up at 0:00, down at 2:00, up at 3:00 and down at 5:00; then it is 6:00. */
async function tell(service: Service): Promise<{ uuid: string; ping_url: string }> {
  await service.admin.setClock(BEGIN);
  const check = await service.request("POST", "/checks/", { slug: "story", timeout: hours(24) });
  const ping = (kind: string) => fetch(`${check.ping_url}${kind}`);
  await ping("");
  // Set anew each time, so that what a busy machine takes for one ping does not move the next ones.
  for (const [hour, kind] of [
    [2, "/fail"],
    [3, ""],
    [5, "/fail"],
  ] as const) {
    await service.admin.setClock(at(hour));
    await ping(kind);
  }
  await service.admin.setClock(at(6));
  await service.admin.clearRequests();
  return { uuid: String(check.uuid), ping_url: String(check.ping_url) };
}

describeWithService("the flips of a check", (service) => {
  it("come newest first, with the uptime of the window", async () => {
    const { uuid } = await tell(service());
    const window = await inProgram(service(), () => getFlips({ uuid, start: at(1), end: at(5) + 1 }));
    expect(window.flips.map(({ up }) => up)).toEqual([false, true, false]);
    expect(Math.floor(Date.parse(window.flips[0]?.timestamp ?? "") / 1000)).toBe(at(5));
    // Where the service records how a check came up, it is known to have been up before its first failure, too.
    const before = window.upAtStart === true ? hours(1) : 0;
    expect(window).toMatchObject({ start: at(1), end: at(5) + 1, uptimeSeconds: hours(2) + before });
    expect(window).toMatchObject({ downtimeSeconds: hours(1) + 1, unknownSeconds: hours(1) - before });
    expect(window.uptimeRatio).toBeCloseTo(before > 0 ? 3 / 4 : 2 / 3, 3);
    expect((await service().admin.requests()).byRoute).toEqual({
      "GET /api/v3/checks/<uuid>": 1,
      "GET /api/v3/checks/<uuid>/flips/": 1,
    });
  });

  it("are all given when no end is, also one of this very second, by a clock that is ahead", async () => {
    const { uuid, ping_url } = await service().request("POST", "/checks/", { slug: "fresh" });
    await service().admin.advance(hours(1));
    await fetch(String(ping_url));
    await fetch(`${ping_url}/fail`);
    const answer: unknown = await service().request("GET", `/checks/${uuid}/flips/`);
    const listed = Array.isArray(answer) ? answer : (answer as { flips: unknown[] }).flips;
    const { flips } = await inProgram(service(), () => getFlips({ uuid }));
    expect(listed.length).toBeGreaterThan(0);
    expect(flips.map(({ timestamp, up }) => ({ timestamp, up: Number(up) }))).toEqual(listed);
  });

  it("tell the status of a window in which nothing happened", async () => {
    const { uuid } = await tell(service());
    const windows = await inProgram(service(), () =>
      Promise.all([
        getFlips({ uuid, start: at(2) + 60, end: at(3) - 60 }),
        getFlips({ uuid, start: at(3) + 60, end: at(5) - 60 }),
      ]),
    );
    expect(windows.map(({ flips, uptimeRatio }) => [flips, uptimeRatio])).toEqual([
      [[], 0],
      [[], 1],
    ]);
    expect(windows.map(({ upAtStart, knownRatio }) => [upAtStart, knownRatio])).toEqual([
      [false, 1],
      [true, 1],
    ]);
    expect((await service().admin.requests()).byRoute).toMatchObject({
      "GET /api/v3/checks/<uuid>/flips/": 1,
    });
  });

  it("are those since the oldest one where no beginning is given", async () => {
    const { uuid } = await tell(service());
    const { start, end, flips } = await inProgram(service(), () => getFlips({ uuid, end: at(4) }));
    expect([start, end]).toEqual([Date.parse(flips.at(-1)?.timestamp ?? "") / 1000, at(4)]);
    expect(start).toBeLessThan(at(3));
  });

  it("are found by slug and unique key, also with a read-only key", async () => {
    await tell(service());
    const { readOnlyKey } = service().emulator.projects.alpha;
    const window = { start: at(4), end: at(5) };
    const checks = await service().checks(readOnlyKey);
    const uniqueKey = String(checks[0]?.unique_key);
    for (const apiKey of [service().key, readOnlyKey]) {
      const ratios = await inProgram(
        service(),
        async () => [
          (await getFlips({ slug: "story", ...window })).uptimeRatio,
          (await getFlips({ uniqueKey, ...window })).uptimeRatio,
        ],
        { apiKey },
      );
      expect(ratios).toEqual([1, 1]);
    }
  });

  it("take Dates and numbers alike, in both forms", async () => {
    const { uuid } = await tell(service());
    const dates = { start: new Date(at(1) * 1000 + 999), end: new Date(at(4) * 1000) };
    const windows = await inProgram(service(), async () => [
      await getFlips({ uuid, start: at(1), end: at(4) }),
      await getFlips({ uuid, ...dates }),
      (await insideOf(getFlipsOutput({ uuid: pulumi.output(uuid), ...dates }))).value,
    ]);
    expect(windows[1]).toEqual(windows[0]);
    expect(windows[2]).toEqual(windows[0]);
  });

  it("include one at the very start of the window, whatever the service takes for its start", async () => {
    const { uuid } = await tell(service());
    const { flips } = await inProgram(service(), () => getFlips({ uuid, start: at(2), end: at(3) }));
    expect(flips.map(({ up }) => up)).toEqual([false]);
  });

  it("count a failure that came after the run's list of checks", async () => {
    const { uuid, ping_url } = await service().request("POST", "/checks/", { slug: "story" });
    await service().admin.setClock(Math.floor(Date.now() / 1000) - hours(1));
    await fetch(String(ping_url));
    const window = await inProgram(service(), async () => {
      expect((await getChecks({})).checks.map(({ status }) => status)).toEqual(["up"]);
      await service().admin.advance(60);
      await fetch(`${ping_url}/fail`);
      await service().admin.advance(600);
      return getFlips({ uuid: String(uuid), seconds: hours(2) });
    });
    expect(window.flips[0]?.up).toBe(false);
    expect(window.downtimeSeconds).toBeGreaterThanOrEqual(hours(1) - 62);
  });

  it("of a check that was never pinged say that nothing is known", async () => {
    await service().request("POST", "/checks/", { slug: "new" });
    const lookUp = () => getFlips({ slug: "new", seconds: 60 });
    const window = await inProgram(service(), lookUp);
    expect(window).toMatchObject({ flips: [], downtimeSeconds: 0, unknownSeconds: 60, knownRatio: 0 });
    expect(window).not.toHaveProperty("uptimeRatio");
    expect(window).not.toHaveProperty("upAtStart");
    const whole = await inProgram(service(), () => getFlips({ slug: "new" }));
    expect(whole).toMatchObject({ uptimeSeconds: 0, downtimeSeconds: 0 });
    expect(whole).not.toHaveProperty("knownRatio");
  });

  it("do not count a pause as downtime", async () => {
    const { uuid, ping_url } = await tell(service());
    await fetch(ping_url);
    await service().request("POST", `/checks/${uuid}/pause`, {});
    await service().admin.advance(hours(1));
    const window = await inProgram(service(), () => getFlips({ uuid, start: at(6) + 60, end: at(7) }));
    expect(window).toMatchObject({ uptimeSeconds: 0, downtimeSeconds: 0, flips: [] });
    expect(window).not.toHaveProperty("uptimeRatio");
  });

  it("are looked for in vain for a check that is not there", async () => {
    const uuid = "0b5cf8a0-4b1c-4b46-a6a8-3e4d94b6a5c1";
    expect(await deathOf(inProgram(service(), () => getFlips({ uuid })))).toContain(
      `getFlips: uuid: there is no check with this UUID (unique key ${uniqueKeyOf(uuid).slice(0, 8)}…). `,
    );
    expect(await deathOf(inProgram(service(), () => getFlips({ slug: "no" })))).toContain(
      "getFlips: slug: no check",
    );
  });
});

import * as pulumi from "@pulumi/pulumi";
import { getFlips, getFlipsOutput, hours } from "../../../sdk";
import type { Service } from "../../support/service";
import { describeWithService } from "./eachDialect";
import { deathOf, inProgram, insideOf } from "./program";

/** 2026-06-01T00:00:00Z, when the story begins. */
const BEGIN = Date.UTC(2026, 5, 1) / 1000;

/** A check that was up at 0:00, down at 2:00, up at 3:00 and down at 5:00; then it is 6:00. */
async function tell(service: Service): Promise<{ uuid: string }> {
  await service.admin.setClock(BEGIN);
  const check = await service.request("POST", "/checks/", { slug: "story", timeout: hours(24) });
  const ping = (kind: string) => fetch(`${check.ping_url}${kind}`);
  await ping("");
  for (const [pause, kind] of [
    [2, "/fail"],
    [1, ""],
    [2, "/fail"],
  ] as const) {
    await service.admin.advance(hours(pause));
    await ping(kind);
  }
  await service.admin.advance(hours(1));
  await service.admin.clearRequests();
  return check;
}

const at = (hour: number) => BEGIN + hours(hour);

describeWithService("the flips of a check", (service) => {
  it("come newest first, with the uptime of the window", async () => {
    const { uuid } = await tell(service());
    const window = await inProgram(service(), () => getFlips({ uuid, start: at(1), end: at(5) + 1 }));
    expect(window.flips.map(({ up }) => up)).toEqual([false, true, false]);
    expect(Math.floor(Date.parse(window.flips[0]?.timestamp ?? "") / 1000)).toBe(at(5));
    expect(window).toMatchObject({ start: at(1), end: at(5) + 1, uptimeSeconds: hours(3), upAtStart: true });
    expect(window.uptimeRatio).toBeCloseTo(0.75, 3);
    expect((await service().admin.requests()).byRoute).toEqual({ "GET /api/v3/checks/<uuid>/flips/": 1 });
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
    expect(windows.map(({ startKnownFrom }) => startKnownFrom)).toEqual(["earlierFlip", "earlierFlip"]);
    expect((await service().admin.requests()).total).toBe(1);
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

  it("of a check that was never pinged leave its present status to count", async () => {
    await service().request("POST", "/checks/", { slug: "new" });
    const lookUp = () => getFlips({ slug: "new", seconds: 60 });
    expect(await inProgram(service(), lookUp)).toMatchObject({
      flips: [],
      uptimeRatio: 0,
      downtimeSeconds: 60,
      upAtStart: false,
      startKnownFrom: "presentStatus",
    });
    const whole = await inProgram(service(), () => getFlips({ slug: "new" }));
    expect(whole).toMatchObject({ uptimeSeconds: 0, downtimeSeconds: 0 });
    expect(whole).not.toHaveProperty("uptimeRatio");
  });

  it("count a pause as downtime where the service records it", async () => {
    const { uuid } = await tell(service());
    await service().request("POST", `/checks/${uuid}/pause`, {});
    const { flips } = await inProgram(service(), () => getFlips({ uuid, start: at(5) + 60 }));
    expect(flips.some(({ up }) => up)).toBe(false);
  });

  it("are looked for in vain for a check that is not there", async () => {
    const uuid = "0b5cf8a0-4b1c-4b46-a6a8-3e4d94b6a5c1";
    expect(await deathOf(inProgram(service(), () => getFlips({ uuid })))).toContain(
      `getFlips: uuid: there is no check ${uuid}. `,
    );
    expect(await deathOf(inProgram(service(), () => getFlips({ slug: "no" })))).toContain(
      "getFlips: slug: no check",
    );
  });
});

import { conditionsOf } from "../../../../cli/drift/operational";
import { keyOf } from "../../../../provider/monitor/snapshot";
import { live } from "../../../support/cli/drift/seen";

const NOW = Date.parse("2026-05-10T12:00:00Z");
const AT = { now: NOW, downFor: 86_400 };
const daysAgo = (days: number) => new Date(NOW - days * 86_400_000).toISOString();
const conditions = (...of: Parameters<typeof conditionsOf>) =>
  conditionsOf(...of).map(({ condition }) => condition);

describe("paused", () => {
  it("counts when the program does not mention it", () => {
    expect(conditions(live({ status: "paused" }), {}, undefined, AT)).toEqual(["paused"]);
  });

  it.each([true, false])("is the affair of the field when the program says paused: %s", (paused) => {
    expect(conditions(live({ status: "paused" }), { paused }, undefined, AT)).toEqual([]);
  });
});

describe("never pinged", () => {
  const fresh = live({ status: "new", n_pings: 0, last_ping: null, timeout: 86_400, grace: 3600 });

  it("counts once the first ping is overdue, and says when it was due", () => {
    expect(conditionsOf(fresh, {}, daysAgo(2), AT)).toEqual([
      { condition: "neverPinged", since: "2026-05-09T13:00:00.000Z" },
    ]);
  });

  it("does not count while the first ping can still come", () => {
    expect(conditions(fresh, {}, daysAgo(1), AT)).toEqual([]);
  });

  it("waits for the schedule of a cron check", () => {
    const { timeout: _, ...rest } = fresh;
    const monthly = { ...rest, schedule: "0 3 1 * *", tz: "Europe/Riga" };
    expect(conditions(monthly, {}, daysAgo(5), AT)).toEqual([]);
    expect(conditionsOf(monthly, {}, daysAgo(15), AT)).toEqual([
      { condition: "neverPinged", since: "2026-05-01T01:00:00.000Z" },
    ]);
  });

  it("does not count for one that was pinged, and resumed since", () => {
    expect(conditions({ ...fresh, n_pings: 9 }, {}, daysAgo(2), AT)).toEqual([]);
  });

  it("is not guessed when nobody knows since when the check exists", () => {
    expect(conditions(fresh, {}, undefined, AT)).toEqual([]);
  });
});

describe("down", () => {
  const down = (last_ping: string) => live({ status: "down", last_ping, timeout: 3600, grace: 3600 });

  it("counts when the check is down for longer than asked, from when its ping was overdue", () => {
    expect(conditionsOf(down(daysAgo(2)), {}, undefined, AT)).toEqual([
      { condition: "down", since: "2026-05-08T14:00:00.000Z" },
    ]);
    expect(conditions(down(daysAgo(1)), {}, undefined, AT)).toEqual([]);
    expect(conditions(down(daysAgo(1)), {}, undefined, { ...AT, downFor: 3600 })).toEqual(["down"]);
  });

  it("does not count when the check is down for exactly as long as asked", () => {
    const since = (seconds: number) => new Date(NOW - (2 * 3600 + seconds) * 1000).toISOString();
    expect(conditions(down(since(86_400)), {}, undefined, AT)).toEqual([]);
    expect(conditions(down(since(86_401)), {}, undefined, AT)).toEqual(["down"]);
  });

  it("counts from the last ping when that was a failure: the next one is not overdue yet", () => {
    const weekly = live({ status: "down", last_ping: daysAgo(3), timeout: 604_800, grace: 60 });
    expect(conditionsOf(weekly, {}, undefined, AT)).toEqual([{ condition: "down", since: daysAgo(3) }]);
  });

  it("counts from when the service says that it went down, where it was asked", () => {
    const failing = live({ status: "down", last_ping: daysAgo(0.1), timeout: 86_400, grace: 3600 });
    expect(conditions(failing, {}, undefined, AT)).toEqual([]);
    const wentDown = new Map([[keyOf(failing), NOW - 30 * 86_400_000]]);
    expect(conditionsOf(failing, {}, undefined, { ...AT, wentDown })).toEqual([
      { condition: "down", since: daysAgo(30) },
    ]);
  });

  it("is not counted from the last ping where a run has begun since: that may be what takes too long", () => {
    const hanging = live({
      status: "down",
      last_ping: daysAgo(3),
      started: true,
      timeout: 604_800,
      grace: 60,
    });
    expect(conditions(hanging, {}, undefined, AT)).toEqual([]);
    const wentDown = new Map([[keyOf(hanging), NOW - 2 * 86_400_000]]);
    expect(conditions(hanging, {}, undefined, { ...AT, wentDown })).toEqual(["down"]);
    const missed = { ...hanging, last_ping: daysAgo(10) };
    expect(conditions(missed, {}, undefined, AT)).toEqual(["down"]);
  });

  it("is not counted from when it was made, where it was pinged and resumed since", () => {
    const begun = live({ status: "down", last_ping: null, n_pings: 9, timeout: 3600, grace: 60 });
    expect(conditions(begun, {}, daysAgo(300), AT)).toEqual([]);
  });

  it("is not guessed without any moment to count from", () => {
    expect(conditions(live({ status: "down", last_ping: null }), {}, undefined, AT)).toEqual([]);
  });
});

describe("alerting nobody", () => {
  it("counts when no channel is attached and the program names none", () => {
    expect(conditions(live({ channels: "" }), {}, undefined, AT)).toEqual(["alertsNobody"]);
  });

  it("is wanted when the program says so", () => {
    expect(conditions(live({ channels: "" }), { channels: [] }, undefined, AT)).toEqual([]);
  });

  it("is not known with a read-only key", () => {
    const { channels: _, ...hidden } = live();
    expect(conditions(hidden as ReturnType<typeof live>, {}, undefined, AT)).toEqual([]);
  });
});

import { adviceFor } from "../../../../cli/advise/advice";
import { knownOf } from "../../../../cli/advise/read";
import type { FlipList } from "../../../../provider/monitor/api";
import { BEGIN, HOUR, times } from "../../../support/cli/advise/histories";

const SETTINGS = { times: { timeout: 6 * 3600 }, grace: 3600 };
const EVENINGS = 24;

const iso = (at: number) => new Date(at).toISOString();

/** A ping every six hours; each evening the check goes down by itself, or is paused, until the ping of midnight. */
function eachEvening(type: "success" | "fail") {
  const documents = times(4 * EVENINGS + 1, (index) => ({
    n: index + 1,
    type: type === "fail" && index % 4 === 3 ? "fail" : "success",
    date: iso(BEGIN + index * 6 * HOUR),
    rid: null,
  }));
  const flips: FlipList["flips"] = times(EVENINGS, (day) => {
    const midnight = BEGIN + (day + 1) * 24 * HOUR;
    const down = midnight - (type === "fail" ? 6 : 5) * HOUR;
    return [
      { timestamp: iso(midnight), up: 1 as const },
      { timestamp: iso(down), up: 0 as const },
    ];
  })
    .toReversed()
    .flat();
  flips.push({ timestamp: iso(BEGIN), up: 1 });
  const last_ping = documents.at(-1)?.date;
  const live = {
    ...{ name: "", slug: "sync", tags: "", status: "up", n_pings: documents.length, last_ping },
    ...{ timeout: SETTINGS.times.timeout, grace: SETTINGS.grace },
  };
  const now = BEGIN + EVENINGS * 24 * HOUR + HOUR;
  const known = knownOf({ live, settings: SETTINGS }, documents, { flips, everyChange: true }, now);
  if (!known) throw new Error("its pings have no times");
  const advice = adviceFor({ ...known, settings: SETTINGS, zones: ["UTC"] }, 0);
  return { ...known, flaps: advice.some(({ about }) => about === "flapping") };
}

/** A nightly job whose pings are kept from one on; each fifth fails, and the next one is a success. */
function keptFrom(first: number): number {
  const all = times(40, (day) => ({
    n: day + 1,
    type: day % 5 === 4 ? "fail" : "success",
    date: iso(BEGIN + day * 24 * HOUR),
    rid: null,
  }));
  const changed = all.filter((_, day) => day === 0 || day % 5 === 4 || day % 5 === 0);
  const flips = changed.map(({ type, date }) => ({
    timestamp: date,
    up: type === "fail" ? (0 as const) : (1 as const),
  }));
  const live = {
    ...{ name: "", slug: "sync", tags: "", status: "down", n_pings: 40, last_ping: all.at(-1)?.date },
    ...{ timeout: 24 * 3600, grace: 3600 },
  };
  const list = { flips: flips.toReversed(), everyChange: true };
  const settings = { times: { timeout: 24 * 3600 }, grace: 3600 };
  return knownOf({ live, settings }, all.slice(first), list, BEGIN + 40 * 24 * HOUR)?.downs ?? Number.NaN;
}

it("counts how often a check went down, and not that it was down already at the first ping that is kept", () => {
  expect(keptFrom(0)).toBe(8);
  // This one is the failure itself.
  expect(keptFrom(4)).toBe(8);
  expect(keptFrom(5)).toBe(7);
  expect(keptFrom(6)).toBe(7);
});

it("does so where the first ping that is kept is a start, which leaves the check down", () => {
  const fail = { n: 1, type: "fail", date: iso(BEGIN), rid: null };
  const start = { n: 2, type: "start", date: iso(BEGIN + 24 * HOUR), rid: null };
  const success = { n: 3, type: "success", date: iso(BEGIN + 25 * HOUR), rid: null };
  const flips: FlipList["flips"] = [
    { timestamp: success.date, up: 1 },
    { timestamp: fail.date, up: 0 },
  ];
  const settings = { times: { timeout: 24 * 3600 }, grace: 7200 };
  const live = {
    ...{ name: "", slug: "sync", tags: "", status: "up", n_pings: 3, last_ping: success.date },
    ...{ timeout: 24 * 3600, grace: 7200 },
  };
  const downsOf = (...pings: (typeof start)[]) =>
    knownOf({ live, settings }, pings, { flips, everyChange: true }, BEGIN + 26 * HOUR)?.downs;
  expect(downsOf(fail, start, success)).toBe(1);
  expect(downsOf(start, success)).toBe(0);
});

it("takes run times from successes alone, oldest first, in whatever order the service lists the pings", () => {
  const pings = times(6, (index) => ({
    n: index + 1,
    type: index === 3 ? "fail" : "success",
    date: iso(BEGIN + index * HOUR),
    rid: null,
    duration: 100 + index,
  }));
  const live = { name: "", slug: "sync", tags: "", status: "up", n_pings: 6, last_ping: pings.at(-1)?.date };
  const list = { flips: [], everyChange: false };
  for (const listed of [pings, pings.toReversed()]) {
    const known = knownOf({ live, settings: SETTINGS }, listed, list, BEGIN + 6 * HOUR);
    expect(known?.timed.map(({ duration }) => duration)).toEqual([100, 101, 102, 104, 105]);
    expect(known?.history.map(({ at }) => (at - BEGIN) / HOUR)).toEqual([0, 1, 2, 3, 4, 5]);
  }
});

describe("a check that was not up each evening", () => {
  it("does not flap when somebody paused it: its ping was not expected yet", () => {
    const { downs, history, flaps } = eachEvening("success");
    expect(history.filter(({ kind }) => kind === "break")).toHaveLength(EVENINGS);
    expect([downs, flaps]).toEqual([0, false]);
  });

  it("flaps when its job failed", () => {
    const { downs, flaps } = eachEvening("fail");
    expect([downs, flaps]).toEqual([EVENINGS, true]);
  });
});

it("does not call it flapping that a shorter grace, which is gone, gave false alarms", () => {
  const isLate = (day: number) => day < 40 && day % 4 === 1;
  const documents = times(60, (day) => ({
    n: day + 1,
    type: "success",
    date: iso(BEGIN + day * 24 * HOUR + (isLate(day) ? HOUR / 2 : 0)),
    rid: null,
  }));
  const flips = documents
    .flatMap(({ date }, day): FlipList["flips"] => {
      const alarm = iso(BEGIN + day * 24 * HOUR + HOUR / 12);
      return isLate(day)
        ? [
            { timestamp: alarm, up: 0 },
            { timestamp: date, up: 1 },
          ]
        : [];
    })
    .toReversed();
  const live = {
    ...{ name: "", slug: "sync", tags: "", status: "up", n_pings: 60, last_ping: documents.at(-1)?.date },
    ...{ timeout: 24 * 3600, grace: 3600 },
  };
  const settings = { times: { timeout: 24 * 3600 }, grace: 3600 };
  const now = BEGIN + 59 * 24 * HOUR + HOUR;
  const known = knownOf({ live, settings }, documents, { flips, everyChange: true }, now);
  expect(known?.downs).toBe(10);
  expect(known && adviceFor({ ...known, settings, zones: ["UTC"] }, 0)).toEqual([]);
});
